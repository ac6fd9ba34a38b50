#!/usr/bin/env bats
# The .deb on a fake machine, by the real dpkg: install, upgrade, remove, purge. Its scripts call the kit below DPKG_ROOT,
# which is the machine.
load ../hooks/kit
load tools

setup() {
  can_build
  command -v dpkg >/dev/null || skip 'dpkg is not installed'
  make_kit
  make_machine acpi-cpufreq
  make_systemd
  rm -r "$MACHINE/etc/stable-bench"
  runner=$BOX/actions-runner
  place=$MACHINE/usr/lib/stable-bench
  package=$MACHINE/usr/share/stable-bench
  mkdir -p "$runner" "$MACHINE"/usr/{lib,share/doc} "$MACHINE"/etc/{systemd/system,sudoers.d} \
    "$MACHINE"/var/lib/dpkg/{info,updates,triggers}
  printf 'Package: sudo\nStatus: install ok installed\nMaintainer: test\nArchitecture: all\nVersion: 1\nDescription: test\n' \
    >"$MACHINE/var/lib/dpkg/status"
  # Folders that are empty after a package would go with it.
  touch "$MACHINE/usr/lib/other" "$MACHINE/usr/share/doc/other"
  echo '{}' >"$runner/.runner"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  # An immutable file could not be removed by the test.
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  tree=$(tree)
}

# build VERSION: the package of the fake machine's kit; DEB is its file.
build() {
  bash "$HOOKS/../scripts/package.sh" --hooks-only --kit "$KIT" --version "$1" "$BOX/packages-$1" >/dev/null
  DEB=$BOX/packages-$1/stable-bench-hooks_$1_all.deb
}

machine_dpkg() { dpkg --root="$MACHINE" --log="$BOX/dpkg.log" --force-not-root --force-script-chrootless "$@" 2>&1; }
status() { dpkg-query --admindir="$MACHINE/var/lib/dpkg" -W -f='${db:Status-Abbrev}${Version}' stable-bench-hooks; }
# Everything but dpkg's own notes, and what the kernel and the jobs of the test change.
tree() { (cd "$MACHINE" && find . \( -path ./var/lib/dpkg -o -path ./proc -o -path ./sys -o -path ./etc/units \) -prune -o -print | sort); }

# install_and_tune VERSION: the package, then install.sh as root calls it, then a job that has begun.
install_and_tune() {
  build "$1"
  machine_dpkg -i "$DEB"
  "$package/install.sh" --runner "$runner"
  printf 'governor = performance required\n' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  before=$(snapshot)
  KIT=$place as_job 500 tune
  [ -e "$MACHINE/run/stable-bench/journal" ]
  [ "$(value /sys/devices/system/cpu/cpufreq/policy0/scaling_governor)" = performance ]
}

@test "a new package only brings files: nothing is enabled, allowed, tuned or running" {
  build 1.0.0
  begun=$(snapshot)
  run -0 machine_dpkg -i "$DEB"
  [ "$(status)" = 'ii 1.0.0' ]
  diff <(echo "$begun") <(snapshot)
  run ! grep -v '^./usr/share/' <(comm -13 <(echo "$tree") <(tree))
  run -0 machine_dpkg --purge stable-bench-hooks
  diff <(echo "$tree") <(tree)
}

@test "sudo-rs, which is the sudo of Ubuntu 26.04, is enough" {
  build 1.0.0
  sed -i 's/^Package: sudo$/&-rs/' "$MACHINE/var/lib/dpkg/status"
  run -0 machine_dpkg -i "$DEB"
  [ "$(status)" = 'ii 1.0.0' ]
}

@test "an upgrade in the middle of a job: a whole new kit, the job keeps its machine, and it is restored as before" {
  touch "$KIT/lib/only-earlier.sh"
  install_and_tune 1.0.0
  [ -e "$place/lib/only-earlier.sh" ]
  rm "$KIT/lib/only-earlier.sh"
  build 1.1.0
  run -0 machine_dpkg -i "$DEB"
  [ "$(status)" = 'ii 1.1.0' ]
  grep -qx VERSION=1.1.0 "$place/lib/environment.sh"
  [ ! -e "$place/lib/only-earlier.sh" ]
  [ "$(cat "$MACHINE/etc/stable-bench/stable-bench.conf")" = 'governor = performance required' ]
  KIT=$place as_job 500 verify
  run -0 "$package/install.sh" --check
  KIT=$place as_job 500 restore
  diff <(echo "$before") <(snapshot)
}

@test "an upgrade takes up an installation that was killed between its two renames" {
  install_and_tune 1.0.0
  mv "$place" "$place.old"
  build 1.1.0
  run -0 machine_dpkg -i "$DEB"
  grep -qx VERSION=1.1.0 "$place/lib/environment.sh"
  grep -q "$runner" "$place/runners"
  KIT=$place as_job 500 restore
  diff <(echo "$before") <(snapshot)
}

@test "removed in the middle of a job: restored, only the configuration stays; purged: nothing stays" {
  install_and_tune 1.0.0
  run -0 machine_dpkg --remove stable-bench-hooks
  rm -r "$MACHINE"/proc/[0-9]*
  [ "$(comm -13 <(echo "$tree") <(tree))" = $'./etc/stable-bench\n./etc/stable-bench/stable-bench.conf' ]
  run ! grep -q HOOK "$runner/.env"
  run -0 machine_dpkg --purge stable-bench-hooks
  diff <(echo "$tree") <(tree)
  diff <(echo "$before") <(snapshot)
}

@test "purged when the kit was installed since without the package: its configuration stays with it, until that kit is removed" {
  local prefix kit
  build 1.0.0
  mkdir -p "$MACHINE/opt"
  for prefix in /usr/lib/stable-bench /opt/stable-bench; do
    machine_dpkg -i "$DEB"
    run -0 machine_dpkg --remove stable-bench-hooks
    "$KIT/install.sh" --runner "$runner" --prefix "$prefix"
    conf 'governor = performance required'
    kit=$MACHINE$prefix
    configured=$(cd "$MACHINE/etc/stable-bench" && grep -r '')
    # Also one whose installation was killed between its two renames.
    mv "$kit" "$kit.old"
    run -0 machine_dpkg --purge stable-bench-hooks
    [[ "$output" == *"$prefix is installed, so its configuration in /etc/stable-bench stays"* ]]
    [ "$configured" = "$(cd "$MACHINE/etc/stable-bench" && grep -r '')" ]
    mv "$kit.old" "$kit"
    KIT=$kit run -0 as_job 600 tune
    KIT=$kit as_job 600 restore
    run -0 "$kit/uninstall.sh"
  done
  rm -r "$MACHINE"/proc/[0-9]* "$MACHINE/opt"
  diff <(echo "$tree") <(tree)
}

@test "a setting that does not come back: the package refuses to go, stays whole, and goes when it does" {
  install_and_tune 1.0.0
  echo '*/scaling_governor EIO' >"$BOX/refuse"
  run ! machine_dpkg --remove stable-bench-hooks
  [[ "$output" == *"the machine is not restored: nothing was removed"* ]]
  [ "$(status)" = 'ri 1.0.0' ]
  [ -x "$place/stable-bench-host" ]
  [ -x "$package/uninstall.sh" ]
  rm "$BOX/refuse"
  run -0 machine_dpkg --purge stable-bench-hooks
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$tree") <(tree)
  diff <(echo "$before") <(snapshot)
}
