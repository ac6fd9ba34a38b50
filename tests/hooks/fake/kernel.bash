# Sourced by the copied kit after its own parts: a kernel made of plain files. It refuses writes when asked to, changes
# other files as a real kernel does, and kills the program after a chosen write. It is never installed.

eval "file_$(declare -f kernel_write)"
eval "file_$(declare -f kernel_read)"
eval "file_$(declare -f replace)"
eval "file_$(declare -f patiently)"
eval "file_$(declare -f judge)"
eval "file_$(declare -f plan_knob)"
eval "file_$(declare -f unknown_knobs)"

# After each write that leaves a trace: counts, and kills engine and writer when the count is reached.
kill_point() {
  local count=0 at=0
  [[ -f $ROOT/../kill-at ]] || return 0
  read -r at <"$ROOT/../kill-at"
  read -r count <"$ROOT/../kill-count"
  printf '%d\n' $((++count)) >"$ROOT/../kill-count"
  if ((count == at)); then
    # The writer may outlive its engine for a while: it holds the lock.
    [[ ! -e $ROOT/../writer-lives ]] || { kill -KILL $$; sleep 0.6; return 0; }
    kill -KILL $$ "$BASHPID"
  fi
  return 0
}

replace() {
  file_replace "$@"
  kill_point
}

# What is written, in its order, when the test has made that file.
noted() { [[ ! -f $ROOT/../order ]] || printf '%s\n' "$*" >>"$ROOT/../order"; }

# Starting and stopping units, and changing their properties, are writes too.
patiently() {
  file_patiently "$@" || return
  [[ ${2-} != show ]] || return 0
  noted "$@"
  kill_point
}

# Everything else that leaves a trace is a write too: removed files, the mode of the receipt, the CPUs of a thread.
rm() { traced rm "$@"; }
rmdir() { traced rmdir "$@"; }
chmod() { traced chmod "$@"; }
taskset() { traced taskset "$@"; }
traced() {
  command "$@" || return
  # Changes by the fake kernel are part of one write.
  [[ -z ${IN_KERNEL-} ]] || return 0
  noted "$@"
  kill_point
}

# The fake machine's processes have the numbers of others. Those that are killed are gone.
send_signal() {
  local pid
  noted signal "$@"
  [[ $1 == KILL ]] || return 0
  for pid in "${@:2}"; do
    command rm -rf -- "$ROOT/proc/$pid"
    sed -i "/^$pid\$/d" "$ROOT"/sys/fs/cgroup/**/cgroup.procs
  done
  kill_point
}

# Called when a knob's plan has been appended to the new journal.
plan_knob() {
  local status=0
  file_plan_knob "$@" || status=$?
  ((${#PLAN[@]} == 0)) || kill_point
  return "$status"
}

# Called when the journal says that it is being restored.
unknown_knobs() {
  kill_point
  file_unknown_knobs
}

# Called when the results have been appended to the journal.
judge() {
  kill_point
  file_judge
}

# The files of a policy whose CPU is offline stay and answer EBUSY.
offline_policy() { # PATH
  [[ $1 =~ /policy([0-9]+)/ ]] || return 1
  local file=$ROOT/sys/devices/system/cpu/cpu${BASH_REMATCH[1]}/online state=1
  [[ ! -e $file ]] || read -r state <"$file"
  ((state == 0)) && REPLY=EBUSY
}

kernel_read() {
  ! offline_policy "$1" && file_kernel_read "$1" || return
  # Linux takes what it shows for what was asked for.
  [[ $1 != /proc/sys/kernel/watchdog ]] || printf '%s\n' "$REPLY" >"$ROOT/../watchdogs-asked"
}

# Refusals: lines `GLOB ERROR [VALUE]` in the file `refuse`; without a value all of them are refused.
kernel_write() {
  local glob error value IN_KERNEL=yes
  if offline_policy "$1"; then return 1; fi
  if [[ -f $ROOT/../refuse ]]; then
    while read -r glob error value; do
      # shellcheck disable=SC2053
      if [[ $1 == $glob && ( -z $value || $2 == "$value" ) ]]; then
        REPLY=$error
        return 1
      fi
    done <"$ROOT/../refuse"
  fi
  kernel_rule "$1" "$2" || return
  noted write "$1"
  kill_point
}

kernel_rule() {
  local dir=${1%/*} other file
  case $1 in
    */scaling_governor)
      other=" $2 "
      [[ ! -e $ROOT$dir/scaling_available_governors ]] || other=" $(<"$ROOT$dir/scaling_available_governors") "
      [[ $other == *" $2 "* ]] || { REPLY=EINVAL; return 1; }
      move_epp "$dir" "$2"
      move_tunables "$dir" "$2"
      ;;
    */scaling_setspeed) [[ $(<"$ROOT$dir/scaling_governor") == userspace ]] || { REPLY=EINVAL; return 1; } ;;
    */min_perf_pct) (($2 <= $(<"$ROOT$dir/max_perf_pct"))) || set -- "$1" "$(<"$ROOT$dir/max_perf_pct")" ;;
    */energy_performance_preference)
      other=$(<"$ROOT$dir/scaling_governor")
      if [[ $other == performance && $2 != performance ]]; then
        REPLY=EBUSY
        return 1
      fi
      ;;
    */scaling_min_freq) (($2 <= $(<"$ROOT$dir/scaling_max_freq"))) || { REPLY=EINVAL; return 1; } ;;
    */scaling_max_freq)
      (($2 >= $(<"$ROOT$dir/scaling_min_freq"))) || { REPLY=EINVAL; return 1; }
      printf '%s %s\n' "$1" "$2" >>"$ROOT/../requested-limits"
      if turbo_is_off && (($2 > 2400000)); then set -- "$1" 2400000; fi
      # The file shows the lowest of all limits, not the one that was written.
      if [[ -f $ROOT/../throttle ]] && (($2 > $(<"$ROOT/../throttle"))); then set -- "$1" "$(<"$ROOT/../throttle")"; fi
      ;;
    */transparent_hugepage/enabled)
      bracket "$1" "$2" || return
      reserve "$2"
      return
      ;;
    */transparent_hugepage/defrag) bracket "$1" "$2"; return ;;
    */smt/control) switch_smt "$2" || return ;;
    */cpu+([0-9])/online)
      switch_cpu "${dir##*cpu}" "$2" || return
      # It shows what it has become.
      return 0
      ;;
    */cpuset.cpus.partition) move_threads ;;
    # It shows whether one of the two runs. On, it starts neither by itself; off, it stops both, and neither can be started.
    /proc/sys/kernel/watchdog)
      printf '%s\n' "$2" >"$ROOT/../watchdogs-asked"
      [[ $2 == 0 ]] || return 0
      for file in "$ROOT"/proc/sys/kernel/{nmi,soft}_watchdog; do [[ ! -e $file ]] || printf '0\n' >"$file"; done
      ;;
    *_watchdog)
      if [[ $2 == 1 && -e $ROOT/../watchdogs-asked && $(<"$ROOT/../watchdogs-asked") == 0 ]]; then return 0; fi
      file_kernel_write "$1" "$2" || return
      other=0
      for file in "$ROOT"/proc/sys/kernel/{nmi,soft}_watchdog; do
        [[ ! -e $file || $(<"$file") != 1 ]] || other=1
      done
      printf '%s\n' "$other" >"$ROOT/proc/sys/kernel/watchdog"
      return
      ;;
  esac
  file_kernel_write "$1" "$2" || return
  case $1 in
    /sys/devices/system/cpu/cpufreq/boost | */intel_pstate/no_turbo) clamp_frequencies "$1" "$2" ;;
  esac
}

