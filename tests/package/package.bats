#!/usr/bin/env bats
# What scripts/package.sh builds, file by file.
bats_require_minimum_version 1.5.0
load tools

setup_file() {
  can_build
  root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  built=$BATS_FILE_TMPDIR/built
  export root built
  bash "$root/scripts/package.sh" "$built"
}

version() { node -p "require('$root/package.json').version"; }

@test "a second build, elsewhere, with other rights, zone and language, gives the same bytes" {
  mkdir "$BATS_TEST_TMPDIR/elsewhere"
  (umask 077 && TMPDIR=$BATS_TEST_TMPDIR/elsewhere TZ=Asia/Tokyo LANG=C.UTF-8 bash "$root/scripts/package.sh" "$BATS_TEST_TMPDIR/again")
  diff -r "$built" "$BATS_TEST_TMPDIR/again"
}

@test "the checksums name every file, and a folder that is not empty is refused" {
  cd "$built"
  sha256sum --strict -c SHA256SUMS
  diff <(sed 's/^[^ ]* *//' SHA256SUMS | sort) <(find . -type f ! -name SHA256SUMS -printf '%P\n' | sort)
  [ "$(wc -l <SHA256SUMS)" = 4 ]
  run -1 bash "$root/scripts/package.sh" --hooks-only "$built"
}

@test "the checksums of a preview name the files as a release of GitHub has them; to the package managers it is the earlier version" {
  bash "$root/scripts/package.sh" --hooks-only --version 1.0.0-rc.1 "$BATS_TEST_TMPDIR/preview~"
  cd "$BATS_TEST_TMPDIR/preview~"
  sha256sum --strict -c SHA256SUMS
  [ -e stable-bench-hooks_1.0.0.rc.1_all.deb ]
  [ -e stable-bench-hooks-1.0.0.rc.1-1.noarch.rpm ]
  run -0 find . -name '*~*'
  [ -z "$output" ]
  command -v dpkg-deb >/dev/null && command -v rpm >/dev/null || skip 'dpkg or rpm is not installed'
  [ "$(dpkg-deb -f ./*.deb Version) $(rpm -qp --qf '%{VERSION}' ./*.rpm)" = '1.0.0~rc.1 1.0.0~rc.1' ]
}

@test "tarball, .deb and .rpm bring the same kit, which install.sh finds complete" {
  command -v dpkg-deb >/dev/null && command -v rpm >/dev/null || skip 'dpkg or rpm is not installed'
  cd "$BATS_TEST_TMPDIR"
  tar -xzf "$built/stable-bench-hooks-$(version).tar.gz"
  dpkg-deb -x "$built"/*.deb deb
  rm "stable-bench-hooks-$(version)/LICENSE"
  diff -r "stable-bench-hooks-$(version)" deb/usr/share/stable-bench
  diff <(cd deb && find usr/share/{doc/,}stable-bench* | sed 's|^|/|' | sort) <(rpm -qpl "$built"/*.rpm | sort)
  # Root's, for everybody to read, and for nobody else to write.
  run ! grep -vE '^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) root/root ' <(dpkg-deb -c "$built"/*.deb)
  run ! grep -vE '^0?(40755|100644|100755) root root ' <(rpm -qp --qf '[%{FILEMODES:octal} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]' "$built"/*.rpm)
  # shellcheck source=/dev/null
  source <(sed -n '/^KIT_FILES=/,/)/p' "$root/runner-hooks/lib/install/kit-files.sh")
  cd deb/usr/share/stable-bench && ls -d "${KIT_FILES[@]}"
}

@test "lintian finds nothing in the .deb" {
  command -v lintian >/dev/null || skip 'lintian is not installed'
  run -0 lintian --allow-root --display-info --pedantic --fail-on error,warning,info,pedantic "$built"/*.deb
  [ -z "$output" ]
}
