# The guard is a systemd unit. It outlives job, worker and runner, and restores when nobody else does.

# Starts the guard. A tune calls this before it writes its journal, so that a killed tune is undone as well; the guard
# waits for the lock first. Fails when the guard does not start: nobody would restore after a killed worker.
start_guard() {
  has_systemd || return 0
  patiently systemctl restart --no-block "$GUARD" && return
  complain "the guard did not start, so nothing was tuned ($GUARD: $(<"$PRIVATE/error")): run install.sh again, or look" \
    "at systemctl status $GUARD"
  return 1
}

# A started unit may still fail, when its program cannot be executed: systemd then tries again and again (auto-restart),
# and calls that activating. A systemd that gives no answer is no reason to fail here.
guard_runs() {
  local tries state
  has_systemd || return 0
  for ((tries = 0; tries < 20; tries++)); do
    state=$(patiently systemctl show --property=ActiveState,SubState "$GUARD")
    [[ $state == *@(ActiveState=failed|ActiveState=inactive|SubState=auto-restart)* ]] || return 0
    pause 0.05
  done
  complain "the guard does not run (${state//$'\n'/, }), so the tune is undone: run install.sh again, or look at" \
    "systemctl status $GUARD"
  return 1
}

stop_guard() {
  [[ ${VERB-} != guard ]] && has_systemd || return 0
  patiently systemctl stop --no-block "$GUARD" || true
}

# Waits until the owner is dead or the lease is over. It looks every two seconds, without starting a process.
guard() {
  local seen generation status
  while :; do
    take_lock 600 || return 1
    status=0 EVENTS=() MESSAGES=()
    start_clock
    recover || status=$?
    write_history "$status"
    if ((status)); then
      log_to_system "$status"
      load_journal
      # A journal that cannot be read cannot be restored by another attempt either.
      (($? != 2)) || return 0
      return 1
    fi
    # Not the number in the journal: a job that failed to take over raised only this one.
    seen=''
    [[ ! -e $RUN/generation ]] || read -r seen <"$RUN/generation"
    leave_lock
    ((${#EVENTS[@]} == 0)) || log_to_system 0
    [[ -e $JOURNAL ]] || return 0
    while [[ -e $JOURNAL ]]; do
      pause 2
      owner_holds || break
      read -r generation <"$RUN/generation"
      [[ $generation == "$seen" ]] || break
    done
  done
}
