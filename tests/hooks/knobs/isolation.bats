#!/usr/bin/env bats
# Isolation where the kernel or systemd offers less: older partitions, cgroup v1, none at all; and what an administrator
# had set before.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  slice=/sys/fs/cgroup/stablebench.slice
  isolation=('governor = performance' 'turbo = off' 'smt = off' 'housekeeping = confine' 'partition = auto required' 'swap = off' 'kernel-threads = housekeeping')
  for tool in taskset renice prlimit; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' "$tool" "$BOX/moved" >"$BOX/bin/$tool"
    chmod +x "$BOX/bin/$tool"
  done
}

begin() { # LINES of the configuration
  before=$(snapshot)
  conf "$@"
  as_job 500 tune
  as_job 500 verify
}
finish() {
  run -0 as_job 500 restore
  [[ "$output" != *"trying again"* ]]
  THREADS=$(thread_cpus)
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
}
# The CPUs of the threads 901, 902 …; after `finish` they are in THREADS.
thread_cpus() { sed -sn 's/^Cpus_allowed_list:\t//p' "$MACHINE"/proc/90*/status 2>/dev/null | xargs; }
# attach_node: as node, a child of the worker, through sudo.
attach_node() {
  make_process 800 500 node 1001
  below 800 sudo 0 attach
}
partition() { receipt "(k => [k.wanted, k.readback, k.status, k.reason].join('|'))(r.knobs.find(k => k.target === '$slice/cpuset.cpus.partition'))"; }
reasons() { receipt "['housekeeping', 'partition', 'swap'].map(n => r.knobs.find(k => k.knob === n)).map(k => k.status + ': ' + k.reason).join('\n')"; }

@test "before Linux 6.1 there is no isolated partition: it becomes a root, and the receipt says so" {
  make_systemd
  echo "$slice/cpuset.cpus.partition EINVAL isolated" >"$BOX/refuse"
  begin "${isolation[@]}"
  [ "$(partition)" = 'isolated|root|applied|root, since isolated is refused here: EINVAL' ]
  [ "$(receipt r.grade)" = tuned ]
  finish
}

@test "an isolated partition that the kernel calls invalid becomes a root as well" {
  make_systemd
  sed -i 's#^kernel_rule() {#&\n  if [[ $1 == */cpuset.cpus.partition \&\& $2 == isolated ]]; then set -- "$1" "isolated invalid (Parent is not a partition root)"; fi#' "$KIT/lib/fake-kernel.bash"
  begin "${isolation[@]}"
  [ "$(partition)" = 'isolated|root|applied|root, since isolated is refused here: isolated invalid (Parent is not a partition root)' ]
  finish
}

@test "before Linux 5.14 there is no cgroup.kill: systemctl kill ends the processes in the slice" {
  make_systemd
  begin "${isolation[@]}"
  finish
  [[ "$(grep -E '^(kill|stop) .*stablebench.slice' "$BOX/systemctl.log" | xargs)" == 'kill --no-pager -s KILL -- stablebench.slice stop'* ]]
}

@test "with cgroup.kill, systemctl kill is not called" {
  make_systemd
  begin "${isolation[@]}"
  put "$slice/cgroup.kill" ''
  sed -i 's#^kernel_rule() {#&\n  [[ $1 != */cgroup.kill ]] || echo "$2" >"$ROOT/../killed"#' "$KIT/lib/fake-kernel.bash"
  finish
  [ "$(cat "$BOX/killed")" = 1 ]
  run -1 grep '^kill' "$BOX/systemctl.log"
}

@test "a partition = isolated does not become a root partition" {
  make_systemd
  echo "$slice/cpuset.cpus.partition EINVAL isolated" >"$BOX/refuse"
  begin 'smt = off' 'housekeeping = confine' 'partition = isolated'
  [ "$(partition)" = 'isolated|member|unsupported|this kernel has no such partition (EINVAL)' ]
  # The slice holds its CPU all the same, since everything else is confined.
  run -0 attach_node
  [ "$(value "$slice/cgroup.procs")" = 800 ]
  finish
}

