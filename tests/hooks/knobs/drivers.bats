#!/usr/bin/env bats
# Every frequency driver: what is set with it, and that everything comes back.
load ../kit

setup() {
  make_kit
  dir=/sys/devices/system/cpu
  frequency=('governor = performance required' 'turbo = off required' 'max-frequency = auto' 'energy-preference = performance'
    'energy-bias = 0')
}

# begin_with DRIVER LINE...: with every frequency knob, and these lines.
begin_with() {
  make_machine "$1"
  begin "${frequency[@]}" "${@:2}"
}
# statuses KNOB: its statuses without repetition.
statuses() { receipt "[...new Set(r.knobs.filter(k => k.knob === '$1').map(k => k.status))].join()"; }

@test "intel_pstate active: no_turbo, EPB; the EPP that the governor hides comes back" {
  begin_with intel_pstate
  [ "$(value "$dir"/intel_pstate/no_turbo)" = 1 ]
  [ "$(statuses turbo)" = applied ]
  [ "$(value "$dir"/cpufreq/policy0/energy_performance_preference)" = performance ]
  [ "$(value "$dir"/cpufreq/policy0/scaling_max_freq)" = 2400000 ]
  [ "$(statuses energy-bias)" = applied ]
  finish
}

@test "intel_pstate passive (intel_cpufreq): no_turbo as well, no EPP" {
  begin_with intel_cpufreq
  [ "$(value "$dir"/intel_pstate/no_turbo)" = 1 ]
  [ "$(reason energy-preference)" = 'no EPP: neither intel_pstate with HWP nor amd-pstate-epp' ]
  finish
}

@test "acpi-cpufreq: the global boost file" {
  begin_with acpi-cpufreq
  [ "$(value "$dir"/cpufreq/boost)" = 0 ]
  [ "$(value "$dir"/cpufreq/policy0/scaling_governor)" = performance ]
  finish
}

@test "amd-pstate-epp since Linux 6.11: boost for all and per policy" {
  begin_with amd-pstate-epp
  [ "$(value "$dir"/cpufreq/boost)$(value "$dir"/cpufreq/policy0/boost)" = 00 ]
  [ "$(value "$dir"/cpufreq/policy0/scaling_max_freq)" = 2400000 ]
  finish
}

@test "amd-pstate-epp before Linux 6.11: no boost control, so the clock is capped at nominal" {
  begin_with amd-pstate-epp@6.10
  [ "$(statuses turbo)" = unsupported ]
  [[ "$(reason turbo)" == *"before Linux 6.11"* ]]
  [ "$(statuses max-frequency)" = applied ]
  [ "$(value "$dir"/cpufreq/policy0/scaling_max_freq)" = 2400000 ]
  finish
}

@test "amd-pstate passive and guided: boost" {
  begin_with amd-pstate
  [ "$(value "$dir"/cpufreq/boost)" = 0 ]
  finish
  rm -r "$MACHINE/sys" "$MACHINE/proc"
  begin_with amd-pstate-guided
  [ "$(value "$dir"/cpufreq/policy3/boost)" = 0 ]
  finish
}

@test "cppc_cpufreq (ARM): no boost control, capped at nominal" {
  begin_with cppc_cpufreq
  [ "$(statuses max-frequency)" = applied ]
  [[ "$(reason turbo)" == *"cppc_cpufreq has no boost control"* ]]
  finish
}

@test "no cpufreq at all: everything says why; where jobs may go on, they are degraded" {
  make_machine none
  begin "${frequency[@]}" 'on-failure = degraded'
  [ "$(receipt r.grade)" = degraded ]
  [ "$(reason turbo)" = 'no cpufreq: virtual machine or firmware-controlled' ]
  finish
}

@test "turbo that the firmware has locked fails a required knob and says so" {
  make_machine intel_pstate
  before=$(snapshot)
  conf "${frequency[@]}"
  echo "$dir/intel_pstate/no_turbo EPERM" >"$BOX/refuse"
  run -1 host tune
  [[ "$output" == *"turbo: $dir/intel_pstate/no_turbo denied: the firmware has locked turbo (EPERM)"* ]]
  diff <(echo "$before") <(snapshot)
}

@test "one policy that cannot boost is unsupported, not a failure" {
  make_machine amd-pstate-epp
  conf "${frequency[@]}"
  echo 1 >"$MACHINE$dir/cpufreq/policy1/boost"
  host tune
  [ "$(receipt 'r.lacks.join()')" = 'partition is not in force: it is not set here' ]
}

