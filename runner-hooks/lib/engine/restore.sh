# restore, recover and forget. A restore replays the journal, in the order in which the targets can come back. What
# becomes of each target is decided in apply.sh.

restore() {
  local found=0
  load_journal || found=$?
  case $found in
    1)
      end_own_stragglers
      say 'nothing to restore'
      return
      ;;
    2) tell_damaged; return ;;
  esac
  if [[ $J_BOOT != "$BOOT" ]]; then
    say 'the machine was rebooted since the tune: nothing to restore'
    close_journal
  elif [[ $CALLER_KIND == root ]] || same_owner || ! owner_holds || [[ $J_STATE != tuned ]]; then
    restore_all
  else
    end_own_stragglers
    say 'the machine is tuned for another job: left alone'
  fi
}

# For the guard, the boot and the end of the runner's service: restores only when nobody holds the machine any more. A
# service that holds it and calls this is ending: it tuned in the ephemeral mode, and its drop-in was changed since.
recover() {
  local found=0
  load_journal || found=$?
  ((found != 1)) || return 0
  if ((found == 0)) && [[ $J_BOOT == "$BOOT" && $J_STATE == tuned ]]; then
    [[ $CALLER_KIND == service ]] && same_owner || ! owner_holds || return 0
  fi
  restore
}

# Gives up an open journal that cannot be restored. For root only: sudoers does not have it.
forget() {
  [[ $CALLER_KIND == root ]] || return "$EX_NOPERM"
  rm -f -- "$RECEIPT"
  [[ -e $JOURNAL || -L $JOURNAL ]] || return 0
  close_journal
  say "the journal is now $RUN/journal.last; nothing was restored"
}

# Restores all knobs of the loaded journal. A second pass restores targets that depended on a later one. Everything that
# the kernel or systemd may hold up is a step, so a restore ends, whatever hangs.
restore_all() {
  local pass knob failed=0
  local -a order
  [[ -n ${KNOBS[*]-} ]] || list_knobs
  start_clock
  # From here on nobody may believe that this machine is tuned.
  rm -f -- "$RECEIPT"
  find_switched_cpus
  now
  { printf '%s\n' "restoring|$REPLY" "${J_SWITCHED[@]/#/switched|}" >>"$JOURNAL" || keep_switched_cpus; } 2>/dev/null
  end_stragglers
  unknown_knobs
  find_order
  for pass in 1 2; do
    : >"$PRIVATE/results"
    load_journalled_units
    wake_slices
    failed=$UNKNOWN
    for knob in "${order[@]}"; do
      step restore_knob "$knob" || printf 'restored|%s||failed|did not finish in time\n' "$knob" >>"$PRIVATE/results"
    done
    ((failed)) || all_settled || failed=1
    # What hangs would hold up the second pass as well, or write beside it.
    if ((failed == 0 || pass == 2)) || hangs; then break; fi
    complain 'not everything came back at once: trying again'
    read_notes
  done
  tell_restored
  if hangs; then
    complain "process $REPLY hangs in the kernel and may still write: if it does not end, only a reboot helps"
    failed=1
  fi
  # Also where a restore has to follow, and a full /run has no room to tell that one.
  step switch_again
  if ((failed)); then
    note_event restore failed
    complain "not everything is back; $JOURNAL stays, the next hook tries again"
    return 1
  fi
  close_journal
  note_event restore restored
  stop_guard
  say "restored ${RESTORED[back]} targets${RESTORED[gone]:+, ${RESTORED[gone]} are gone}${RESTORED[foreign]:+, left \
${RESTORED[foreign]} that somebody else changed}"
}

# order: the knobs of the journal, sorted by restore_at.
find_order() {
  local knob position=0
  local -a at=() mine=()
  for knob in "${KNOBS[@]}"; do [[ -z ${INDEX_OF[$knob]-} ]] || mine+=("$knob"); done
  read_declarations "${mine[@]}"
  # Also 08 is a decimal number.
  for knob in "${mine[@]}"; do at[10#${RESTORE_AT[$knob]-30} * 100 + position++]=$knob; done
  order=("${at[@]}")
}

# UNKNOWN=1 when the journal names a knob that this kit does not have.
unknown_knobs() {
  local knob
  UNKNOWN=0
  for knob in "${!INDEX_OF[@]}"; do
    [[ -n ${KNOB_FILE[$knob]-} ]] && continue
    complain "the journal names an unknown knob: $knob"
    UNKNOWN=1
  done
}
