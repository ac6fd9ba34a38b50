#!/usr/bin/env bats
# An eye that knows no knob, on a real kernel: a hundred rounds (STABLE_BENCH_ROUNDS) of jobs with something killed or
# somebody who interferes; tests/vm/guest/looks.sh says what it reads, and what may differ.
load ../groups

setup_file() {
  local seed=${STABLE_BENCH_SEED-$RANDOM}
  echo "# seed $seed" >&3
  export VM_TIMEOUT=36000 EYE="${STABLE_BENCH_ROUNDS-100} $seed"
  run_groups eye
}

@test "whatever is killed at whatever moment: nothing on the machine differs that is not on the list" {
  passed eye
  grep -c '^round' "$BATS_TEST_TMPDIR/log" | sed 's/^/# rounds: /' >&3
}
