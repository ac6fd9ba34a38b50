#!/usr/bin/env bats
# SMT, and CPUs that come and go during a job.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
}

@test "SMT off takes the second threads offline, and on brings back only those that were online" {
  make_machine acpi-cpufreq 4
  echo 0 >"$MACHINE$cpu/cpu6/online"
  echo 0-5,7 >"$MACHINE$cpu/online"
  begin 'smt = off required' 'governor = performance'
  [ "$(value "$cpu"/online)" = 0-3 ]
  [ "$(cpus)" = '3 0-2' ]
  finish
  [ "$(value "$cpu"/cpu6/online)" = 0 ]
}

# switch CPU 0|1: as an administrator does, by hand.
switch() {
  local online=''
  echo "$2" >"$MACHINE$cpu/cpu$1/online"
  for n in 0 1 2 3 4 5 6 7; do [[ -e $MACHINE$cpu/cpu$n/online && $(value "$cpu/cpu$n/online") == 0 ]] || online+=,$n; done
  echo "${online#,}" >"$MACHINE$cpu/online"
}

@test "a CPU that somebody takes offline during a job has its settings back, and is offline afterwards" {
  make_machine acpi-cpufreq 4
  before=$(snapshot)
  conf 'smt = off required' 'governor = performance required'
  host tune
  switch 2 0
  run -1 host verify
  [[ "$output" == *"smt: $cpu/cpu2/online drifted: it was 1 after the tune"* ]]
  # Also when the first restore is killed after it has brought the CPU back.
  echo 0 >"$BOX/kill-count" && echo 3 >"$BOX/kill-at"
  run -137 host restore
  rm "$BOX/kill-at"
  run -0 host restore
  [[ "$output" == *"smt: $cpu/cpu2/online foreign: somebody set it to 0, and so it is again"* ]]
  [[ "$output" == *', left 1 that somebody else changed' ]]
  [ "$(value "$cpu"/cpu2/online)" = 0 ]
  switch 2 1
  diff <(echo "${before//0-7/0,1,2,3,4,5,6,7}") <(snapshot | sed 's/0-7/0,1,2,3,4,5,6,7/')
}

@test "a CPU that somebody takes online during a job stays online" {
  make_machine none 4
  switch 2 0
  conf 'smt = off required'
  host tune
  switch 2 1
  run -0 host restore
  [[ "$output" == *"smt: $cpu/cpu2/online foreign: somebody set it to 1, and so it is again"* ]]
  [ "$(value "$cpu"/cpu2/online)" = 1 ]
}

@test "SMT off alone: an interrupt that only a second thread had goes back to it" {
  make_machine none 4 3
  echo 7 >"$MACHINE/proc/irq/1/smp_affinity_list"
  begin 'smt = off'
  [ "$(value /proc/irq/1/smp_affinity_list)" = 0-3 ]
  finish
}

@test "the restore waits for the CPUs, which come late, before it goes on with other targets" {
  make_machine acpi-cpufreq 4
  begin 'smt = off required' 'governor = performance required' 'turbo = off required' 'irq-affinity = housekeeping'
  [ "$(value "$cpu"/online)" = 0-3 ]
  touch "$BOX/late-cpus"
  finish
}

@test "SMT that is forced off or not there is unsupported and says why" {
  make_machine acpi-cpufreq
  echo notsupported >"$MACHINE$cpu/smt/control"
  begin 'smt = off required'
  [[ "$(reason smt)" == *"no SMT"* ]]
  finish
}

@test "without a control file the second threads are taken offline one by one" {
  make_machine acpi-cpufreq
  rm -r "$MACHINE$cpu/smt"
  begin 'smt = off required'
  [ "$(value "$cpu"/online)" = 0-1 ]
  finish
}

@test "without SMT, or with smt = keep, a CPU that somebody takes offline has its settings back too, and is offline afterwards" {
  make_machine acpi-cpufreq 4
  for smt in notsupported on; do
    put "$cpu/smt/control" "$smt"
    before=$(snapshot)
    conf 'profile = standard' 'smt = keep'
    host tune
    switch 5 0
    # Also when the first restore is killed after it has brought the CPU back.
    echo 0 >"$BOX/kill-count" && echo 3 >"$BOX/kill-at"
    run -137 host restore
    rm "$BOX/kill-at"
    run -0 host restore
    [[ "$output" == *"smt: $cpu/cpu5/online foreign: somebody set it to 0, and so it is again"* ]]
    [ "$(value "$cpu"/cpu5/online)" = 0 ]
    switch 5 1
    diff <(echo "${before//0-7/0,1,2,3,4,5,6,7}") <(snapshot | sed 's/0-7/0,1,2,3,4,5,6,7/')
    echo 0-7 >"$MACHINE$cpu/online"
  done
}

@test "SMT that somebody turns off during a job is off afterwards, and the settings of the second threads are back" {
  make_machine acpi-cpufreq 4
  conf 'governor = performance'
  host tune
  echo off >"$MACHINE$cpu/smt/control"
  for number in 4 5 6 7; do switch "$number" 0; done
  run -0 host restore
  [[ "$output" == *"smt: $cpu/smt/control foreign: somebody set it to off, and so it is again"* ]]
  [ "$(value "$cpu"/smt/control) $(value "$cpu"/online)" = 'off 0-3' ]
  [ "$(cat "$MACHINE$cpu"/cpufreq/policy*/scaling_governor | sort -u)" = ondemand ]
}

@test "a CPU that somebody takes online during a job is never offline in between, since what runs there would lose it" {
  make_machine none 4
  switch 5 0
  conf 'statistics-interval = 10'
  host tune
  switch 5 1
  : >"$BOX/order"
  run -0 host restore
  [[ "$output" == *"smt: $cpu/cpu5/online foreign: somebody set it to 1, and so it is again"* ]]
  [ "$(value "$cpu"/cpu5/online)" = 1 ]
  run -1 grep cpu5/online "$BOX/order"
}

@test "a CPU that does not come online again blocks the machine only while it has settings of a job" {
  make_machine none 2
  put "$cpu/cpu1/power/energy_perf_bias" 6
  conf 'statistics-interval = 10'
  host tune
  switch 1 0
  echo "$cpu/cpu1/online EIO" >"$BOX/refuse"
  run -0 host restore
  [[ "$output" == *"smt: $cpu/cpu1/online foreign: somebody set it to 0, and it does not come back (EIO)"* ]]
  rm "$BOX/refuse"
  switch 1 1
  conf 'energy-bias = 0'
  host tune
  switch 1 0
  # Its file goes with the CPU, and comes with it.
  mv "$MACHINE$cpu/cpu1/power/energy_perf_bias" "$BOX/bias"
  echo "$cpu/cpu1/online EIO" >"$BOX/refuse"
  run -1 host restore
  [[ "$output" == *"energy-bias: $cpu/cpu1/power/energy_perf_bias failed: its CPU is offline: it comes back when that is online again"* ]]
  rm "$BOX/refuse"
  switch 1 1
  mv "$BOX/bias" "$MACHINE$cpu/cpu1/power/energy_perf_bias"
  run -0 host restore
  [ "$(value "$cpu"/cpu1/power/energy_perf_bias)" = 6 ]
}
