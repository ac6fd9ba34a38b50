#!/usr/bin/env bats
# Rounds (STABLE_BENCH_ROUNDS, sixty-three) in which a seed (STABLE_BENCH_SEED) says what is killed, and where: on the fake
# machine, and in one boot on a real kernel, which must say of every round what the fake machine has said.
load ../groups
load ../../hooks/kit
load ../../hooks/fake/kills
load ../../hooks/faults/seeds

setup_file() {
  local seed=${STABLE_BENCH_SEED-$RANDOM} rounds=${STABLE_BENCH_ROUNDS-63}
  echo "# seed $seed: STABLE_BENCH_SEED=$seed repeats these $rounds rounds" >&3
  export MORE=$BATS_FILE_TMPDIR/more VM_TIMEOUT=7200
  mkdir "$MORE"
  make_seeds_machine
  seeded "$seed" "$rounds" >"$MORE/seeds.expected" || { cat "$MORE/seeds.expected"; return 1; }
  rm -rf "$BOX"
  echo "$seed $rounds" >"$MORE/seed"
  cp "$BATS_TEST_DIRNAME/../../hooks/fake/kills.bash" "$MORE"
  run_groups seeds
}
teardown() { :; }

@test "killed at the points of a seed, this kernel ends each round as the fake machine does" {
  passed same-ends
  grep '^rounds: ' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}