@test "a cap on the clock is restored also when the lower limit was raised to it" {
  for driver in acpi-cpufreq intel_pstate amd-pstate-epp@6.10 cppc_cpufreq; do
    rm -rf "$MACHINE/sys" "$MACHINE/proc"
    make_machine "$driver"
    begin "${frequency[@]/max-frequency = auto/max-frequency = base}" 'min-frequency = max'
    [ "$(value "$dir"/cpufreq/policy0/scaling_min_freq)" = 2400000 ]
    [ "$(value "$dir"/cpufreq/policy0/scaling_max_freq)" = 2400000 ]
    finish
  done
}

@test "policies that differed before differ again afterwards" {
  make_machine acpi-cpufreq
  echo powersave >"$MACHINE$dir/cpufreq/policy2/scaling_governor"
  echo 1600000 >"$MACHINE$dir/cpufreq/policy1/scaling_max_freq"
  before=$(snapshot)
  conf "${frequency[@]}"
  host tune
  finish
}

@test "a setting that the driver does not offer fails, and the reason names those that it offers" {
  make_machine intel_pstate
  conf 'governor = schedutil'
  host tune
  [[ "$(reason governor)" == *"offers only performance powersave"* ]]
  [ "$(statuses governor)" = failed ]
}

@test "a policy with boost off under a global boost gets it off again, also with turbo = on" {
  for setting in off on; do
    rm -rf "$MACHINE/sys" "$MACHINE/proc"
    make_machine amd-pstate-epp
    echo 0 >"$MACHINE$dir/cpufreq/policy3/boost"
    begin "turbo = $setting required"
    finish
  done
}

@test "a policy's boost that somebody has set meanwhile is left alone" {
  make_machine amd-pstate-epp
  echo 0 >"$MACHINE$dir/cpufreq/policy3/boost"
  conf 'turbo = off'
  host tune
  echo 1 >"$MACHINE$dir/cpufreq/policy3/boost"
  run -0 host restore
  [[ "$output" == *"$dir/cpufreq/policy3/boost foreign: somebody set it to 1, left alone"* ]]
}

@test "intel_pstate that is switched off (status = off) has no policies: turbo is absent, whatever its files answer" {
  make_machine none
  # As the kernel answers then: EAGAIN.
  put "$dir/intel_pstate/no_turbo" 0
  printf '%s\n' 'eval "known_$(declare -f kernel_read)"' \
    'kernel_read() { [[ $1 != */no_turbo ]] || { REPLY="error: Resource temporarily unavailable"; return 1; }; known_kernel_read "$@"; }' \
    >>"$KIT/lib/engine/guard.sh"
  conf 'turbo = off'
  run -0 host tune
  [ "$(statuses turbo)" = unsupported ]
  [ "$(reason turbo)" = 'no cpufreq: virtual machine or firmware-controlled' ]
}

@test "a driver that is switched during a job takes its settings with it: what is gone or not offered any more is named, and the rest is back" {
  make_machine intel_pstate
  conf 'governor = performance' 'energy-preference = performance' 'turbo = off' 'statistics-interval = 10'
  host tune
  rm "$MACHINE$dir"/cpufreq/policy*/energy_performance_* "$MACHINE$dir"/intel_pstate/*
  for number in 0 1 2 3; do echo 'performance schedutil' >"$MACHINE$dir/cpufreq/policy$number/scaling_available_governors"; done
  run -0 host restore
  [[ "$output" == *"energy-preference: $dir/cpufreq/policy0/energy_performance_preference gone: it is not there any more"* ]]
  [[ "$output" == *"turbo: $dir/intel_pstate/no_turbo gone: "* ]]
  [[ "$output" == *"governor: $dir/cpufreq/policy3/scaling_governor foreign: its driver does not offer powersave any more (only performance schedutil), so it keeps performance: set the one that you want"* ]]
  [ "$(value /proc/sys/vm/stat_interval)" = 1 ]
  run -0 host tune
}

@test "a governor that is refused although the driver offers it is not back" {
  make_machine intel_pstate
  conf 'governor = performance'
  host tune
  echo "$dir/cpufreq/policy0/scaling_governor EINVAL" >"$BOX/refuse"
  run -1 host restore
  [[ "$output" == *'holds performance instead of powersave (EINVAL)'* && -e "$MACHINE/run/stable-bench/journal" ]]
}
