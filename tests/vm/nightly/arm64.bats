#!/usr/bin/env bats
# The kit on Debian's arm64 kernel, with slow and fast cores.
# bats file_tags=debian-12
load ../groups

setup_file() {
  local code=0
  mkdir "$BATS_FILE_TMPDIR/share"
  cp -r "$vm/../../runner-hooks" "$vm/guest" "$vm/../hooks/fake/kills.bash" "$BATS_FILE_TMPDIR/share"
  "$vm/machine/arm64.sh" "$BATS_FILE_TMPDIR/share" guest/systems/arm64.sh >"$BATS_FILE_TMPDIR/arm64.log" 2>&1 || code=$?
  ((code != 77)) || tail -n 1 "$BATS_FILE_TMPDIR/arm64.log" >"$BATS_FILE_TMPDIR/skip"
}

@test "auto takes a core of the highest capacity that Linux reads from the device tree" { passed fast-core; }
@test "a tune, an attach and a restore are exact, and the virtual machine is known by its device tree" { passed restored; }
@test "SIGKILL in tune and restore: the next call puts everything back" { passed killed; }
