#!/usr/bin/env bats
# The stand-in for the runner, outside of the test machine.

teardown() { kill "$listener" && wait "$listener"; }

@test "the runner takes a job whose name arrives in two parts, a timeout in between, and the next one" {
  local root=$BATS_TEST_TMPDIR name
  mkdir -p "$root"/bin "$root"/jobs/{one,two} && touch "$root/.env" && mkfifo "$root/queue"
  sed "s|/run/jobs|$root/jobs|g" "$BATS_TEST_DIRNAME/guest/runner/Runner.Listener" >"$root/bin/Runner.Listener"
  printf '#!/bin/bash\n' >"$root/bin/Runner.Worker" && chmod +x "$root"/bin/*
  "$root/bin/Runner.Listener" 3>&- &
  listener=$!
  printf o >"$root/queue"
  sleep 2
  printf 'ne\ntwo\n' >"$root/queue"
  for name in one two; do
    timeout 20 bash -c "until [[ -e $root/jobs/$name/result ]]; do sleep 0.1; done"
  done
}
