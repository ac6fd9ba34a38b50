#!/usr/bin/env bats
# Frequency limits that nobody has set, but heat, firmware or turbo; and the tunables that are lost with a governor.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
  policy=$cpu/cpufreq/policy0
}

# requested POLICY: what was written to the upper limit of that policy, all of it.
requested() { sed -n "s|^.*/$1/scaling_max_freq ||p" "$BOX/requested-limits" | xargs; }

@test "an ascending table of frequencies (cpufreq-dt): the base clock is its highest" {
  make_machine cpufreq-dt
  begin 'turbo = off' 'max-frequency = auto'
  [ "$(value "$policy"/scaling_max_freq)" = 2400000 ]
  [[ "$(reason turbo)" == *"cpufreq-dt has no boost control"* ]]
  finish
  # The turbo marker is one MHz above the base clock, wherever it stands.
  echo '800000 1600000 2400000 2401000 ' >"$MACHINE$policy/scaling_available_frequencies"
  host tune
  [ "$(value "$policy"/scaling_max_freq)" = 2400000 ]
  [ "$(value "$cpu"/cpufreq/policy1/scaling_max_freq)" = 2400000 ]
}

@test "a limit that was free and is throttled at the end counts as back, and is free again when it is cool" {
  make_machine cppc_cpufreq
  begin 'turbo = off' 'max-frequency = auto' 'min-frequency = max'
  echo 1800000 >"$BOX/throttle"
  run -0 host restore
  [[ "$output" != *"trying again"* ]]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  [ "$(requested policy0)" = '2400000 4000000' ]
}

@test "a limit that the kernel refuses to give back is not back" {
  make_machine cppc_cpufreq
  begin 'turbo = off' 'max-frequency = auto'
  echo "$policy/scaling_max_freq EIO" >"$BOX/refuse"
  run -1 host restore
  [[ "$output" == *"holds 2400000 instead of 4000000 (EIO)"* ]]
}

@test "throttled by heat at the start: the passing limit is neither set nor made permanent" {
  make_machine cppc_cpufreq
  put /sys/class/thermal/cooling_device0/type Fan
  put /sys/class/thermal/cooling_device0/cur_state 3
  put /sys/class/thermal/cooling_device1/type cpufreq-cpu0
  put /sys/class/thermal/cooling_device1/cur_state 2
  echo 1800000 >"$MACHINE$policy/scaling_max_freq"
  begin 'turbo = off' 'max-frequency = auto' 'min-frequency = keep'
  [[ "$(receipt "r.knobs.find(k => k.knob === 'max-frequency' && k.target.includes('policy0')).reason")" == *"held down by heat or by the firmware"* ]]
  [ "$(requested policy1)" = 2400000 ]
  host restore
  [ -z "$(requested policy0)" ]
}

@test "a limit of the firmware (bios_limit) is left alone; one below it is somebody's and comes back" {
  make_machine acpi-cpufreq
  echo 2401000 >"$MACHINE$policy/bios_limit"
  echo 1600000 >"$MACHINE$policy/scaling_max_freq"
  echo 1600000 | tee "$MACHINE$cpu/cpufreq/policy1/scaling_max_freq" >"$MACHINE$cpu/cpufreq/policy1/bios_limit"
  echo 2400000 >"$MACHINE$cpu/cpufreq/policy2/bios_limit"
  echo 1600000 >"$MACHINE$cpu/cpufreq/policy2/scaling_max_freq"
  # The upper end of cpuinfo is that of the boost, which the table does not have.
  echo 4600000 >"$MACHINE$cpu/cpufreq/policy3/cpuinfo_max_freq"
  echo 2401000 >"$MACHINE$cpu/cpufreq/policy3/bios_limit"
  begin 'turbo = off'
  [ "$(sed -n 's/^target|max-frequency|.*\(policy.\).*|\([0-9]*\)|=$/\1 \2/p' "$MACHINE/run/stable-bench/journal" | xargs)" = \
    'policy0 1600000 policy2 1600000 policy3 2401000' ]
  finish
}

@test "the lower limit that a throttled upper one holds down is left alone as well" {
  make_machine acpi-cpufreq
  for file in bios_limit scaling_max_freq scaling_min_freq; do echo 1600000 >"$MACHINE$policy/$file"; done
  begin 'turbo = off'
  run -1 grep 'target.*policy0/scaling_m' "$MACHINE/run/stable-bench/journal"
  grep -q 'target.*policy1/scaling_min' "$MACHINE/run/stable-bench/journal"
  finish
}

