#!/usr/bin/env bats
# One Runner.Worker owns the tuning: the effects of other jobs, its death and the lease.
load kit

setup() {
  make_governor_machine
}

# as_systemd VERB: as a unit's process, whose parent is process 1.
as_guard() { sed -i 's/^  identify_caller "$2"$/&; CALLER_KIND=service CALLER_UNIT=guard.service/' "$KIT/lib/main.sh" && host "$1"; }

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
  conf 'governor = performance required' 'busy-wait = 20'
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
  [ "$(receipt '[r.owner.pid, r.generation, r.knobs[1].original]')" = "$(node -p "[600, 2, 'conservative']")" ]
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

@test "the guard restores when the worker dies" {
  as_job 500 tune
  note_pauses
  as_guard guard >"$BOX/guard.log" 2>&1 &
  # Before its second pause it has looked at the worker, which lived.
  wait_until has_paused 2 2
  [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  rm -r "$MACHINE/proc/500"
  wait $!
  [ "$(snapshot)" = "$before" ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "the guard restores when the lease runs out, and after a tune that was killed" {
  conf 'governor = performance required' 'lease-max = 1s'
  as_job 500 tune
  as_guard guard
  [ "$(snapshot)" = "$before" ]
  conf 'governor = performance required'
  echo 0 >"$BOX/kill-count"
  echo 5 >"$BOX/kill-at"
  run -137 as_job 500 tune
  rm "$BOX/kill-at"
  as_guard guard
  [ "$(snapshot)" = "$before" ]
}

@test "at boot and at the end of a runner's service, recover restores only when nobody holds the machine" {
  as_job 500 tune
  as_guard recover
  [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  rm -r "$MACHINE/proc/500"
  host recover
  [ "$(snapshot)" = "$before" ]
}

@test "a writer that outlives a killed engine still holds the lock" {
  exec 8>>"$MACHINE/run/lock-test"
  mkdir -p "$MACHINE/run/stable-bench/private"
  flock "$MACHINE/run/stable-bench/private/lock" \
    sh -c "until [ -e '$BOX/go-on' ]; do sleep 0.05; done; echo >'$BOX/released'" 3>&- &
  wait_until lock_is_held
  "$KIT/stable-bench-host" tune &
  wait_until pgrep -P $! -x flock
  touch "$BOX/go-on"
  wait $!
  [ -e "$BOX/released" ]
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

@test "the guard is started before there is a journal, so that no kill leaves one behind without it" {
  make_systemd
  sed -i '2i [[ $1 != restart || -e '"$MACHINE"'/run/stable-bench/journal ]] || echo early >>'"$BOX/started" "$BOX/bin/systemctl"
  host tune
  [ "$(cat "$BOX/started")" = early ]
}

@test "attach moves the caller, not sudo, and only for the job that holds the machine" {
  mkdir -p "$MACHINE/sys/fs/cgroup/stablebench.slice"
  put /sys/fs/cgroup/stablebench.slice/cgroup.procs ''
  for tool in taskset renice; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' "$tool" "$BOX/moved" >"$BOX/bin/$tool"
    chmod +x "$BOX/bin/$tool"
  done
  run -1 as_job 500 attach
  [[ "$output" == *"not tuned"* ]]
  as_job 500 tune
  run -77 as_job 600 attach
  make_process 800 500 node 1001
  make_process 801 800 sudo 0
  below 801 sudo 0 attach
  [ "$(value /sys/fs/cgroup/stablebench.slice/cgroup.procs)" = 800 ]
  [ "$(cat "$BOX/moved")" = $'taskset -apc 1,3 800\nrenice -n -5 -p 800' ]
}

@test "attach binds every thread by affinity that the slice has not bound already" {
  printf '#!/bin/bash\n' >"$BOX/bin/renice" && chmod +x "$BOX/bin/renice"
  printf '#!/bin/bash\necho "taskset $*" >>"%s"\n' "$BOX/moved" >"$BOX/bin/taskset" && chmod +x "$BOX/bin/taskset"
  as_job 500 tune
  attach_node() { make_process 800 500 node 1001 && below 800 sudo 0 attach; }
  put /proc/800/task/800/status $'Name:\tnode\nCpus_allowed_list:\t1,3\nMems_allowed_list:\t0'
  put /proc/800/task/801/status $'Name:\tnode\nCpus_allowed_list:\t1-3\nMems_allowed_list:\t0'
  attach_node
  [ "$(cat "$BOX/moved")" = 'taskset -apc 1,3 800' ]
  put /proc/800/task/801/status $'Name:\tnode\nCpus_allowed_list:\t1,3\nMems_allowed_list:\t0'
  attach_node
  [ "$(cat "$BOX/moved")" = 'taskset -apc 1,3 800' ]
}

@test "attach does not take a process of somebody else, nor the worker itself" {
  as_job 500 tune
  make_process 800 500 node 1002
  below 800 sudo 0 attach && return 1
  [ ! -e "$BOX/moved" ]
}

# attach_changing MOMENT CHANGE: attach for process 800, of which CHANGE (start | user) changes while MOMENT (moved | reniced).
attach_changing() {
  local change
  mkdir -p "$MACHINE/sys/fs/cgroup/stablebench.slice" "$MACHINE/sys/fs/cgroup/system.slice/runner.service"
  put /sys/fs/cgroup/stablebench.slice/cgroup.procs ''
  put /sys/fs/cgroup/system.slice/runner.service/cgroup.procs ''
  case $2 in
    start) change="sed -i 's/1000 0 0\$/9999 0 0/' '$MACHINE/proc/800/stat'" ;;
    user) change="sed -i 's/^Uid:.*/Uid:\t1001\t0\t0\t0/' '$MACHINE/proc/800/status'" ;;
  esac
  for tool in taskset renice prlimit; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' "$tool" "$BOX/moved" >"$BOX/bin/$tool"
    chmod +x "$BOX/bin/$tool"
  done
  : >"$BOX/moved"
  cp "$HOOKS/lib/engine/attach.sh" "$KIT/lib/engine/attach.sh"
  case $1 in
    moved) printf 'eval "real_$(declare -f kernel_write)"\nkernel_write() { real_kernel_write "$@" && %s; }\n' "$change" >>"$KIT/lib/engine/attach.sh" ;;
    reniced) echo "$change" >>"$BOX/bin/renice" ;;
  esac
  as_job 500 tune
  make_process 800 500 node 1001
  sed -i 's/^\(800 (node) S 500 \(0 \)\{14\}\)0 /\17 /' "$MACHINE/proc/800/stat"
  printf 'Cpus_allowed_list:\t0-2\nMems_allowed_list:\t0\n' >>"$MACHINE/proc/800/status"
  printf 'Max locked memory         8388608              unlimited            bytes     \n' >"$MACHINE/proc/800/limits"
  echo 4294967296 >"$MACHINE/sys/fs/cgroup/stablebench.slice/memory.min"
  below 800 sudo 0 attach
}

@test "a process that changes while attach moves it goes back to its cgroup at once" {
  for change in start user; do
    run -1 attach_changing moved "$change"
    [[ "$output" == *"process 800 is not attached: it changed while it was moved"* ]]
    [ "$(value /sys/fs/cgroup/system.slice/runner.service/cgroup.procs)" = 800 ]
    [ ! -s "$BOX/moved" ]
  done
}

@test "a process that changes later gets its cgroup, CPUs, priority and limit back" {
  for change in start user; do
    run -1 attach_changing reniced "$change"
    [[ "$output" == *"process 800 is not attached: it changed while it was bound"* ]]
    [ "$(value /sys/fs/cgroup/system.slice/runner.service/cgroup.procs)" = 800 ]
    diff "$BOX/moved" <(printf '%s\n' 'taskset -apc 1,3 800' 'renice -n -5 -p 800' \
      'prlimit --memlock=unlimited:unlimited --pid 800' \
      'taskset -apc 0-2 800' 'renice -n 7 -p 800' 'prlimit --memlock=8388608:unlimited --pid 800')
  done
}

@test "a process that cannot be bound goes back to its cgroup" {
  mkdir -p "$MACHINE/sys/fs/cgroup/stablebench.slice" "$MACHINE/sys/fs/cgroup/system.slice/runner.service"
  put /sys/fs/cgroup/stablebench.slice/cgroup.procs ''
  put /sys/fs/cgroup/system.slice/runner.service/cgroup.procs ''
  printf '#!/bin/bash\nexit 1\n' >"$BOX/bin/taskset" && chmod +x "$BOX/bin/taskset"
  as_job 500 tune
  make_process 800 500 node 1001
  run -1 below 800 sudo 0 attach
  [ "$(value /sys/fs/cgroup/system.slice/runner.service/cgroup.procs)" = 800 ]
}

@test "drop-caches is for the job that holds the machine" {
  run -1 as_job 500 drop-caches
  as_job 500 tune
  run -77 as_job 600 drop-caches
  [ "$(value /proc/sys/vm/drop_caches)" = 0 ]
  printf '#!/bin/bash\n' >"$BOX/bin/sync" && chmod +x "$BOX/bin/sync"
  as_job 500 drop-caches
  [ "$(value /proc/sys/vm/drop_caches)" = 3 ]
}

@test "the job of an ephemeral service becomes the owner of the machine that the service has tuned" {
  # The unit whose cgroup its jobs are in.
  sed -i 's/^  identify_caller "$2"$/&; CALLER_KIND=service CALLER_UNIT=runner.service/' "$KIT/lib/main.sh"
  host tune
  generation=$(receipt r.generation)
  cp "$HOOKS/lib/main.sh" "$KIT/lib/main.sh"
  as_job 500 tune
  [ "$(receipt '[r.owner.kind, r.owner.pid]')" = "$(node -p "['worker', 500]")" ]
  (($(receipt r.generation) > generation))
  as_job 500 restore
  [ "$(snapshot)" = "$before" ]
}
