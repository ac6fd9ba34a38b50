# One run of the ladder's benchmark: a fresh process in its own session, as the user who called sudo, and its wall time.

# What that process runs, as that user. Descriptor 3 gets the begin, the end and the exit code. The command does not have it.
# shellcheck disable=SC2016  # for that process
TIMED='cd -- "$1" || exit 126
shift
clock() { if [[ -n ${EPOCHREALTIME-} ]]; then now=${EPOCHREALTIME/[.,]/}000; else now=$(date +%s%N); fi; }
clock; begin=$now
("$@" </dev/null >/dev/null 2>&1 3>&-); code=$?
clock; echo "$begin $now $code" >&3'

# The time of one run of COMMAND in nanoseconds: REPLY. Fails, and says why, when there is none.
run_command() { # PINNED yes|no
  local begin='' end='' code='' why=''
  place_and_run "$1" 3>"$PRIVATE/ladder-run" 2>"$PRIVATE/ladder-error" &
  RUN_PID=$!
  [[ -z $STOPPED ]] || end_run
  wait "$RUN_PID"
  # A signal ends the first wait before the run is gone.
  [[ -z $STOPPED ]] || wait "$RUN_PID" 2>/dev/null
  RUN_PID=''
  [[ -z $STOPPED ]] || return 1
  { read -r begin end code <"$PRIVATE/ladder-run"; } 2>/dev/null
  if [[ ! $begin.$end.$code =~ ^[0-9]{10,20}\.[0-9]{10,20}\.[0-9]{1,3}$ ]]; then
    { read -r why <"$PRIVATE/ladder-error"; } 2>/dev/null
    complain "the benchmark could not be started in $DIRECTORY as user $CALLER_UID${why:+: $why}"
    return 1
  elif ((code)); then
    complain "the benchmark failed with exit code $code (as user $CALLER_UID in $DIRECTORY): call it there by hand to see why"
    return 1
  fi
  REPLY=$((end - begin))
  ((REPLY > 0))
}

# A signal ends the run. It restores nothing here: in a trap, bash before 5 has another meaning of a `return` without a number.
stop_ladder() { # EXIT CODE
  STOPPED=$1
  end_run
}

end_run() { [[ -z $RUN_PID ]] || kill -KILL -- "-$RUN_PID" "$RUN_PID" 2>/dev/null; }

# Becomes the run. Root has put itself into another cgroup, with a high priority, and may not be ended when memory is short: the
# run has none of that.
place_and_run() { # PINNED yes|no
  local group=$OWN_CGROUP priority=0 name home gid top=$ROOT/sys/fs/cgroup
  local -a as_user=(env HOME=/root USER=root LOGNAME=root) bound=()
  trap - INT TERM HUP
  exec 9>&-
  load_journal brief
  if [[ $1 == yes && -n $J_BENCH ]]; then
    bound=(taskset -c "$J_BENCH")
    priority=$J_PRIORITY
    [[ ! -e $top/$SLICE/cgroup.procs ]] || group=/$SLICE
  fi
  { printf '%d\n' "$BASHPID" >"$top$group/cgroup.procs"; } 2>/dev/null
  { printf '0\n' >/proc/self/oom_score_adj; } 2>/dev/null
  renice -n "$priority" -p "$BASHPID" >/dev/null 2>&1
  if ((EUID == 0 && CALLER_UID != 0)); then
    IFS=: read -r name _ _ gid _ home _ < <(getent passwd "$CALLER_UID") || exit 1
    as_user=(setpriv --reuid="$CALLER_UID" --regid="$gid" --init-groups env HOME="$home" USER="$name" LOGNAME="$name")
  fi
  exec setsid "${bound[@]}" "${as_user[@]}" bash -c "$TIMED" bash "$DIRECTORY" "${COMMAND[@]}"
}