turbo_is_off() {
  local cpu=$ROOT/sys/devices/system/cpu
  if [[ -e $cpu/intel_pstate/no_turbo ]]; then [[ $(<"$cpu/intel_pstate/no_turbo") == 1 ]]; else
    [[ -e $cpu/cpufreq/boost && $(<"$cpu/cpufreq/boost") == 0 ]]
  fi
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
  old=$(<"$ROOT$1/scaling_governor")
  [[ $old != "$2" ]] || return 0
  for policy in "$all"/policy*; do [[ $(<"$policy/scaling_governor") != "$old" ]] || ((++users)); done
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
  local file
  for file in "$ROOT"/proc/9[0-9][0-9]/status; do sed -i 's/^\(Cpus_allowed_list:\t\).*/\10-1/' "$file"; done
}

# Linux computes the memory that it keeps free again: little without huge pages, and with them at least what it recommends.
reserve() { # ENABLED
  local file=$ROOT/proc/sys/vm/min_free_kbytes
  [[ -e $file ]] || return 0
  if [[ $1 == never ]]; then echo 11264 >"$file"; elif (($(<"$file") < 67584)); then echo 67584 >"$file"; fi
}

bracket() { # FILE VALUE
  local text
  text=$(<"$ROOT$1")
  text=${text//[\[\]]/}
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
    if ((off && $(<"$policy/scaling_max_freq") > 2400000)); then printf '2400000\n' >"$policy/scaling_max_freq"; fi
  done
  # The minimum is squashed into the range without turbo, and stays there.
  policy=$ROOT${1%/*}/min_perf_pct
  if [[ -e $policy ]] && ((off && $(<"$policy") > 60)); then printf '60\n' >"$policy"; fi
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
  local cpu siblings
  for cpu in "$ROOT"/sys/devices/system/cpu/cpu+([0-9]); do
    siblings=$(<"$cpu/topology/core_cpus_list")
    if [[ $1 == off ]]; then
      [[ ${cpu##*cpu} == "${siblings#*,}" ]] && hotplug "${cpu##*cpu}" 0
    else
      hotplug "${cpu##*cpu}" 1
    fi
  done
  return 0
}

switch_cpu() { # CPU 0|1
  local siblings
  siblings=$(<"$ROOT/sys/devices/system/cpu/cpu$1/topology/core_cpus_list")
  local control=$ROOT/sys/devices/system/cpu/smt/control
  # They are on their way.
  [[ $2 != 1 || ! -e $ROOT/../late-cpus ]] || return 0
  if [[ $2 == 1 && ${siblings#*,} == "$1" && -e $control && $(<"$control") == off ]]; then
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
  [[ $(<"$dir/cpu$1/online") == "$2" ]] && return
  printf '%s\n' "$2" >"$dir/cpu$1/online"
  for cpu in "$dir"/cpu+([0-9]); do
    [[ -e $cpu/online && $(<"$cpu/online") == 0 ]] || online+=("${cpu##*cpu}")
  done
  local reply=$REPLY
  list_compress "${online[@]}"
  printf '%s\n' "$REPLY" >"$dir/online"
  # Interrupts that were only there are "no longer affine".
  for irq in "$ROOT"/proc/irq/+([0-9])/smp_affinity_list; do
    [[ $(<"$irq") != "$1" ]] || printf '%s\n' "$REPLY" >"$irq"
  done
  REPLY=$reply
}
