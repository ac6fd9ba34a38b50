#!/usr/bin/env bats
# What a restore itself leaves half done is not taken for somebody else's; what somebody else has set is.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  uncore=/sys/devices/system/cpu/intel_uncore_frequency/uncore00/min_freq_khz
  interval=/proc/sys/vm/stat_interval
  conf 'uncore = max' 'statistics-interval = 10'
  make_odd_uncore
  touch "$BOX/odd"
  before=$(snapshot)
  host tune
}

@test "what the kernel makes of a restored value is not back: each restore fails and says so, until the kernel takes it" {
  for _ in 1 2; do
    run -1 host restore
    [[ "$output" == *"uncore: $uncore failed: holds 900000 instead of 800000"* && "$output" != *foreign* ]]
    [ -e "$MACHINE/run/stable-bench/journal" ]
  done
  run -1 as_job 500 tune
  rm "$BOX/odd"
  run -0 host restore
  rm -r "$MACHINE"/proc/[1-9]*
  diff <(echo "$before") <(snapshot)
}

@test "nor is it when the restore was killed after it wrote that value" {
  for at in 1 2 3 4; do
    echo 0 >"$BOX/kill-count" && echo "$at" >"$BOX/kill-at"
    run -137 host restore
    [[ "$(value "$uncore")" != 900000 ]] || break
  done
  rm "$BOX/kill-at" "$BOX/odd"
  [ "$(value "$uncore")" = 900000 ]
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "what somebody else set during the job is left alone and named, also by the restores after one that failed" {
  echo 7 >"$MACHINE$interval"
  for _ in 1 2; do
    run -1 host restore
    [[ "$output" == *"statistics-interval: $interval foreign: somebody set it to 7, left alone"* ]]
  done
  rm "$BOX/odd"
  run -0 host restore
  [[ "$output" == *'restored 1 targets, left 1 that somebody else changed' ]]
  [ "$(value "$interval") $(value "$uncore")" = '7 800000' ]
}

@test "what somebody else sets between two restores is left alone too, whether it was back by then or not" {
  run -1 host restore
  echo 7 >"$MACHINE$interval"
  echo 850000 >"$MACHINE$uncore"
  run -0 host restore
  [[ "$output" == *"$interval foreign: somebody set it to 7"* && "$output" == *"$uncore foreign: somebody set it to 850000"* ]]
  [ "$(value "$interval") $(value "$uncore")" = '7 850000' ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "a tune that was killed in the middle of its last line is restored also after a restore that was killed or failed" {
  local journal=$MACHINE/run/stable-bench/journal cut
  rm "$BOX/odd"
  # The line is `tuned|TIME`: without its end, and without all of its time.
  for cut in 1 5 11; do
    truncate -s "-$cut" "$journal"
    touch "$BOX/odd"
    run -1 host restore
    rm "$BOX/odd"
    run -0 host restore
    [[ "$output" != *'damaged'* ]]
    diff <(echo "$before") <(snapshot)
    [ ! -e "$journal" ]
    host tune
  done
}
