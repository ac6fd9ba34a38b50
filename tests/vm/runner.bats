#!/usr/bin/env bats
# The stand-in for the runner, outside of the test machine.
source "$BATS_TEST_DIRNAME/../until.bash"

teardown() { kill "$listener" && wait "$listener"; }

@test "the runner takes a job whose name arrives in two parts, a timeout in between, and the next one" {
  local root=$BATS_TEST_TMPDIR name
  mkdir -p "$root"/bin "$root"/jobs/{one,two} && touch "$root/.env" && mkfifo "$root/queue"
  # Of each read it notes what came, also of one whose time was up.
  sed "s|/run/jobs|$root/jobs|g; s|^  job+=.*|&; echo \"\$part\" >>$root/parts|" "$BATS_TEST_DIRNAME/guest/runner/Runner.Listener" >"$root/bin/Runner.Listener"
  printf '#!/bin/bash\n' >"$root/bin/Runner.Worker" && chmod +x "$root"/bin/*
  "$root/bin/Runner.Listener" 3>&- &
  listener=$!
  printf o >"$root/queue"
  wait_until grep -sqx o "$root/parts"
  printf 'ne\ntwo\n' >"$root/queue"
  for name in one two; do
    wait_until [ -e "$root/jobs/$name/result" ]
  done
}
