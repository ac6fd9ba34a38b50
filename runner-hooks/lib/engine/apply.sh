# Sets and restores the targets of one knob. Runs in a child of the engine (step.sh), which has read the journal (J_*).
# Writes `result|...` and `restored|...` lines to $PRIVATE/results.

apply_knob() { # KNOB
  local i error
  local -a lines=()
  local -A errors=() written=()
  load_knob "$1"
  for i in ${INDEX_OF[$1]-}; do
    [[ ${J_WANTED[i]} == '=' ]] || write_unless "$i" "${J_WANTED[i]}"
  done
  flush
  wait_until_settled "$1" J_WANTED
  for i in ${INDEX_OF[$1]-}; do
    [[ ${J_WANTED[i]} == '=' ]] && continue
    error=${errors[$i]-}
    read_back "$i"
    lines+=("result|$1|${J_TARGET[i]}|$REPLY")
  done
  ((${#lines[@]} == 0)) || printf '%s\n' "${lines[@]}" >>"$PRIVATE/results"
}

# Writes $2 to target number $1 if that is allowed and needed. Sets written[$1], or errors[$1] when it fails.
write_unless() {
  local target=${J_TARGET[$1]}
  if ! allowed "$target" "$2"; then
    errors[$1]=REFUSED
  elif ! read_target "$target"; then
    errors[$1]=$REPLY
  elif ! same "$target" "$REPLY" "$2"; then
    if write_target "$target" "$2"; then written[$1]=written; else errors[$1]=$REPLY; fi
  fi
}

# REPLY: `STATUS|READBACK|REASON` of target number $1 after the write.
read_back() {
  local i=$1 value
  if ! read_target "${J_TARGET[i]}"; then
    explain "$REPLY"
    REPLY=${REPLY/'|'/'||'}
    return
  fi
  one_line "$REPLY"
  value=${REPLY//'|'/ }
  if same "${J_TARGET[i]}" "$value" "${J_WANTED[i]}"; then
    REPLY="applied|$value|"
    if same "${J_TARGET[i]}" "${J_ORIGINAL[i]}" "${J_WANTED[i]}"; then REPLY="already|$value|"; fi
  else
    explain "$error"
    REPLY=${REPLY/'|'/"|$value|"}
  fi
}

# Waits until all targets of knob $1 hold the values in array $2, at most `settle` seconds.
wait_until_settled() {
  local -n values=$2
  local i tries settled
  for ((tries = settle * 20; tries > 0; tries--)); do
    settled=yes
    for i in ${INDEX_OF[$1]-}; do
      [[ ${values[i]} == '=' || -n ${errors[$i]-} ]] && continue
      if ! read_target "${J_TARGET[i]}" || ! same "${J_TARGET[i]}" "$REPLY" "${values[i]}"; then settled=no; fi
    done
    [[ $settled == no ]] || return
    pause 0.05
  done
}

# Restores the targets of knob $1 that are still ours (whose.sh). After an unfinished tune, and for knobs whose targets the
# kernel itself changes, it restores all of them.
restore_knob() {
  local i back=0
  local -a lines=() foreign=() BACK=() LEFT=()
  local -A errors=() written=()
  load_knob "$1"
  [[ $backwards == no ]] || reverse_index "$1"
  # Look at all targets before the first write, which may change others: boost changes those of the policies.
  for i in ${INDEX_OF[$1]-}; do ours "$i" || foreign[i]=yes; done
  note_begin
  for i in ${INDEX_OF[$1]-}; do [[ -n ${foreign[$i]+yes} ]] || write_unless "$i" "${J_ORIGINAL[i]}"; done
  flush
  after_restore
  wait_until_settled "$1" J_ORIGINAL
  for i in ${INDEX_OF[$1]-}; do
    restored_line "$i"
    if [[ $REPLY == 'back|' && " ${J_SWITCHED[*]} " != *" ${J_TARGET[i]}|"* ]]; then ((++back)); else
      lines+=("restored|$1|${J_TARGET[i]}|$REPLY")
    fi
  done
  # One line for most of them, which a /run that is nearly full holds as well.
  ((back == 0)) || lines+=("restored|$1||back|$back")
  note_end
  ((${#lines[@]} == 0)) || printf '%s\n' "${lines[@]}" >>"$PRIVATE/results"
}

# For after_restore: reports what else the knob could not put right. The restore is complete all the same.
give_up() { lines+=("restored|$KNOB|$1|left|$2"); } # TARGET WHY

reverse_index() {
  local i reversed=''
  for i in ${INDEX_OF[$1]-}; do reversed="$i $reversed"; done
  INDEX_OF[$1]=$reversed
}

# REPLY: `back|`, `gone|`, `foreign|WHAT` or `failed|WHY` for target number $1.
restored_line() {
  local target=${J_TARGET[$1]} original=${J_ORIGINAL[$1]} error=${errors[$1]-} value
  if [[ $error == REFUSED ]]; then
    REPLY='failed|the journal holds what this knob may not write'
    return
  elif ! read_target "$target"; then
    unreadable_line "$target"
    return
  fi
  value=$REPLY
  if same "$target" "$value" "$original" || as_good "$target" "$value" "$original" "${written[$1]-$error}"; then
    BACK+=("$1")
    REPLY='back|'
  elif [[ -n ${foreign[$1]+yes} ]]; then
    REPLY="foreign|somebody set it to $value, left alone"
  elif out_of_reach "$target" "$value" "$original" "$error"; then
    REPLY="foreign|$REPLY"
  else
    was_left "$1" "$value"
    REPLY="failed|holds ${value:-nothing} instead of ${original:-nothing}${error:+ ($error)}"
  fi
}

# REPLY: the same for a target that cannot be read; REPLY is the error. What is gone has no setting any more.
unreadable_line() { # TARGET
  local error=$REPLY
  if [[ $error == @(ENOENT|ENODEV|EBUSY) ]] && cpu_offline "$1"; then
    REPLY='failed|its CPU is offline: it comes back when that is online again'
  elif [[ $error != @(ENOENT|ENODEV) ]]; then
    REPLY="failed|cannot be read ($error)"
  elif [[ $vanishes == yes ]]; then
    REPLY='gone|'
  else
    REPLY='gone|it is not there any more: its setting went with it'
  fi
}
