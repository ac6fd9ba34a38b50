# What a job leaves behind: processes that go on in the cgroup of the runner's service. They are ended before the restore,
# which they would slow down, and so that the next job does not meet them. Those in the slice end with its partition.
#
# A straggler belongs to the job's user, is as young as the job's worker or younger, and descends neither from the main
# process of the service, as the runner and its workers do, nor from that worker. Nor is who calls this one. But what descends
# from the caller's sudo is: the shell that became sudo had started it, and nobody waits for it. All processes are looked at: a
# job that may make cgroups (Delegate=) may have made a million, or some with paths too long to be opened.
STRAGGLER_ROUNDS=50
UPDATE_TIMEOUT=60 # seconds

# Call it with the journal loaded. In the middle of a job only the job itself may end what it has left behind so far.
end_stragglers() {
  local group=$ROOT/sys/fs/cgroup$J_OWNER_GROUP thawer='' pid end updates=()
  [[ $J_OWNER_KIND == worker && -n $J_OWNER_GROUP ]] && has_systemd || return 0
  # A call that was killed may have left it frozen.
  thaw_group
  same_owner || ! still_runs "$J_OWNER_PID" "$J_OWNER_START" || return 0
  seconds_up
  end=$((REPLY + UPDATE_TIMEOUT))
  while :; do
    updates=()
    freeze_group
    is_over || know_update
    end_all_stragglers
    thaw_group
    ((${#updates[@]})) || return 0
    for pid in "${updates[@]}"; do until is_over || ! of_job "$pid"; do pause 0.5 || true; done; done
  done
}

# Any process may be called like the runner's update, which takes seconds: what goes on for longer is none.
is_over() { seconds_up && ((REPLY >= end)); }

# For a job that does not hold the machine any more, since it has restored it itself or its lease has ended: no journal names what
# it has started since then.
end_own_stragglers() {
  local J_OWNER_KIND=$CALLER_KIND J_OWNER_PID=$CALLER_PID J_OWNER_START=$CALLER_START J_OWNER_UID=$CALLER_UID J_OWNER_UNIT=$CALLER_UNIT
  owner_group
  local J_OWNER_GROUP=$REPLY
  end_stragglers
}

# Nothing in a frozen cgroup starts anything. So a job's processes that start each other faster than they can be listed hold
# still, and systemd answers, which has to bury them all. The runner holds still as well. Without cgroup v2 nothing is frozen.
freeze_group() {
  local tries
  [[ -w $group/cgroup.freeze ]] || return 0
  # Where this process is killed meanwhile, that one thaws it, which does not have the lock.
  { pause "$((3 * STEP_TIMEOUT))" || true; printf '0\n' >"$group/cgroup.freeze"; } 9>&- 2>/dev/null &
  thawer=$!
  set_frozen 1
  for ((tries = 0; tries < 100; tries++)); do
    [[ $(<"$group/cgroup.events") != *'frozen 1'* ]] || break
    pause 0.05 || true
  done
}

thaw_group() {
  [[ ! -w $group/cgroup.freeze ]] || set_frozen 0
  [[ -z $thawer ]] || { kill "$thawer" && wait "$thawer"; thawer=''; } 2>/dev/null
}

set_frozen() { { printf '%s\n' "$1" >"$group/cgroup.freeze"; } 2>/dev/null; }

end_all_stragglers() {
  local round empty=0 main update
  local -A ended=() known=() # known: whether what descends from a process stands apart.
  main=$(patiently systemctl show --property=MainPID -- "${J_OWNER_GROUP##*/}") || return 0
  [[ $main =~ ^MainPID=[0-9]+$ ]] || return 0
  know_callers
  known[${main#MainPID=}]=no
  ! still_runs "$J_OWNER_PID" "$J_OWNER_START" || known[$J_OWNER_PID]=no
  for update in "${updates[@]}"; do known[$update]=no; done
  # What is stopped starts nothing more. Where nothing was frozen, one may slip through a round, hardly through three.
  for ((round = 0; round < STRAGGLER_ROUNDS && empty < 3; round++)); do
    if stop_stragglers; then empty=0; else ((++empty)); fi
  done
  ((${#ended[@]})) || return 0
  send_signal KILL "${!ended[@]}"
  say "ended ${#ended[@]} processes that the job had left behind"
}

# The first callers are root's: the kit and sudo. Above them there are the job's own shells, and the runner.
know_callers() {
  local pid=$PPID verdict=yes
  known[$$]=yes
  while ((pid > 1)) && [[ -z ${known[$pid]-} ]] && process_stat "$pid"; do
    ! process_uid "$pid" || [[ $REPLY != "$J_OWNER_UID" ]] || verdict=no
    known[$pid]=$verdict
    pid=$STAT_PARENT
  done
}

# updates: the runner's. When its worker has ended, the listener starts `bash WORK/_update.sh` and ends; without it the runner
# would be broken for good. bash has its script open as 255. To look there needs no page of the process, for which root could wait.
know_update() {
  local line pid scripts=()
  ! still_runs "$J_OWNER_PID" "$J_OWNER_START" || return 0
  for pid in "$ROOT"/proc/[1-9]*([0-9]); do
    ! { of_job "${pid##*/}" && [[ $STAT_NAME == bash ]]; } || scripts+=("$pid/fd/255")
  done
  ((${#scripts[@]})) || return 0
  while IFS= read -r line; do
    [[ $line == *"/fd/255' -> "?/*/_update.sh? ]] || continue
    line=${line%%/fd/255\'*}
    updates+=("${line##*/}")
  done < <(stat -c %N -- "${scripts[@]}" 2>/dev/null)
}

# Stops the stragglers that are not in ended yet, and adds them to it. Fails when there are none.
stop_stragglers() {
  local pid found=''
  local -A apart=()
  for pid in "${!known[@]}"; do apart[$pid]=${known[$pid]}; done
  for pid in "$ROOT"/proc/[1-9]*([0-9]); do
    pid=${pid##*/}
    if [[ -n ${ended[$pid]-}${known[$pid]-} ]] || ! of_job "$pid" || ! stands_apart "$pid"; then continue; fi
    send_signal STOP "$pid"
    ended[$pid]=yes found=yes
  done
  [[ -n $found ]]
}

# Succeeds when process $1 is the job's user's, as young as its worker, and in the cgroup of the runner's service. Where Linux
# does not say in which cgroup it is, the path is too long.
of_job() {
  process_stat "$1" && ((STAT_START >= J_OWNER_START)) && process_uid "$1" && [[ $REPLY == "$J_OWNER_UID" ]] || return
  cgroup_of "$1"
  [[ $REPLY/ == "$J_OWNER_GROUP"/* ]] || ! { read -r <"$ROOT/proc/$1/cgroup"; } 2>/dev/null
}

# Succeeds when process $1 descends from none of those that are no stragglers. A job may leave a chain of thousands: what is
# known of one is kept in apart for all above it, so that each is looked at once.
stands_apart() { # PID
  local pid=$1 verdict=''
  local -a line=()
  until [[ -n $verdict ]]; do
    if ((pid <= 1)); then verdict=yes; elif [[ -n ${apart[$pid]-} ]]; then verdict=${apart[$pid]}; else
      # Also where numbers are used again meanwhile, a line has an end.
      apart[$pid]=no
      line+=("$pid")
      process_stat "$pid" || verdict=no
      pid=$STAT_PARENT
    fi
  done
  for pid in "${line[@]}"; do apart[$pid]=$verdict; done
  [[ $verdict == yes ]]
}

send_signal() { kill "-$1" "${@:2}" 2>/dev/null; } # SIGNAL PID...
