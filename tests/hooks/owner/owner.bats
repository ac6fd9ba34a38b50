#!/usr/bin/env bats
# One Runner.Worker owns the tuning: who it is, and what other jobs get.
load ../kit

setup() {
  make_governor_machine
}

@test "the receipt names the job's worker, found in /proc behind sudo and its monitor" {
  make_process 500 1 Runner.Worker 1001 777
  make_process 501 500 bash 1001
  make_process 502 501 sudo 0
  below 502 sudo 0 tune
  [ "$(receipt 'JSON.stringify(r.owner)')" = '{"kind":"worker","pid":500,"start_time":777,"uid":1001}' ]
}

@test "the outermost Runner.Worker with the caller's user counts" {
  make_process 400 1 Runner.Worker 0
  make_process 500 400 Runner.Worker 1001 777
  make_process 600 500 Runner.Worker 1001 888
  below 600 bash 1001 tune
  [ "$(receipt r.owner.pid)" = 500 ]
}

@test "a process name with brackets, blanks and line breaks cannot fake a parent" {
  make_process 500 1 Runner.Worker 1001
  make_process 700 1 bash 1001
  put /proc/700/stat $'700 (x) S 500 0\n (y) S 500 1) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0'
  run -77 below 700 bash 1001 tune
}

@test "a user without a job cannot tune" {
  run -77 below 1 bash 1001 tune
  [ "$(snapshot)" = "$before" ]
}

@test "a second job gets the answer busy and cannot restore the first one's machine" {
  as_job 500 tune
  run -75 as_job 600 tune
  [[ "$output" == *"busy: another job (process 500)"* ]]
  run -0 as_job 600 restore
  [[ "$output" == *"tuned for another job: left alone"* ]]
  [ "$(receipt r.owner.pid)" = 500 ]
  as_job 500 restore
  [ "$(snapshot)" = "$before" ]
}

@test "a job that does not hold the machine, or a user without one, is not told that it is verified" {
  as_job 500 tune
  for caller in 'as_job 600' 'below 1 bash 1001'; do
    read -r -a caller <<<"$caller"
    run -77 "${caller[@]}" verify
    [[ "$output" == *'the machine is not tuned for this job'* && "$output" != *verified* ]]
  done
  run -0 as_job 500 verify
  [[ "$output" == *'verified: degraded, 0 drifted'* ]]
  run -0 host verify
}

@test "a job on a machine that root has tuned is told so, with the command for root" {
  host tune
  run -75 as_job 600 tune
  [[ "$output" == *"busy: root has tuned this machine: sudo env -u SUDO_UID $KIT/stable-bench-host restore"* ]]
}

@test "a second job can be configured to wait" {
  as_job 500 tune
  conf 'governor = performance required' 'busy-wait = 600'
  note_pauses
  as_job 600 tune &
  wait_until has_paused 1 1
  [ "$(receipt r.owner.pid)" = 500 ]
  as_job 500 restore
  wait $!
  [ "$(receipt r.owner.pid)" = 600 ]
}

@test "after the worker's death the next job restores first, then tunes for itself" {
  echo conservative >"$MACHINE/sys/devices/system/cpu/cpufreq/policy1/scaling_governor"
  before=$(snapshot)
  as_job 500 tune
  rm -r "$MACHINE/proc/500"
  run -0 as_job 600 tune
  [[ "$output" == *"restoring it first"* ]]
  [ "$(receipt '[r.owner.pid, r.generation, r.knobs[1].original].join()')" = 600,2,conservative ]
  as_job 600 restore
  [ "$(snapshot)" = "$before" ]
}

@test "after it has restored for another job, a tune reads services and slices again" {
  make_systemd
  conf 'services = stop' 'housekeeping = confine' 'partition = auto'
  before=$(snapshot)
  as_job 500 tune
  rm -r "$MACHINE/proc/500"
  run -0 as_job 600 tune
  [[ "$output" == *"restoring it first"* ]]
  [ "$(receipt "r.knobs.find(k => k.target === 'unit:cron.service').original")" = active ]
  [ "$(receipt "r.knobs.find(k => k.target === 'unit:system.slice:AllowedCPUs').original")" = '' ]
  as_job 600 restore
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
}

@test "a reused process number is not the owner" {
  as_job 500 tune
  run -0 as_job 500 tune 2000
  [[ "$output" == *"restoring it first"* ]]
}

@test "concurrent calls of tune and restore leave a consistent machine" {
  local i
  for i in 1 2 3; do
    host tune >/dev/null 2>&1 &
    host restore >/dev/null 2>&1 &
    host verify >/dev/null 2>&1 &
  done
  wait
  host restore
  [ "$(snapshot)" = "$before" ]
}

@test "the job of an ephemeral service becomes the owner of the machine that the service has tuned" {
  # The unit whose cgroup its jobs are in.
  sed -i 's/^  identify_caller "$2"$/&; CALLER_KIND=service CALLER_UNIT=runner.service/' "$KIT/lib/main.sh"
  host tune
  generation=$(receipt r.generation)
  cp "$HOOKS/lib/main.sh" "$KIT/lib/main.sh"
  as_job 500 tune
  [ "$(receipt '[r.owner.kind, r.owner.pid].join()')" = worker,500 ]
  (($(receipt r.generation) > generation))
  as_job 500 restore
  [ "$(snapshot)" = "$before" ]
}
