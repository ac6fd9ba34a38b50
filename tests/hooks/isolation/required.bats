#!/usr/bin/env bats
# Knobs that need CPUs, when there are none to be had: required, they fail the job.
load ../kit
load ../knobs/required

# not_here KNOB REASON LINE...: required, it fails the job, which changes nothing.
not_here() {
  local before
  before=$(snapshot)
  conf "${@:3}"
  run -1 host tune
  [[ "$output" == *"$1 = "*" is required, and this machine does not have it: $2"* ]]
  diff <(echo "$before") <(snapshot)
}

@test "benchmark CPUs that are not online, for every knob that needs some" {
  local line
  make_machine none 4
  make_systemd
  make_thread 901 $((0x00200000)) 0-7
  for line in 'partition = auto' 'housekeeping = confine' 'idle = off' 'irq-affinity = housekeeping' \
    'workqueues = housekeeping' 'kernel-threads = housekeeping'; do
    not_applied "${line%% *}" 'cpus = 9, but CPU 9 is not online' "$line required" 'cpus = 9'
  done
  not_applied swap 'cpus = 9, but CPU 9 is not online' 'swap = off required' 'partition = auto' 'cpus = 9'
}

@test "more cores than there are, no CPU left for the rest" {
  make_machine none 4
  not_applied idle 'no 5 whole cores' 'idle = off required' 'cores = 5'
  not_applied idle 'no CPU would be left' 'idle = off required' 'cpus = 0-7'
}

@test "a machine of one core has no CPU to spare, so it meets no knob that needs some" {
  make_machine none 1
  make_systemd
  not_here partition 'no whole core' 'partition = auto required'
  not_here idle 'no whole core' 'idle = off required'
}

@test "slices to which Linux would not give all CPUs back" {
  make_machine none 4
  make_systemd
  echo 'cpuset memory pids' >"$MACHINE/sys/fs/cgroup/cgroup.subtree_control"
  not_applied housekeeping 'others use cpusets here' 'housekeeping = confine required'
}

@test "a partition or a cgroup of somebody else in the way" {
  make_machine none 4
  make_systemd
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=1
  put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
  not_applied housekeeping 'squatter.slice is a partition that holds CPUs 1' 'housekeeping = confine required'
  put /sys/fs/cgroup/pinned/cpuset.cpus 2-3
  not_applied partition 'the cgroup pinned' 'partition = auto required'
}

@test "limits of a slice that the configuration does not make" {
  make_machine none 4
  make_systemd
  not_applied swap 'no benchmark slice: partition is keep' 'swap = off required'
  not_applied memory 'no benchmark slice: partition is keep' 'memory = 64M required'
}
