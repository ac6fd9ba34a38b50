# attach moves the calling process onto the benchmark CPUs, attach-load onto the load CPUs. drop-caches drops the page cache.
# They work only for the job that the machine is tuned for. They take no argument: the process is looked up in /proc.

attach() { holds_machine && attach_to "$SLICE" "$J_BENCH" 'no benchmark CPUs'; }
attach_load() { holds_machine && attach_to "$LOAD_SLICE" "$J_LOAD" 'no load CPUs'; }

attach_to() { # SLICE CPUS LACK
  local pid start slice=$1 cpus=$2 procs="/sys/fs/cgroup/$1/cgroup.procs"
  if [[ -z $cpus ]]; then
    complain "there are $3 on this machine"
    return 1
  fi
  if ! find_attach_target; then
    complain 'found no process of the caller to attach: call it as the user of the job, from the shell that starts the benchmark'
    return "$EX_NOPERM"
  fi
  pid=$TARGET_PID start=$STAT_START
  remember_settings "$pid"
  if [[ -e $ROOT$procs ]]; then
    if ! kernel_write "$procs" "$pid"; then
      complain "process $pid cannot be moved to $slice ($REPLY)"
      return 1
    fi
  else
    OLD_GROUP=''
  fi
  # Meanwhile it may have ended, and its number may belong to another process; or its user may have changed.
  if ! still_the_callers "$pid" "$start"; then
    detach "$pid" 'it changed while it was moved'
    return 1
  fi
  # These programs cannot hang, and every run pays for them, so they are started without a time limit.
  if ! runs_only_on "$pid" "$cpus"; then
    BOUND=yes
    if ! taskset -apc "$cpus" "$pid" >/dev/null 2>&1; then
      detach "$pid" "it cannot be bound to CPUs $cpus"
      return 1
    fi
  fi
  renice -n "$J_PRIORITY" -p "$pid" >/dev/null 2>&1 || complain "process $pid keeps its priority"
  RENICED=yes
  lift_lock_limit "$pid" "$slice"
  if ! still_the_callers "$pid" "$start"; then
    detach "$pid" 'it changed while it was bound'
    return 1
  fi
  say "process $pid runs on CPUs $cpus"
}

still_the_callers() { still_runs "$1" "$2" && process_uid "$1" && [[ $REPLY == "$CALLER_UID" ]]; } # PID START

# OLD_GROUP, OLD_CPUS, OLD_NICE, OLD_LOCK: the settings of process $1 before attach. BOUND, RENICED: whether attach has
# changed CPUs and priority yet.
remember_settings() { # PID
  local text=''
  BOUND='' RENICED='' OLD_CPUS='' OLD_NICE=0 OLD_LOCK=''
  cgroup_of "$1"
  OLD_GROUP=$REPLY
  { IFS= read -r -d '' text <"$ROOT/proc/$1/status"; } 2>/dev/null
  [[ ! $text =~ $'\nCpus_allowed_list:\t'([0-9,-]+)$'\n' ]] || OLD_CPUS=${BASH_REMATCH[1]}
  text=''
  { IFS= read -r -d '' text <"$ROOT/proc/$1/stat"; } 2>/dev/null
  # These are the fields from the third one on; the nice value is the 19th.
  fields "${text##*\) }" ' '
  OLD_NICE=${FIELDS[16]-0}
}

# Undoes what attach has done to process $1, which is not the caller's any more or could not be moved completely. If the
# process has started another program, it has one thread. If the number belongs to a new process, nothing better is
# known.
detach() { # PID WHY
  complain "process $1 is not attached: $2"
  [[ -z $OLD_GROUP ]] || kernel_write "/sys/fs/cgroup$OLD_GROUP/cgroup.procs" "$1"
  [[ -z $BOUND || -z $OLD_CPUS ]] || taskset -apc "$OLD_CPUS" "$1" >/dev/null 2>&1
  [[ -z $RENICED ]] || renice -n "$OLD_NICE" -p "$1" >/dev/null 2>&1
  [[ -z $OLD_LOCK ]] || patiently prlimit --memlock="$OLD_LOCK" --pid "$1" >/dev/null
  return 0
}

# Succeeds when all threads of process $1 may use the CPUs $2 and no others. The move to the slice often sees to that.
runs_only_on() {
  local file text threads=0
  for file in "$ROOT/proc/$1"/task/*/status; do
    # Of a thread that has ended meanwhile there is nothing to read.
    { text='' && IFS= read -r -d '' text <"$file"; } 2>/dev/null
    [[ $text == *$'\nCpus_allowed_list:\t'"$2"$'\n'* ]] || return
    threads=$((threads + 1))
  done
  ((threads))
}

# Where memory is protected for the slice, its processes may lock it. With the usual limit mlockall fails at 8 MB.
lift_lock_limit() { # PID SLICE
  kernel_read "/sys/fs/cgroup/$2/memory.min" && [[ $REPLY != 0 ]] || return 0
  local line
  while IFS= read -r line; do
    [[ ! $line =~ ^'Max locked memory'\ +([0-9]+|unlimited)\ +([0-9]+|unlimited) ]] ||
      OLD_LOCK=${BASH_REMATCH[1]}:${BASH_REMATCH[2]}
  done 2>/dev/null <"$ROOT/proc/$1/limits"
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

# TARGET_PID, STAT_START: the nearest ancestor below the worker that belongs to the caller and is not sudo, nor setsid
# (inherited.sh).
find_attach_target() {
  local pid=$PPID depth
  for ((depth = 0; pid > 1 && depth < 16; depth++)); do
    [[ $pid != "${WORKER_PID:-none}" ]] || return 1
    process_stat "$pid" || return 1
    if [[ $STAT_NAME != @(sudo|setsid) ]] && process_uid "$pid" && [[ $REPLY == "$CALLER_UID" ]]; then
      TARGET_PID=$pid
      return
    fi
    pid=$STAT_PARENT
  done
  return 1
}

# Writes dirty pages back, since only clean ones can be dropped. A caller may have made so many that this takes minutes,
# and even SIGKILL would wait for it: so it is done before the lock is taken, by no more calls at a time than may wait for that.
write_back() {
  [[ -e $JOURNAL ]] || return 0
  if [[ $CALLER_UID != "$EUID" ]]; then
    wait_in_line
    (($? != EX_BUSY)) || return "$EX_BUSY"
  fi
  timeout -k 2 "$((STEP_TIMEOUT - 5))" sync </dev/null >/dev/null 2>&1
  return 0
}

drop_caches() {
  holds_machine || return
  if ! kernel_write /proc/sys/vm/drop_caches 3; then
    complain "the page cache cannot be dropped ($REPLY): runs go on with a warm cache"
    return 1
  fi
  say 'dropped the page cache, dentries and inodes'
}
