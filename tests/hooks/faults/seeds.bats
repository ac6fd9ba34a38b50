#!/usr/bin/env bats
# Kills at points that a seed has chosen, as a real kernel has to take them, too (tests/vm/nightly/seeds.bats).
load ../kit
load ../fake/kills
load seeds

@test "killed at the points of a seed, all that can be killed leaves what the points say, and the next call puts it right" {
  make_seeds_machine
  seeded 14 18 >"$BOX/told" || { cat "$BOX/told"; return 1; }
  # A kill leaves something behind; what was not reached is as it was.
  (($(grep -c '^  killed at' "$BOX/told") >= 9))
  for kind in "${KINDS[@]}"; do grep -q ": $kind, point" "$BOX/told"; done
  # The caller alone was killed: its restore has gone on to the end.
  run -0 grep -A1 ': sudo, .* code 137' "$BOX/told"
  grep -A3 ': sudo, .* code 137' "$BOX/told" | grep -q '^  restore: exit code 0'
  grep -A20 ': tune, ' "$BOX/told" | grep -q 'scaling_governor performance'
  grep -q 'journal is there' "$BOX/told"
}

@test "a restore that leaves a file as it was not before is seen" {
  make_seeds_machine
  printf '%s\n' 'eval "whole_$(declare -f restore_knob)"' \
    'restore_knob() { whole_restore_knob "$@"; [[ $1 != compaction ]] || echo 11 >"$ROOT/proc/sys/vm/compaction_proactiveness"; }' >>"$KIT/lib/engine/guard.sh"
  run -1 seeded 14 3
  [[ "$output" == *'left:'*compaction_proactiveness* ]]
}
