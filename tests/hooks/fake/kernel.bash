# Sourced by the copied kit after its own parts: a kernel made of plain files. It refuses writes when asked to, changes
# other files as a real kernel does, and kills the program after a chosen write. It is never installed.

# file_NAME: what the kit itself has. One process for all: every call of the kit reads this.
take_over() { # NAME...
  local name text
  text=$'\n'$(declare -f "$@")
  for name in "$@"; do text=${text/$'\n'"$name ()"/$'\n'"file_$name ()"}; done
  eval "$text"
}
take_over kernel_write kernel_read replace patiently judge plan_knob unknown_knobs

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

# Linux says that a cgroup is frozen a little later, when the last of its processes has stopped.
set_frozen() {
  noted freeze "$1"
  printf '%s\n' "$1" >"$group/cgroup.freeze"
  { sleep 0.2; printf 'populated 1\nfrozen %s\n' "$1" >"$group/cgroup.events"; } 9>&- &
}

# The fake machine's processes have the numbers of others. Those that are killed are gone.
send_signal() {
  local pid
  noted signal "$@"
  [[ $1 == KILL ]] || return 0
  for pid in "${@:2}"; do
    command rm -rf -- "$ROOT/proc/$pid"
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
  [[ $1 == */policy* && $1 =~ /policy([0-9]+)/ ]] || return 1
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
      look_into "$ROOT$dir/scaling_available_governors"
      [[ " ${HELD:-$2} " == *" $2 "* ]] || { REPLY=EINVAL; return 1; }
      move_epp "$dir" "$2"
      move_tunables "$dir" "$2"
      ;;
    */scaling_setspeed) holds "$ROOT$dir/scaling_governor" userspace || { REPLY=EINVAL; return 1; } ;;
    */min_perf_pct)
      look_into "$ROOT$dir/max_perf_pct"
      (($2 <= HELD)) || set -- "$1" "$HELD"
      ;;
    */energy_performance_preference)
      if [[ $2 != performance ]] && holds "$ROOT$dir/scaling_governor" performance; then
        REPLY=EBUSY
        return 1
      fi
      ;;
    */scaling_min_freq)
      look_into "$ROOT$dir/scaling_max_freq"
      (($2 <= HELD)) || { REPLY=EINVAL; return 1; }
      ;;
    */scaling_max_freq)
      look_into "$ROOT$dir/scaling_min_freq"
      (($2 >= HELD)) || { REPLY=EINVAL; return 1; }
      printf '%s %s\n' "$1" "$2" >>"$ROOT/../requested-limits"
      if turbo_is_off && (($2 > 2400000)); then set -- "$1" 2400000; fi
      # The file shows the lowest of all limits, not the one that was written.
      look_into "$ROOT/../throttle"
      if [[ -n $HELD ]] && (($2 > HELD)); then set -- "$1" "$HELD"; fi
      ;;
    */transparent_hugepage/enabled)
      bracket "$1" "$2" || return
      reserve "$2"
      return
      ;;
    */transparent_hugepage/defrag | */hugepages-*/enabled) bracket "$1" "$2"; return ;;
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
      if [[ $2 == 1 ]] && holds "$ROOT/../watchdogs-asked" 0; then return 0; fi
      file_kernel_write "$1" "$2" || return
      other=0
      for file in "$ROOT"/proc/sys/kernel/{nmi,soft}_watchdog; do
        ! holds "$file" 1 || other=1
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
