# attach: moves the calling process onto the benchmark CPUs. drop-caches: a cold page cache. Both only for the job that
# the machine is tuned for, and neither takes an argument: the process is found in /proc.

attach() {
  local pid start procs="/sys/fs/cgroup/$SLICE/cgroup.procs" from
  holds_machine || return
  if [[ -z $J_BENCH ]]; then
    complain 'there are no benchmark CPUs on this machine'
    return 1
  fi
  if ! find_attach_target; then
    complain 'found no process of the caller to attach'
    return "$EX_NOPERM"
  fi
  pid=$TARGET_PID start=$STAT_START
  cgroup_of "$pid"
  from=$REPLY
  if [[ -e $ROOT$procs ]]; then
    if ! kernel_write "$procs" "$pid"; then
      complain "process $pid cannot be moved to $SLICE ($REPLY)"
      return 1
    fi
  else
    from=''
  fi
  # Programs that cannot hang: started directly, since every run pays for this.
  if ! runs_only_on "$pid" "$J_BENCH" && ! taskset -apc "$J_BENCH" "$pid" >/dev/null 2>&1; then
    complain "process $pid cannot be bound to CPUs $J_BENCH"
    return 1
  fi
  renice -n "$J_PRIORITY" -p "$pid" >/dev/null 2>&1 || complain "process $pid keeps its priority"
  lift_lock_limit "$pid"
  # The process may have ended meanwhile and its number may belong to another one now.
  if ! still_runs "$pid" "$start" || ! process_uid "$pid" || [[ $REPLY != "$CALLER_UID" ]]; then
    [[ -z $from ]] || kernel_write "/sys/fs/cgroup$from/cgroup.procs" "$pid"
    complain "process $pid changed while it was moved"
    return 1
  fi
  say "process $pid runs on CPUs $J_BENCH"
}

# Succeeds when all threads of process $1 may use the CPUs $2 and no others, as a move to the slice leaves most.
runs_only_on() {
  local file text threads=0
  for file in "$ROOT/proc/$1"/task/*/status; do
    { IFS= read -r -d '' text <"$file"; } 2>/dev/null
    [[ $text == *$'\nCpus_allowed_list:\t'"$2"$'\n'* ]] || return
    threads=$((threads + 1))
  done
  ((threads))
}

# Where memory is kept for the slice, what runs there may lock it: without the right to, mlockall fails at 8 MB.
lift_lock_limit() { # PID
  kernel_read "/sys/fs/cgroup/$SLICE/memory.min" && [[ $REPLY != 0 ]] || return 0
  patiently prlimit --memlock=unlimited:unlimited --pid "$1" >/dev/null ||
    complain "process $1 keeps its limit on locked memory"
}

# Succeeds when the machine is tuned for the caller.
holds_machine() {
  if ! load_journal brief || [[ $J_STATE != tuned || $J_BOOT != "$BOOT" ]]; then
    complain 'the machine is not tuned'
    return 1
  fi
  [[ $CALLER_KIND == root ]] || { [[ $CALLER_KIND == worker ]] && same_owner; } && return
  complain 'the machine is not tuned for this job'
  return "$EX_NOPERM"
}

# TARGET_PID, STAT_START: the nearest ancestor that is not part of sudo and belongs to the caller, below its worker.
find_attach_target() {
  local pid=$PPID depth
  for ((depth = 0; pid > 1 && depth < 16; depth++)); do
    [[ $pid != "${WORKER_PID:-none}" ]] || return 1
    process_stat "$pid" || return 1
    if [[ $STAT_NAME != sudo ]] && process_uid "$pid" && [[ $REPLY == "$CALLER_UID" ]]; then
      TARGET_PID=$pid
      return
    fi
    pid=$STAT_PARENT
  done
  return 1
}

# Whoever restores from inside the slice must not be ended with it.
leave_slice() {
  cgroup_of $$
  [[ $REPLY != "/$SLICE"* ]] || kernel_write /sys/fs/cgroup/cgroup.procs $$
}

# In a cgroup of its own user (a systemd of the user's hands them out) a caller could freeze us while we hold the lock.
leave_frozen() {
  cgroup_of self
  local dir=$ROOT/sys/fs/cgroup$REPLY
  [[ -z $REPLY || ! -d $dir || -O $dir ]] || { printf '%d\n' $$ >"$ROOT/sys/fs/cgroup/cgroup.procs"; } 2>/dev/null
  return 0
}

drop_caches() {
  holds_machine || return
  patiently sync
  if ! kernel_write /proc/sys/vm/drop_caches 3; then
    complain "the page cache cannot be dropped ($REPLY)"
    return 1
  fi
  say 'dropped the page cache, dentries and inodes'
}