@test "cgroup v1: isolation says why not, and attach binds by affinity alone" {
  make_systemd
  rm -r "$MACHINE/sys/fs/cgroup"
  put /sys/fs/cgroup/cpuset/cgroup.procs ''
  put /sys/fs/cgroup/systemd/cgroup.procs ''
  begin "${isolation[@]/ required/}"
  [ "$(receipt r.grade)" = degraded ]
  lack='no cgroup v2 here (boot with systemd.unified_cgroup_hierarchy=1)'
  [ "$(reasons)" = "unsupported: $lack"$'\n'"unsupported: $lack: attach binds by affinity alone"$'\n'"unsupported: $lack" ]
  run -0 attach_node
  [ "$(cat "$BOX/moved")" = $'taskset -apc 3 800\nrenice -n -5 -p 800' ]
  run -1 grep -E 'set-property|start.*stablebench' "$BOX/systemctl.log"
  finish
}

@test "without cgroups and systemd, isolation says why not, and attach binds by affinity alone" {
  begin "${isolation[@]/ required/}"
  [ "$(reasons)" = $'unsupported: there is no systemd here\nunsupported: there is no systemd here: attach binds by affinity alone\nunsupported: there is no systemd here' ]
  run -0 attach_node
  [ "$(cat "$BOX/moved")" = $'taskset -apc 3 800\nrenice -n -5 -p 800' ]
  finish
}

@test "without a partition there is no slice to limit, and none is left behind" {
  make_systemd
  begin 'swap = off' 'housekeeping = confine'
  [ "$(receipt "r.knobs.find(k => k.knob === 'swap').reason")" = 'no benchmark slice: partition is keep' ]
  finish
}

@test "memory is protected for the slice until the restore, and attached processes may lock it" {
  make_systemd
  begin "${isolation[@]}" 'memory = 2G required'
  [ "$(value /etc/units/stablebench.slice:MemoryMin)" = 2147483648 ]
  run -0 attach_node
  [[ "$(cat "$BOX/moved")" == *$'\nprlimit --memlock=unlimited:unlimited --pid 800' ]]
  finish
}

@test "cpusets that are not systemd's are not put at risk" {
  make_systemd
  put /sys/fs/cgroup/kubepods/cpuset.cpus ''
  put /sys/fs/cgroup/pinned/cpuset.cpus 2-3
  begin 'housekeeping = confine' 'partition = auto' 'swap = off'
  [[ "$(reasons)" == "failed: the cgroup pinned, which is not systemd's, has CPUs of its own"* ]]
  run -1 grep set-property "$BOX/systemctl.log"
  finish
}

@test "a partition of somebody else is not claimed, neither by the benchmark nor by housekeeping" {
  make_systemd
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=3
  put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
  begin 'smt = off' 'housekeeping = confine' 'partition = auto'
  [[ "$(receipt "r.knobs.find(k => k.target === 'unit:stablebench.slice:AllowedCPUs').reason")" == 'squatter.slice is a partition that holds CPUs 3' ]]
  [ "$(receipt "r.knobs.find(k => k.target === 'unit:stablebench.slice:AllowedCPUs').status")" = failed ]
  run -1 grep 'set-property.*stablebench' "$BOX/systemctl.log"
  finish
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=1
  begin 'smt = off' 'housekeeping = confine' 'partition = auto'
  [ "$(receipt "r.knobs.find(k => k.knob === 'housekeeping').reason")" = 'squatter.slice is a partition that holds CPUs 1' ]
  run -1 grep 'set-property.*\(system\|user\).slice' "$BOX/systemctl.log"
  finish
}

@test "settings of an administrator, at run time or in /etc, come back; slices without any stay without" {
  make_systemd
  "$BOX/bin/systemctl" set-property --runtime system.slice AllowedCPUs=0-5
  # Not from a drop-in of run time: after the restore systemd reads it from there again.
  echo 0-6 >"$MACHINE/etc/units/user.slice:AllowedCPUs"
  put /sys/fs/cgroup/user.slice/cpuset.cpus 0-6
  begin "${isolation[@]}"
  [ "$(value /etc/units/system.slice:AllowedCPUs)$(value /etc/units/user.slice:AllowedCPUs)" = 0-20-2 ]
  [[ "$(receipt "r.knobs.find(k => k.target === 'unit:init.scope:AllowedCPUs').reason")" == "others use cpusets here"* ]]
  finish
  [ "$(value /run/systemd/system.control/system.slice.d/50-AllowedCPUs.conf)" = AllowedCPUs=0-5 ]
  [ ! -e "$MACHINE/run/systemd/system.control/user.slice.d" ]
}

