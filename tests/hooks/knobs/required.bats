#!/usr/bin/env bats
# A knob that this machine has but that cannot be set now, or not as configured, is not applied: required, it fails the
# job. So does one that the machine does not have at all (../grade.bats); targets of it that are not there are no failure.
load ../kit
load required

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

# reads GLOB ACTION: what the kernel does when files of that name are read.
reads() { sed -i "s#^kernel_read() {#& if [[ \$1 == $1 ]]; then $2; fi; #" "$KIT/lib/fake-kernel.bash"; }

@test "a target that cannot be read" {
  make_machine acpi-cpufreq
  reads '*/policy1/scaling_governor' 'REPLY=EIO; return 1'
  not_applied governor 'cannot be read (EIO)' 'governor = performance required' 'statistics-interval = 10'
}

@test "a snapshot that hangs ends by its own timeout; nothing of that knob is set" {
  make_machine acpi-cpufreq
  soon_over '$* == "plan_knob governor"'
  reads '*/policy1/scaling_governor' 'pause 60'
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
