# tune: deals with an open journal, reads all targets, writes the journal, sets the targets in order, reads them back
# and publishes the receipt.

tune() {
  if [[ $CALLER_KIND == nobody ]]; then
    complain 'tune is for jobs: there is no Runner.Worker among the ancestors of the caller'
    return "$EX_NOPERM"
  fi
  load_config || return "$EX_USAGE"
  settle_open_journal || return
  ((DONE)) && return
  tune_now
}

# Tunes for the caller, by SETTING and OPTION. Call it without an open journal.
tune_now() {
  start_clock
  next_generation && own_lease || return
  choose_cpus
  [[ -z $CPUS_NOTE ]] || say "$CPUS_NOTE"
  begin_journal
  plan_knobs "${KNOBS[@]}"
  if ! plan_holds; then
    rm -f -- "$JOURNAL.new"
    return 1
  fi
  if ! start_guard; then
    rm -f -- "$JOURNAL.new"
    return 1
  fi
  publish_journal
  if ! load_journal; then
    # Nothing has been changed yet.
    rm -f -- "$JOURNAL"
    complain "the snapshot is damaged, so nothing was tuned: is ${RUN%/*} full?"
    return 1
  fi
  apply_all
  finish_tune
}

# An open journal is never overwritten. Either the machine is tuned for this caller already (DONE=1), or it is busy, or
# the journal is restored first.
settle_open_journal() {
  local found
  DONE=0
  while :; do
    found=0
    load_journal || found=$?
    case $found in
      1) return 0 ;;
      2) tell_damaged; return ;;
    esac
    if [[ $J_BOOT != "$BOOT" ]]; then
      say 'the machine was rebooted since the last tune: the kernel has its own settings again'
      close_journal
      return
    fi
    if [[ $J_STATE != tuned ]] || ! owner_holds; then break; fi
    DONE=1
    if works_for_owner; then
      adopt
      return
    elif same_owner; then
      say "already tuned for this job (generation $J_GENERATION)"
      return 0
    fi
    DONE=0
    wait_while_busy || return
  done
  say 'the last tune was not restored: restoring it first'
  restore_all
}

# Another job holds the machine: waits without the lock, or says that the machine is busy.
wait_while_busy() {
  if ((OPTION[busy-wait] <= 0)); then
    case $J_OWNER_KIND in
      service) complain "busy: the machine is tuned for $J_OWNER_UNIT" ;;
      root) complain "busy: root has tuned this machine: sudo env -u SUDO_UID $KIT/stable-bench-host restore" ;;
      *) complain "busy: another job (process $J_OWNER_PID) holds this machine" ;;
    esac
    return "$EX_BUSY"
  fi
  leave_lock
  pause 1
  OPTION[busy-wait]=$((OPTION[busy-wait] - 1))
  lock_or_say
}

# In the ephemeral mode the service tunes before there is a worker. Its first job becomes the owner, with its own lease.
adopt() {
  next_generation && own_lease && hand_over && load_journal || return
  note_event tune adopted
  # The receipt lists what drifted; that is not a reason to refuse the job.
  verify_all || [[ -e $RECEIPT ]]
}

apply_all() {
  local knob i
  : >"$PRIVATE/results"
  load_journalled_units
  for knob in "${KNOBS[@]}"; do
    sets_something "$knob" || continue
    step apply_knob "$knob" && continue
    for i in ${INDEX_OF[$knob]}; do
      [[ ${J_WANTED[i]} == '=' ]] || printf 'result|%s|%s|failed||did not finish in time\n' "$knob" "${J_TARGET[i]}"
    done >>"$PRIVATE/results"
  done
}

undo_tune() {
  note_event tune failed
  restore_all
  return 1
}

# Writes the results into the journal and judges them. Then it publishes the receipt, or restores.
finish_tune() {
  local -a results
  mapfile -t results <"$PRIVATE/results"
  now
  if ! { printf '%s\n' "${results[@]}" "tuned|$REPLY" >>"$JOURNAL"; } 2>/dev/null; then
    complain "$RUN is full: restoring"
    undo_tune
    return
  fi
  load_journal || return 1
  judge
  if ((${#UNMET[@]})) && [[ ${OPTION[on-failure]} == fail ]]; then
    complain 'a required knob failed: restoring, this job fails before anything is measured'
    undo_tune
    [[ -e $JOURNAL ]] || tell_unmet
    return 1
  fi
  if ! guard_runs || ! publish_receipt "$J_TUNED"; then
    undo_tune
    return
  fi
  note_event tune "$GRADE"
  tell_lacks degraded
  say "$GRADE: ${COUNT[applied]-0} applied, ${COUNT[already]-0} already so, ${COUNT[unsupported]-0} not on this" \
    "machine, $((${COUNT[denied]-0} + ${COUNT[failed]-0} + ${COUNT[drifted]-0})) failed; benchmark CPUs" \
    "${J_BENCH:-none}${J_LOAD:+, load CPUs $J_LOAD}"
}