@test "where others use cpusets since the tune, a slice counts as restored with all CPUs" {
  make_systemd
  begin "${isolation[@]}"
  "$BOX/bin/systemctl" set-property --runtime cron.service AllowedCPUs=1
  run -0 as_job 500 restore
  for unit in system.slice user.slice init.scope; do
    [ "$(value /sys/fs/cgroup/$unit/cpuset.cpus)" = 0-7 ]
    [ ! -e "$MACHINE/etc/units/$unit:AllowedCPUs" ]
  done
  [ -z "$(find "$MACHINE/run/systemd" -name '*slice.d' -o -name '*scope.d')" ]
}

@test "every process gets all CPUs back, on Linux 7.0 and before" {
  make_systemd
  for touched in '' "$BOX/linux-7"; do
    [ -z "$touched" ] || touch "$touched"
    begin "${isolation[@]}"
    [ "$(ls "$BOX/confined")" = $'init.scope\nstablebench.slice\nsystem.slice\nuser.slice' ]
    finish
    [ -z "$(ls "$BOX/confined")" ]
  done
}

@test "init.scope waits for a slice that systemd does not free at first, so that every process gets all CPUs back" {
  make_systemd
  # The first call that would free it fails.
  sed -i 's#^set_cpus() {.*#[[ "$verb ${args[*]}" != "set-property system.slice AllowedCPUs=" ]] || ! rm "$MACHINE/../busy" 2>/dev/null || exit 1\n&#' "$BOX/bin/systemctl"
  for touched in '' "$BOX/linux-7"; do
    [ -z "$touched" ] || touch "$touched"
    begin "${isolation[@]}"
    touch "$BOX/busy"
    run -0 host restore
    [ ! -e "$BOX/busy" ]
    [[ "$output" == *'trying again'* ]]
    diff <(echo "$before") <(snapshot)
    [ -z "$(ls "$BOX/confined")" ]
  done
}

@test "a restore that was killed between a drop-in and its directory leaves neither behind" {
  make_systemd
  before=$(snapshot)
  conf "${isolation[@]}" 'memory = 64M'
  # After each rm of a drop-in; the rmdir is a process of its own.
  echo 'rm() { command rm "$@"; [[ ! -e $ROOT/../kill-at-rm || $* != *50-*.conf ]] || kill -KILL $$ $BASHPID; }' >>"$KIT/lib/engine/guard.sh"
  for drop_in in init.scope:AllowedCPUs stablebench.slice:MemoryMin stablebench.slice:AllowedCPUs; do
    host tune
    for place in transient system.control; do
      directory=$MACHINE/run/systemd/$place/${drop_in%:*}.d
      [ ! -d "$directory" ] || break
    done
    touch "$BOX/kill-at-rm"
    until [ ! -e "$directory/50-${drop_in#*:}.conf" ]; do run -137 host restore; done
    rm "$BOX/kill-at-rm"
    run -0 host restore
    diff <(echo "$before") <(snapshot)
  done
}

@test "CPUs that somebody wrote into a slice by hand are left alone, before and after" {
  make_systemd
  "$BOX/bin/systemctl" set-property --runtime system.slice AllowedCPUs=0-5
  put /sys/fs/cgroup/init.scope/cpuset.cpus 1
  begin "${isolation[@]}"
  [[ "$(receipt "r.knobs.find(k => k.target === 'unit:init.scope:AllowedCPUs').reason")" == *'none for systemd and 1 for the kernel' ]]
  finish
}

