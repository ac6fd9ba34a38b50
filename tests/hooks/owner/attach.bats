#!/usr/bin/env bats
# attach and drop-caches are for the job that holds the machine, and for no process of somebody else.
load ../kit

setup() {
  make_governor_machine
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

@test "a thread that ends while attach looks at it does not end attach: the process is bound and has its priority" {
  for tool in taskset renice; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' "$tool" "$BOX/moved" >"$BOX/bin/$tool" && chmod +x "$BOX/bin/$tool"
  done
  as_job 500 tune
  make_process 800 500 node 1001
  mkdir -p "$MACHINE/proc/800/task/799" && ln -s gone "$MACHINE/proc/800/task/799/status"
  run -0 below 800 sudo 0 attach
  [[ "$output" == *'process 800 runs on CPUs 1,3' ]]
  [ "$(cat "$BOX/moved")" = $'taskset -apc 1,3 800\nrenice -n -5 -p 800' ]
}
