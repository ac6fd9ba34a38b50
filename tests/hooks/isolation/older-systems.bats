#!/usr/bin/env bats
# Isolation where the kernel or systemd offers less: older partitions, cgroup v1, none at all; partitions of somebody else.
load ../kit
load isolated

# attach_node: as node, a child of the worker, through sudo.
attach_node() {
  make_process 800 500 node 1001
  below 800 sudo 0 attach
}

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
  # Before Linux 6.7 what is invalid becomes nothing else but a member.
  sed -i 's#^kernel_rule() {#&\n  if [[ $1 == */cpuset.cpus.partition \&\& $2 == root ]] \&\& grep -q invalid "$ROOT$1"; then set -- "$1" "root invalid"; fi#' "$KIT/lib/fake-kernel.bash"
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
  # Also one that is below the top level.
  rm -r "$MACHINE"/sys/fs/cgroup/squatter.slice "$MACHINE"/etc/units/squatter.slice*
  put /sys/fs/cgroup/system.slice/a.service/cpuset.cpus.partition root
  put /sys/fs/cgroup/system.slice/a.service/cpuset.cpus 3
  put /sys/fs/cgroup/cpuset.cpus.effective 0-2
  begin 'smt = off' 'housekeeping = confine' 'partition = auto'
  [ "$(receipt "r.knobs.find(k => k.target === 'unit:stablebench.slice:AllowedCPUs').reason")" = 'system.slice/a.service is a partition that holds CPUs 3' ]
  finish
}