@test "CPUs that systemd reports and the kernel has refused are a failure" {
  make_systemd
  sed -i 's#^set_cpus() {.*#&\n  [[ $1 != user.slice ]] || return 0#' "$BOX/bin/systemctl"
  put /sys/fs/cgroup/user.slice/cpuset.cpus ''
  conf 'smt = off' 'housekeeping = confine required'
  run -1 host tune
  [[ "$output" == *"unit:user.slice:AllowedCPUs failed"*"is 0-2 for systemd and none for the kernel"*"required knob failed"* ]]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "kernel threads that the partition moves come back, also with kernel-threads = keep" {
  make_systemd
  make_thread 901 $((0x00200000)) 0-1
  make_thread 902 $((0x00200000)) 4-7
  make_taskset
  threads=$(cat "$MACHINE"/proc/90[12]/status)
  conf 'smt = off' 'housekeeping = confine' 'partition = auto' 'kernel-threads = keep'
  host tune
  [ "$(cat "$MACHINE"/proc/90[12]/status)" != "$threads" ]
  run -0 host verify
  run -0 host restore
  [ "$(cat "$MACHINE"/proc/90[12]/status)" = "$threads" ]
}

@test "kernel threads that began while the machine was tuned get back the CPUs that kthreadd had" {
  make_systemd
  make_taskset
  make_thread 2 $((0x00200000)) 0-7
  put /proc/sys/kernel/osrelease 7.0.0-14-generic
  begin 'kernel-threads = housekeeping'
  make_thread 901 $((0x00200000)) 0-2,4-6
  make_thread 902 $((0x00200000)) 1
  make_thread 903 $((0x04200000)) 0-2,4-6
  cpus() { sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE"/proc/{2,901,902,903}/status | xargs; }
  [ "$(cpus)" = '0-2,4-6 0-2,4-6 1 0-2,4-6' ]
  run -0 as_job 500 restore
  [ "$(cpus)" = '0-7 0-7 1 0-2,4-6' ]
}

@test "a kernel thread that began while the machine was tuned and refuses other CPUs is named, and the restore is complete" {
  make_systemd
  make_taskset
  make_thread 2 $((0x00200000)) 0-7
  put /proc/sys/kernel/osrelease 7.0.0-14-generic
  begin 'kernel-threads = housekeeping'
  make_thread 901 $((0x00200000)) 0-2,4-6
  make_thread 902 $((0x00200000)) 0-2,4-6
  # The second one ends meanwhile.
  sed -i "2i [[ \$3 != 90[12] ]] || { [[ \$3 == 901 ]] || rm -r '$MACHINE/proc/902'; echo 'taskset: Invalid argument' >\&2; exit 1; }" "$BOX/bin/taskset"
  run -0 as_job 500 restore
  [[ "$output" == *'kthread:901:50 left: began while the machine was tuned, and keeps CPUs 0-2,4-6 (EINVAL)'* ]]
  [[ "$output" != *902* ]]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "a thread with the housekeeping CPUs that is not from this tune keeps them: with keep, before Linux 7.0, while tuned" {
  make_systemd
  make_taskset
  late() { sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE/proc/901/status"; }
  for case in 'keep 7.0.0' 'housekeeping 6.12.48'; do
    make_thread 2 $((0x00200000)) 0-7
    put /proc/sys/kernel/osrelease "${case#* }"
    begin "kernel-threads = ${case% *}"
    make_thread 901 $((0x00200000)) 0-2,4-6
    run -0 host verify
    [ "$(late)" = 0-2,4-6 ]
    run -0 as_job 500 restore
    [ "$(late)" = 0-2,4-6 ]
    rm -r "$MACHINE/proc/901"
  done
}

@test "kernel threads stay on CPUs that a partition of somebody else holds, since Linux would not give them back" {
  make_systemd
  make_taskset
  make_thread 901 $((0x00200000)) 0-7
  make_thread 902 $((0x00200000)) 2-3
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=1
  put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
  begin 'kernel-threads = housekeeping'
  [ "$(receipt "r.knobs.map(k => [k.target, k.status, k.reason].join()).join(' ')")" = \
    'kthread:902:50,applied, ,failed,squatter.slice is a partition that holds CPUs 1, and Linux would not give them back to kernel threads' ]
  [ "$(thread_cpus)" = '0-7 0-2,4-6' ]
  finish
  [ "$THREADS" = '0-7 2-3' ]
}

@test "kernel-threads = keep: a thread moved off CPUs that another partition holds does not keep the journal open" {
  make_systemd
  make_thread 901 $((0x00200000)) 1-2
  make_thread 902 $((0x00200000)) 4-7
  # Linux gives no thread CPU 1, which the other partition holds.
  cat >"$BOX/bin/taskset" <<TASKSET
#!/bin/bash
[[ \$1 == -pc ]] && sed -i "s/^Cpus_allowed_list:.*/Cpus_allowed_list:\t\${2/#1-2/2}/" "$MACHINE/proc/\$3/status"
TASKSET
  chmod +x "$BOX/bin/taskset"
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=1
  put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
  conf 'cpus = 3' 'smt = keep' 'partition = auto' 'kernel-threads = keep'
  host tune
  [ "$(thread_cpus)" = '0-1 0-1' ]
  run -0 host restore
  [ "$(thread_cpus)" = '0-1 4-7' ]
}

@test "root stops the benchmark slice during a job: the restore leaves no cgroup of it behind" {
  make_systemd
  begin "${isolation[@]}" 'memory = 64M'
  "$BOX/bin/systemctl" stop stablebench.slice
  [ ! -e "$MACHINE$slice" ]
  finish
  [ ! -e "$MACHINE$slice" ]
  [ "$(<"$MACHINE/etc/units/stablebench.slice")" = inactive ]
}