@test "limits that none of our knobs moves are not journalled" {
  make_machine acpi-cpufreq
  begin 'governor = performance'
  run -1 grep scaling_m "$MACHINE/run/stable-bench/journal"
  echo 1600000 >"$MACHINE$policy/scaling_max_freq"
  host restore
  [ "$(value "$policy"/scaling_max_freq)" = 1600000 ]
}

@test "intel_pstate: the minimum that no_turbo squashes comes back" {
  make_machine intel_pstate
  echo 80 >"$MACHINE$cpu/intel_pstate/min_perf_pct"
  begin 'governor = performance' 'turbo = off required'
  [ "$(value "$cpu"/intel_pstate/min_perf_pct)" = 60 ]
  finish
}

@test "the tunables of a governor, for all policies or for one, come back with it" {
  make_machine acpi-cpufreq
  mkdir -p "$BOX"/{tunables/ondemand,policy-tunables/conservative}
  echo 80 >"$BOX/tunables/ondemand/up_threshold"
  echo 4000 | tee "$BOX/tunables/ondemand/sampling_rate" >"$BOX/tunables/ondemand/sampling_rate_min"
  echo 20 >"$BOX/policy-tunables/conservative/down_threshold"
  cp -r "$BOX/tunables/ondemand" "$MACHINE$cpu/cpufreq/"
  echo 95 >"$MACHINE$cpu/cpufreq/ondemand/up_threshold"
  echo conservative >"$MACHINE$cpu/cpufreq/policy1/scaling_governor"
  cp -r "$BOX/policy-tunables/conservative" "$MACHINE$cpu/cpufreq/policy1/"
  echo 35 >"$MACHINE$cpu/cpufreq/policy1/conservative/down_threshold"
  begin 'governor = performance required' 'turbo = off required'
  [ ! -e "$MACHINE$cpu/cpufreq/ondemand" ]
  finish
}

@test "a speed that somebody has set (userspace) is set again" {
  make_machine acpi-cpufreq
  for number in 0 1 2 3; do echo '<unsupported>' >"$MACHINE$cpu/cpufreq/policy$number/scaling_setspeed"; done
  echo userspace >"$MACHINE$cpu/cpufreq/policy2/scaling_governor"
  echo 800000 >"$MACHINE$cpu/cpufreq/policy2/scaling_setspeed"
  begin 'governor = performance required'
  finish
}

@test "where somebody has set another governor since, its predecessor's tunables are gone and that is no failure" {
  make_machine acpi-cpufreq
  echo '<unsupported>' >"$MACHINE$policy/scaling_setspeed"
  mkdir -p "$BOX/policy-tunables/ondemand" "$MACHINE$policy/ondemand"
  echo 80 | tee "$BOX/policy-tunables/ondemand/up_threshold" >"$MACHINE$policy/ondemand/up_threshold"
  begin 'governor = performance required'
  echo powersave >"$MACHINE$policy/scaling_governor"
  run -0 host restore
  [[ "$output" == *"foreign: somebody set it to powersave"* ]]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "a preference that cannot be read is not overwritten by the governor performance" {
  make_machine amd-pstate-epp
  sed -i 's#^kernel_read() {#& if [[ $1 == */policy1/energy_performance_preference ]]; then REPLY=EINVAL; return 1; fi; #' \
    "$KIT/lib/fake-kernel.bash"
  # Required, it fails the job: required.bats.
  begin 'governor = performance' 'energy-preference = performance'
  [ "$(value "$cpu"/cpufreq/policy1/scaling_governor)" = powersave ]
  [ "$(value "$cpu"/cpufreq/policy0/scaling_governor)" = performance ]
  [[ "$(receipt "r.knobs.find(k => k.knob === 'governor' && k.status === 'failed').reason")" == *"cannot be read (EINVAL)"* ]]
  finish
}

@test "a preference that the processor does not have is not lost, and does not keep the governor from being set" {
  make_machine amd-pstate-epp
  conf 'governor = performance required'
  for error in ENOENT ENODEV EOPNOTSUPP; do
    printf '%s\n' 'eval "known_$(declare -f kernel_read)"' \
      "kernel_read() { [[ \$1 != */energy_performance_preference ]] || { REPLY=$error; return 1; }; known_kernel_read \"\$@\"; }" \
      >"$KIT/lib/unreadable.bash"
    grep -q unreadable.bash "$KIT/lib/engine/guard.sh" || printf 'source "%s/lib/unreadable.bash"\n' "$KIT" >>"$KIT/lib/engine/guard.sh"
    run -0 host tune
    [ "$(value /sys/devices/system/cpu/cpufreq/policy0/scaling_governor)" = performance ]
    host restore
  done
}
