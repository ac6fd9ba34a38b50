#!/usr/bin/env bats
# A knob that this machine has but that cannot be set now, or not as configured, is not applied: required, it fails the
# job. So does one that the machine does not have at all (../grade.bats); targets of it that are not there are no failure.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
  policy=$cpu/cpufreq/policy0
}

# not_applied KNOB REASON LINE...: required, it fails the job and everything is back; where the job goes on as degraded,
# and where the knob is optional, the receipt says it.
not_applied() {
  local knob=$1 reason=$2 before
  shift 2
  before=$(snapshot)
  conf "$@"
  run -1 host tune
  [[ "$output" == *"$knob: "*"failed: $reason"*'a required knob failed'* ]]
  diff <(echo "$before") <(snapshot)
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
  conf "$@" 'on-failure = degraded'
  run -0 host tune
  keep_receipt
  # Nor does a later look take it for tuned.
  run -0 host verify
  keep_receipt
  run -0 host status
  [[ "$output" == *"$knob: "*"failed: $reason"* ]]
  run -0 host restore
  conf "${@/ required/}"
  run -0 host tune
  [[ "$output" == *"$knob: "*"failed: $reason"*': degraded: '* ]]
  keep_receipt
  run -0 host restore
  [ "$(ends_as "$knob" "$reason")" = 'degraded failed,degraded failed,degraded failed' ]
  diff <(echo "$before") <(snapshot)
}

# in_part KNOB REASON LINE...: required, it is set where it can be; the target that is not there is unsupported and no failure.
in_part() {
  local knob=$1 reason=$2
  shift 2
  conf "$@"
  run -0 host tune
  keep_receipt
  [ "$(ends_as "$knob" "$reason")" = 'degraded unsupported' ]
  [[ "$output" != *"degraded: $knob"* ]]
  run -0 host restore
}

# not_here KNOB REASON LINE...: required, it fails the job, which changes nothing.
not_here() {
  local before
  before=$(snapshot)
  conf "${@:3}"
  run -1 host tune
  [[ "$output" == *"$1 = "*" is required, and this machine does not have it: $2"* ]]
  diff <(echo "$before") <(snapshot)
}

# reads GLOB ACTION: what the kernel does when files of that name are read.
reads() { sed -i "s#^kernel_read() {#& if [[ \$1 == $1 ]]; then $2; fi; #" "$KIT/lib/fake-kernel.bash"; }

@test "a target that cannot be read" {
  make_machine acpi-cpufreq
  reads '*/policy1/scaling_governor' 'REPLY=EIO; return 1'
  not_applied governor 'cannot be read (EIO)' 'governor = performance required' 'statistics-interval = 10'
}

@test "a snapshot that hangs ends by its own timeout; nothing of that knob is set" {
  make_machine acpi-cpufreq
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=1/' "$KIT/lib/environment.sh"
  reads '*/policy1/scaling_governor' 'pause 3'
  conf 'governor = performance' 'statistics-interval = 10'
  host tune
  [ "$(value "$policy/scaling_governor") $(value /proc/sys/vm/stat_interval)" = 'ondemand 10' ]
  host restore
  not_applied governor 'its state could not be read in time' 'governor = performance required'
}

@test "the upper limit that the lower one should be raised to cannot be read; the same for the uncore clock" {
  make_machine acpi-cpufreq
  reads '*/policy1/scaling_max_freq' 'REPLY=EIO; return 1'
  not_applied min-frequency 'its upper limit cannot be read (EIO)' 'min-frequency = max required'
  reads '*/max_freq_khz' 'REPLY=EIO; return 1'
  not_applied uncore 'its upper limit cannot be read (EIO)' 'uncore = max required'
}

@test "an original that the knob table does not know" {
  make_machine acpi-cpufreq
  printf 'a|b::c\n' >"$MACHINE$policy/scaling_governor"
  not_applied governor 'holds a value this kit does not know' 'governor = performance required'
}

@test "a clock that heat holds down at the moment" {
  make_machine cppc_cpufreq
  put /sys/class/thermal/cooling_device1/type cpufreq-cpu0
  put /sys/class/thermal/cooling_device1/cur_state 2
  echo 1800000 >"$MACHINE$policy/scaling_max_freq"
  not_applied max-frequency 'held down by heat' 'max-frequency = base required'
  echo 1800000 >"$MACHINE$policy/scaling_min_freq"
  not_applied min-frequency 'held down by heat' 'min-frequency = max required'
}

@test "a governor that the driver does not offer" {
  make_machine intel_pstate
  not_applied governor 'the driver offers only performance powersave' 'governor = performace required'
}

@test "a preference that nobody could restore" {
  make_machine amd-pstate-epp
  reads '*/policy1/energy_performance_preference' 'REPLY=EINVAL; return 1'
  not_applied governor 'its energy_performance_preference cannot be read (EINVAL)' 'governor = performance required'
  conf 'governor = performance required'
  run -1 host tune
  [[ "$output" == *'overwrite it: write a name such as balance_performance to it once, at boot'* ]]
}

@test "same-page merging that is unmerging" {
  make_machine none
  echo 2 >"$MACHINE/sys/kernel/mm/ksm/run"
  not_applied same-page-merging 'KSM is unmerging' 'same-page-merging = off required'
}

@test "a service whose stop would stop another one" {
  make_machine none
  make_systemd
  echo own.service >"$MACHINE/etc/units/cron.service:RequiredBy"
  echo active >"$MACHINE/etc/units/own.service"
  not_applied services 'systemd would stop own.service with it' 'services = stop required'
}

@test "a systemd that does not answer, for services, slices and the partition" {
  make_machine none 4
  make_systemd
  sed -i '2i [[ $1 != show ]] || exit 1' "$BOX/bin/systemctl"
  not_applied services 'systemd does not say' 'services = stop required'
  not_applied housekeeping 'systemd does not say' 'housekeeping = confine required'
  not_applied partition 'systemd does not say' 'partition = auto required'
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

@test "the policy of a CPU that somebody has taken offline is not there to be set" {
  make_machine acpi-cpufreq 4
  echo 0 >"$MACHINE$cpu/cpu6/online"
  echo 0-5,7 >"$MACHINE$cpu/online"
  in_part governor 'its CPU is offline' 'governor = performance required' 'turbo = off required' \
    'min-frequency = max required' 'max-frequency = base required'
  in_part min-frequency 'its CPU is offline' 'min-frequency = max required' 'max-frequency = base required'
}

@test "on Linux 5.10, which may stop for good when its watchdogs are switched, they stay" {
  make_machine acpi-cpufreq
  put /proc/sys/kernel/osrelease 5.10.0-46-amd64
  not_applied watchdogs 'Linux 5.10.0-46-amd64 may stop for good' 'watchdogs = off required' 'statistics-interval = 10'
}
