# status: who holds the machine, what is set, and what drifted. For people, and as JSON (stable-bench/status@1); metrics.sh has it
# for Prometheus. It changes nothing.

status() {
  look_around
  [[ $S_STATE != @(tuning|tuned|restoring) ]] || tell_targets
  tell_past
  case $S_STATE in
    none | rebooted) untuned 1 ;;
    damaged) untuned 2 ;;
  esac
}

tell_targets() {
  local i key since
  iso_time "$J_SINCE"
  since=$REPLY
  iso_time "$J_LEASE"
  say "$J_STATE for $J_OWNER_KIND $J_OWNER_PID, generation $J_GENERATION, since $since, lease until $REPLY," \
    "benchmark CPUs ${J_BENCH:-none}${J_LOAD:+, load CPUs $J_LOAD}, others $J_HOUSE"
  [[ $S_STATE$S_HELD != tunedfalse ]] || say 'nobody holds the machine any more: the guard or the next hook restores it'
  for i in "${!J_KNOB[@]}"; do
    [[ ${J_WANTED[i]} == '=' ]] && continue
    tell_target_state "$i"
  done
  for key in "${J_ABSENT[@]}"; do
    fields "$key"
    say "${FIELDS[0]}:${FIELDS[1]:+ ${FIELDS[1]}} ${FIELDS[2]-}: ${FIELDS[3]-}"
  done
}

tell_target_state() { # INDEX
  local key="${J_KNOB[$1]}|${J_TARGET[$1]}" state
  state=${J_STATUS[$key]-not set yet}
  [[ $state != drifted ]] || state+=${J_READBACK[$key]:+ to ${J_READBACK[$key]}}
  say "${J_KNOB[$1]}: ${J_TARGET[$1]}: ${J_ORIGINAL[$1]} -> ${J_WANTED[$1]}: $state${J_REASON[$key]:+ (${J_REASON[$key]})}"
}

# What the history says, also of a machine that is not tuned.
tell_past() {
  local event
  for event in "$LAST_TUNE" "$LAST_RESTORE"; do
    [[ -n $event ]] || continue
    tell_event "$event"
    say "last: $REPLY"
  done
  say "so far: ${TOTALS[0]} tunes and ${TOTALS[1]} that failed, ${TOTALS[5]} that found it busy, ${TOTALS[2]} restores and" \
    "${TOTALS[3]} that failed"
}

# Looks at everything that the reports for programs say. S_STATE: none, damaged, rebooted, tuning, tuned or restoring.
# DRIFTED: lines `KNOB|TARGET|WAS|IS`. LAST_TUNE, LAST_RESTORE: the last event of each, or nothing.
look_around() {
  local found=0 key line
  S_STATE=none S_HELD=false S_CONFIG=true DRIFTED=() LAST_TUNE='' LAST_RESTORE=''
  load_config || S_CONFIG=false
  load_journal || found=$?
  case $found in
    0) S_STATE=$J_STATE ;;
    2) S_STATE=damaged ;;
  esac
  if ((found == 0)) && [[ $J_BOOT != "$BOOT" ]]; then S_STATE=rebooted; fi
  if [[ $S_STATE == tuned ]]; then
    ! owner_holds || S_HELD=true
    local -A was=()
    for key in "${!J_READBACK[@]}"; do was[$key]=${J_READBACK[$key]}; done
    read_all_back
    for key in "${!J_STATUS[@]}"; do
      [[ ${J_STATUS[$key]} != drifted ]] || DRIFTED+=("$key|${was[$key]-}|${J_READBACK[$key]}")
    done
  fi
  load_history
  for line in "${HISTORY[@]}"; do
    case $line in
      event\|*\|tune\|*) LAST_TUNE=$line ;;
      event\|*\|restore\|*) LAST_RESTORE=$line ;;
    esac
  done
}

status_json() {
  local out separator='' line
  look_around
  machine_name
  out="{\"schema\":\"stable-bench/status@1\",\"kit\":\"$VERSION\",\"machine\":\"$REPLY\""
  [[ ${OPTION[class]-none} == none ]] || out+=",\"class\":\"${OPTION[class]}\""
  out+=",\"configuration_ok\":$S_CONFIG,\"state\":\"$S_STATE\",\"tune\":"
  if [[ $S_STATE == @(tuning|tuned|restoring) ]]; then tune_json; else REPLY=null; fi
  out+="$REPLY,\"drifted\":["
  for line in "${DRIFTED[@]}"; do
    drift_json "$line"
    out+=$separator$REPLY separator=,
  done
  event_json "$LAST_TUNE"
  out+="],\"last_tune\":$REPLY"
  event_json "$LAST_RESTORE"
  out+=",\"last_restore\":$REPLY,\"totals\":{\"tunes\":${TOTALS[0]},\"failed_tunes\":${TOTALS[1]},"
  out+="\"restores\":${TOTALS[2]},\"failed_restores\":${TOTALS[3]},\"drifted\":${TOTALS[4]},"
  out+="\"busy\":${TOTALS[5]}}}"
  put_message 1 "$out"
}

# REPLY: the tune of the loaded journal. `held` is false when nobody holds the machine any more: a restore is due.
tune_json() {
  local since lease note
  iso_time "$J_SINCE"
  since=$REPLY
  iso_time "$J_LEASE"
  lease=$REPLY
  json_string "$J_OWNER_UNIT"
  note=$REPLY
  REPLY="{\"since\":\"$since\",\"generation\":$J_GENERATION,\"held\":$S_HELD,\"lease_until\":\"$lease\",\"owner\":{"
  REPLY+="\"kind\":\"$J_OWNER_KIND\",\"pid\":$J_OWNER_PID,\"uid\":$J_OWNER_UID,\"unit\":$note},"
  REPLY+="\"cpus\":{\"benchmark\":\"$J_BENCH\",\"load\":\"$J_LOAD\",\"housekeeping\":\"$J_HOUSE\"},\"targets\":${#J_KNOB[@]}}"
}

drift_json() { # KNOB|TARGET|WAS|IS
  local text
  fields "$1"
  json_string "${FIELDS[1]-}"
  text="{\"knob\":\"${FIELDS[0]}\",\"target\":$REPLY"
  json_string "${FIELDS[2]-}"
  text+=",\"was\":$REPLY"
  json_string "${FIELDS[3]-}"
  REPLY="$text,\"is\":$REPLY}"
}

event_json() { # EVENT
  REPLY=null
  [[ -n $1 ]] || return 0
  fields "$1"
  iso_time "${FIELDS[1]}"
  REPLY="{\"at\":\"$REPLY\",\"outcome\":\"${FIELDS[3]}\",\"milliseconds\":${FIELDS[4]},\"generation\":${FIELDS[9]},\"failed\":${FIELDS[11]},"
  REPLY+="\"called_by\":\"${FIELDS[13]}\"}"
}
