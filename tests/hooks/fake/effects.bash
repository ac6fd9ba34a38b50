# Joined to kernel.bash: what a write to one file of a real kernel changes in others.

# HELD: what a file holds, or nothing where there is none. Thousands of times: no process for it.
look_into() { # FILE
  HELD=''
  [[ ! -e $1 ]] || read -r HELD <"$1" || true
}
holds() { look_into "$1" && [[ $HELD == "$2" ]]; } # FILE VALUE

turbo_is_off() {
  local cpu=$ROOT/sys/devices/system/cpu
  if [[ -e $cpu/intel_pstate/no_turbo ]]; then holds "$cpu/intel_pstate/no_turbo" 1; else holds "$cpu/cpufreq/boost" 0; fi
}

# Under the governor performance an EPP driver shows performance and remembers what was there.
move_epp() { # POLICY GOVERNOR
  local epp=$ROOT$1/energy_performance_preference
  [[ -e $epp ]] || return 0
  if [[ $2 == performance ]]; then
    [[ -e $epp.saved ]] || mv "$epp" "$epp.saved"
    printf 'performance\n' >"$epp"
  elif [[ -e $epp.saved ]]; then
    mv "$epp.saved" "$epp"
  fi
}

# The tunables of a governor are there while a policy has it, with their defaults ($BOX/tunables/GOVERNOR) when it comes
# back. scaling_setspeed works under userspace only.
move_tunables() { # POLICY GOVERNOR
  local old all=$ROOT/sys/devices/system/cpu/cpufreq policy users=0
  look_into "$ROOT$1/scaling_governor"
  old=$HELD
  [[ $old != "$2" ]] || return 0
  for policy in "$all"/policy*; do ! holds "$policy/scaling_governor" "$old" || ((++users)); done
  # Thousands of writes: no process for what is not there.
  [[ $users -gt 1 || ! -e $all/$old ]] || rm -rf "${all:?}/$old"
  [[ ! -e $ROOT$1/$old ]] || rm -rf "${ROOT:?}$1/$old"
  [[ ! -d $ROOT/../tunables/$2 || -d $all/$2 ]] || cp -r "$ROOT/../tunables/$2" "$all/$2"
  [[ ! -d $ROOT/../policy-tunables/$2 ]] || cp -r "$ROOT/../policy-tunables/$2" "$ROOT$1/$2"
  [[ -e $ROOT$1/scaling_setspeed ]] || return 0
  if [[ $2 == userspace ]]; then echo 1600000; else echo '<unsupported>'; fi >"$ROOT$1/scaling_setspeed"
}

# A partition that comes or goes gives all CPUs that are left to every kernel thread.
move_threads() {
  local -a files=("$ROOT"/proc/9[0-9][0-9]/status)
  ((${#files[@]} == 0)) || sed -i 's/^\(Cpus_allowed_list:\t\).*/\10-1/' "${files[@]}"
}

# Linux computes the memory that it keeps free again: little without huge pages, and with them at least what it recommends.
reserve() { # ENABLED
  local file=$ROOT/proc/sys/vm/min_free_kbytes
  [[ -e $file ]] || return 0
  if [[ $1 == never ]]; then echo 11264 >"$file"; else
    look_into "$file"
    ((HELD >= 67584)) || echo 67584 >"$file"
  fi
}

bracket() { # FILE VALUE
  local text
  look_into "$ROOT$1"
  text=${HELD//[\[\]]/}
  [[ " $text " == *" $2 "* ]] || { REPLY=EINVAL; return 1; }
  text=" $text "
  text=${text/" $2 "/" [$2] "}
  text=${text# }
  file_kernel_write "$1" "${text% }"
}

# Boost moves the per-policy files and clamps the limits; it does not raise them again.
clamp_frequencies() { # FILE VALUE
  local policy off=$2
  [[ $1 == */no_turbo ]] || off=$((1 - $2))
  for policy in "$ROOT"/sys/devices/system/cpu/cpufreq/policy*; do
    [[ ! -e $policy/boost || $1 == */no_turbo ]] || printf '%s\n' "$2" >"$policy/boost"
    look_into "$policy/scaling_max_freq"
    if ((off && HELD > 2400000)); then printf '2400000\n' >"$policy/scaling_max_freq"; fi
  done
  # The minimum is squashed into the range without turbo, and stays there.
  policy=$ROOT${1%/*}/min_perf_pct
  look_into "$policy"
  if ((off && ${HELD:-0} > 60)); then printf '60\n' >"$policy"; fi
}

# SMT off takes the second thread of every core away, with its policy; on brings all threads back, wanted or not: with
# the file `late-cpus`, a little later.
switch_smt() { # on | off
  if [[ $1 == on && -e $ROOT/../late-cpus ]]; then
    # The process is not part of the step, which would wait for it, and does not hold the lock.
    (sleep 0.4; switch_threads on) </dev/null >/dev/null 2>&1 9>&- &
  else
    switch_threads "$1"
  fi
}

switch_threads() { # on | off
  local cpu
  for cpu in "$ROOT"/sys/devices/system/cpu/cpu+([0-9]); do
    look_into "$cpu/topology/core_cpus_list"
    if [[ $1 == off ]]; then
      [[ ${cpu##*cpu} == "${HELD#*,}" ]] && hotplug "${cpu##*cpu}" 0
    else
      hotplug "${cpu##*cpu}" 1
    fi
  done
  return 0
}

switch_cpu() { # CPU 0|1
  local siblings
  look_into "$ROOT/sys/devices/system/cpu/cpu$1/topology/core_cpus_list"
  siblings=$HELD
  # They are on their way.
  [[ $2 != 1 || ! -e $ROOT/../late-cpus ]] || return 0
  if [[ $2 == 1 && ${siblings#*,} == "$1" ]] && holds "$ROOT/sys/devices/system/cpu/smt/control" off; then
    REPLY=EPERM
    return 1
  fi
  hotplug "$1" "$2"
}

hotplug() { # CPU 0|1
  local dir=$ROOT/sys/devices/system/cpu
  local irq cpu
  local -a online=()
  [[ -e $dir/cpu$1/online ]] || return 0
  ! holds "$dir/cpu$1/online" "$2" || return 0
  printf '%s\n' "$2" >"$dir/cpu$1/online"
  for cpu in "$dir"/cpu+([0-9]); do
    holds "$cpu/online" 0 || online+=("${cpu##*cpu}")
  done
  local reply=$REPLY
  list_compress "${online[@]}"
  printf '%s\n' "$REPLY" >"$dir/online"
  # Interrupts that were only there are "no longer affine".
  for irq in "$ROOT"/proc/irq/+([0-9])/smp_affinity_list; do
    ! holds "$irq" "$1" || printf '%s\n' "$REPLY" >"$irq"
  done
  REPLY=$reply
}
