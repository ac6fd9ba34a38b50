# The guard: a unit of its own that outlives job, worker and runner, and restores when nobody else does.

# Before there is a journal, so that a killed tune is undone as well: the guard waits for the lock first. Fails when it
# did not start: then nobody would restore after a worker that was killed.
start_guard() {
  has_systemd || return 0
  patiently systemctl restart --no-block "$GUARD" && return
  complain "the guard did not start, so nothing was tuned ($GUARD: $(<"$RUN/error")): run install.sh again, or look" \
    "at systemctl status $GUARD"
  return 1
}

stop_guard() {
  [[ ${VERB-} != guard ]] && has_systemd || return 0
  patiently systemctl stop --no-block "$GUARD" || true
}

# Waits for the death of the owner or the end of the lease, looking every two seconds without a process.
guard() {
  local seen generation
  while :; do
    take_lock 600 || return 1
    if ! recover; then
      load_journal
      # What nobody can read no further attempt restores either.
      (($? != 2)) || return 0
      return 1
    fi
    exec 9>&-
    [[ -e $JOURNAL ]] || return 0
    seen=$J_GENERATION
    while [[ -e $JOURNAL ]]; do
      pause 2
      owner_holds || break
      read -r generation <"$RUN/generation"
      [[ $generation == "$seen" ]] || break
    done
  done
}
