#!/usr/bin/env bats
# The .deb on a real kernel with systemd and sudo.
load ../groups

setup_file() {
  local kit=$BATS_FILE_TMPDIR/kit version
  export MORE=$BATS_FILE_TMPDIR/more
  mkdir "$MORE"
  slow_kit "$kit"
  for version in 1.0.0 1.1.0; do
    bash "$vm/../../scripts/package.sh" --hooks-only --kit "$kit" --version "$version" "$BATS_FILE_TMPDIR/packages/$version"
    cp "$BATS_FILE_TMPDIR/packages/$version"/*.deb "$MORE"
  done
  run_groups package
}

@test "a package brings files and changes nothing" { passed package-files; }
@test "an upgrade in the middle of a job: it stays tuned and is restored, and the next one has the new kit" {
  passed package-upgraded
}
@test "removed in the middle of a job: restored; purged: nothing is left" { passed package-purged; }
