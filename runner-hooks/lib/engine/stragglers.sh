# What a job leaves behind: processes that go on in the cgroup of the runner's service. They are ended before the restore,
# which they would slow down, and so that the next job does not meet them. Those in the slice end with its partition.
#
# A straggler belongs to the job's user, is as young as the job's worker or younger, and descends neither from the main
# process of the service, as the runner and its workers do, nor from that worker. Who calls this is none either.
STRAGGLER_ROUNDS=50

# Call it with the journal loaded. In the middle of a job only the job itself may end what it has left behind so far.
end_stragglers() {
  local procs thawer=''
  [[ $J_OWNER_KIND == worker && -n $J_OWNER_GROUP ]] && has_systemd || return 0
  procs=$ROOT/sys/fs/cgroup
  [[ -e $procs/cgroup.procs ]] || procs+=/systemd
  procs+=$J_OWNER_GROUP
  # A call that was killed may have left it frozen.
  thaw_group
  same_owner || ! still_runs "$J_OWNER_PID" "$J_OWNER_START" || return 0
  freeze_group
  end_all_stragglers
  thaw_group
}

# Nothing in a frozen cgroup starts anything. So a job's processes that start each other faster than they can be listed hold
# still, and systemd answers, which has to bury them all. The runner holds still as well. Without cgroup v2 nothing is frozen.
freeze_group() {
  local tries
  [[ -w $procs/cgroup.freeze ]] || return 0
  # Where this process is killed meanwhile, that one thaws it, which does not have the lock.
  { pause "$((3 * STEP_TIMEOUT))" || true; printf '0\n' >"$procs/cgroup.freeze"; } 9>&- 2>/dev/null &
  thawer=$!
  set_frozen 1
  for ((tries = 0; tries < 100; tries++)); do
    [[ $(<"$procs/cgroup.events") != *'frozen 1'* ]] || break
    pause 0.05 || true
  done
}

thaw_group() {
  [[ ! -w $procs/cgroup.freeze ]] || set_frozen 0
  [[ -z $thawer ]] || { kill "$thawer" && wait "$thawer"; } 2>/dev/null || true
}

set_frozen() { { printf '%s\n' "$1" >"$procs/cgroup.freeze"; } 2>/dev/null; }

end_all_stragglers() {
  local round empty=0 main pid=$$
  local -A ended=() callers=()
  main=$(patiently systemctl show --property=MainPID -- "${J_OWNER_GROUP##*/}") || return 0
  [[ $main =~ ^MainPID=[0-9]+$ ]] || return 0
  main=${main#MainPID=}
  while ((pid > 1)) && process_stat "$pid"; do callers[$pid]=yes pid=$STAT_PARENT; done
  # What is stopped starts nothing more. Where nothing was frozen, one that starts another and ends may slip through a round,
  # hardly through three.
  for ((round = 0; round < STRAGGLER_ROUNDS && empty < 3; round++)); do
    if stop_stragglers; then empty=0; else ((++empty)); fi
  done
  ((${#ended[@]} == 0)) || send_signal KILL "${!ended[@]}"
  ((${#ended[@]} == 0)) || say "ended ${#ended[@]} processes that the job had left behind"
}

# Stops the stragglers that are not in ended yet, and adds them to it. Fails when there are none.
stop_stragglers() {
  local file pid found=''
  local -a pids
  local -A apart=()
  for file in "$procs"/**/cgroup.procs; do
    mapfile -t pids <"$file"
    for pid in "${pids[@]}"; do
      if [[ -n ${ended[$pid]-} ]] || ! straggles "$pid"; then continue; fi
      send_signal STOP "$pid"
      ended[$pid]=yes found=yes
    done
  done 2>/dev/null
  [[ -n $found ]]
}

# The runner's update begins as a child of the runner, and goes on when that ends.
straggles() { # PID
  process_stat "$1" && ((STAT_START >= J_OWNER_START)) && [[ $STAT_NAME != _update* ]] || return
  process_uid "$1" && [[ $REPLY == "$J_OWNER_UID" ]] || return
  stands_apart "$1"
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
      if [[ $pid == @("$main"|"$J_OWNER_PID") || -n ${callers[$pid]-} ]] || ! process_stat "$pid"; then verdict=no; fi
      pid=$STAT_PARENT
    fi
  done
  for pid in "${line[@]}"; do apart[$pid]=$verdict; done
  [[ $verdict == yes ]]
}

send_signal() { kill "-$1" "${@:2}" 2>/dev/null; } # SIGNAL PID...
