# verify: reads everything back again, for whoever holds the machine. It changes nothing but the receipt.

verify() {
  load_journal || {
    untuned $?
    return 1
  }
  if [[ $J_BOOT != "$BOOT" || $J_STATE != tuned ]]; then
    say 'not tuned: the last tune is not in force'
    return 1
  fi
  if [[ $CALLER_KIND != root ]] && ! same_owner && ! works_for_owner; then
    complain 'the machine is not tuned for this job'
    return "$EX_NOPERM"
  fi
  load_config || return "$EX_USAGE"
  verify_all
}

# Verifies the targets of the loaded journal and publishes the receipt with the results. Fails when a target drifted.
verify_all() {
  read_all_back
  judge
  now
  publish_receipt "$REPLY" || return
  say "verified: $GRADE, ${COUNT[drifted]-0} drifted (generation $J_GENERATION)"
  ((${COUNT[drifted]-0} == 0)) && return
  note_event verify drifted
  return 1
}

# Reads all targets of the loaded journal again, into its results. Changes nothing.
read_all_back() {
  local kind knob i key target status readback reason
  local -A verified=()
  : >"$PRIVATE/results"
  load_journalled_units
  [[ -n ${KNOBS[*]-} ]] || list_knobs
  for knob in "${KNOBS[@]}"; do
    ! sets_something "$knob" || step verify_knob "$knob"
  done
  while IFS='|' read -r kind knob target status readback reason; do
    key="$knob|$target"
    if [[ $kind == verified ]]; then
      verified[$knob]=yes
    else
      J_STATUS["$key"]=$status J_READBACK["$key"]=$readback J_REASON["$key"]=$reason
    fi
  done <"$PRIVATE/results"
  # The other targets hang, or their results were lost because /run is full.
  for i in "${!J_KNOB[@]}"; do
    [[ ${J_WANTED[i]} != '=' && -z ${verified[${J_KNOB[i]}]-} ]] || continue
    key="${J_KNOB[i]}|${J_TARGET[i]}"
    J_STATUS["$key"]=drifted J_READBACK["$key"]='' J_REASON["$key"]='cannot be read back in time'
  done
}

# Compares the values read back after the tune with the present ones. Runs in a child. The line `verified|KNOB` is the last
# one of its report.
verify_knob() { # KNOB
  local i key value
  local -a lines=()
  load_knob "$1"
  for i in ${INDEX_OF[$1]-}; do
    key="$1|${J_TARGET[i]}"
    # A target that was never set cannot drift.
    [[ ${J_STATUS[$key]-} =~ ^(applied|already)$ ]] || continue
    if read_target "${J_TARGET[i]}"; then
      one_line "$REPLY"
      value=${REPLY//'|'/ }
      same "${J_TARGET[i]}" "$value" "${J_READBACK[$key]}" && continue
      lines+=("result|$key|drifted|$value|it was ${J_READBACK[$key]} after the tune")
    elif ! taken_offline "${J_TARGET[i]}" && [[ $vanishes == no || $REPLY != ENOENT ]]; then
      lines+=("result|$key|drifted||it cannot be read any more ($REPLY)")
    fi
  done
  printf '%s\n' "${lines[@]}" "verified|$1" >>"$PRIVATE/results"
}

# Succeeds when target $1 is a file of a CPU that the knob smt has taken offline. Such a file is gone or answers EBUSY.
taken_offline() {
  [[ $1 =~ /(cpu|policy)([0-9]+)/ ]] || return 1
  [[ ${J_READBACK[smt|/sys/devices/system/cpu/cpu${BASH_REMATCH[2]}/online]-} == 0 ]]
}

# Reports that there is no tune, by status $1 of load_journal. Fails when there is a journal that cannot be read.
untuned() {
  if (($1 == 2)); then tell_damaged; else say 'not tuned'; fi
}
