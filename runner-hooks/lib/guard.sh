# The guard: a unit of its own that outlives job, worker and runner, and restores when nobody else does.

start_guard() { # before there is a journal, so that a killed tune is undone as well: it waits for the lock first
  has_systemd || return 0
  patiently systemctl restart --no-block "$GUARD" || complain "the guard did not start: $(<"$RUN/error")"
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
