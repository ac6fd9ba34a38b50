# history: the events of the history (history.sh) for people.

history() {
  local outcome=failed event
  # A tune that was refused before it began has noted nothing.
  if [[ $VERB == tune && ${EVENTS[*]-} != *'|tune|'* ]] && (($1 != 0 && $1 != EX_NOPERM)); then
    (($1 != EX_USAGE)) || outcome=misconfigured
    (($1 != EX_BUSY)) || outcome=busy
    event_line tune "$outcome" "$CALLER_KIND|$CALLER_PID|$CALLER_UID|$CALLER_UNIT|0|0|0|0"
  fi
  ((${#EVENTS[@]})) || return 0
  { [[ -d $STATE ]] || mkdir -p -- "$STATE"; } 2>/dev/null || return 0
  load_history
  count_events "${EVENTS[@]}"
  for event in "${EVENTS[@]}"; do add_event "$event"; done
  forget_oldest
  if { printf '%s\n' "totals|${TOTALS[0]}|${TOTALS[1]}|${TOTALS[2]}|${TOTALS[3]}|${TOTALS[4]}" "${HISTORY[@]}" \
    >"$STATE/history.new"; } 2>/dev/null; then
    replace "$STATE/history.new" "$STATE/history"
  fi
  return 0
}

# HISTORY: the lines of all events. TOTALS: tunes, failed tunes, restores, failed restores, verifications with drift.
load_history() {
  local line
  HISTORY=() TOTALS=(0 0 0 0 0)
  [[ -f $STATE/history && ! -L $STATE/history && -O $STATE/history ]] || return 0
  while IFS= read -r line; do
    if [[ $line =~ ^totals(\|[0-9]{1,12}){5}$ ]]; then
      IFS='|' read -r -a TOTALS <<<"${line#totals|}"
    elif [[ $line =~ ^event\|[0-9]{1,12}\|[a-z]+\|[a-z]+\|[0-9]{1,12}\|[a-z]+(\|[0-9]{1,10}){2}\|[a-zA-Z0-9@_.:-]*(\|[0-9]{1,15}){4}\|[a-z-]+$ ]]; then
      HISTORY+=("$line")
    fi
  done <"$STATE/history"
}

count_events() { # EVENT...
  local event verb outcome
  for event in "$@"; do
    IFS='|' read -r _ _ verb outcome _ <<<"$event"
    case $verb:$outcome in
      tune:tuned | tune:degraded | tune:adopted) TOTALS[0]=$((TOTALS[0] + 1)) ;;
      tune:*) TOTALS[1]=$((TOTALS[1] + 1)) ;;
      restore:restored) TOTALS[2]=$((TOTALS[2] + 1)) ;;
      restore:*) TOTALS[3]=$((TOTALS[3] + 1)) ;;
      verify:*) TOTALS[4]=$((TOTALS[4] + 1)) ;;
    esac
  done
}

# A restore that fails again and again is one event, the last. Of a job that calls in a loop the first and the last events
# stay: it must not push out those of others.
add_event() { # EVENT
  local i job before=${HISTORY[*]: -1}
  local -a mine=()
  if [[ $1 == event\|*\|restore\|failed\|* ]] && same_restore "$before" "$1"; then
    HISTORY[-1]=$1
    return
  fi
  IFS='|' read -r _ _ _ _ _ job i _ <<<"$1"
  if [[ $job == worker ]]; then
    for before in "${!HISTORY[@]}"; do [[ ${HISTORY[before]} != *"|worker|$i|"* ]] || mine+=("$before"); done
    if ((${#mine[@]} >= LINES_OF_A_JOB)); then
      unset "HISTORY[mine[LINES_OF_A_JOB / 2]]"
      HISTORY=("${HISTORY[@]}")
    fi
  fi
  HISTORY+=("$1")
}

# Succeeds when both are failed restores of one tune.
same_restore() { # EVENT EVENT
  local verb outcome a b
  IFS='|' read -r _ _ verb outcome _ _ _ _ _ a _ <<<"$1"
  IFS='|' read -r _ _ _ _ _ _ _ _ _ b _ <<<"$2"
  [[ $verb:$outcome == restore:failed && $a == "$b" ]]
}

# Keeps the last tunes, each with the events up to the next one, and never more than HISTORY_LINES.
forget_oldest() {
  local i tunes=0
  for ((i = ${#HISTORY[@]} - 1; i >= 0; i--)); do
    [[ ${HISTORY[i]} == event\|*\|tune\|* ]] || continue
    ((++tunes < HISTORY_TUNES)) || break
  done
  ((${#HISTORY[@]} - i <= HISTORY_LINES)) || i=$((${#HISTORY[@]} - HISTORY_LINES))
  ((i <= 0)) || HISTORY=("${HISTORY[@]:i}")
}

history() {
  local line
  load_history
  ((${#HISTORY[@]})) || say 'nothing was tuned yet'
  for line in "${HISTORY[@]}"; do
    tell_event "$line"
    say "$REPLY"
  done
}

# REPLY: an event as a sentence.
tell_event() { # EVENT
  local time verb outcome ms kind pid uid unit generation set failed drifted by
  IFS='|' read -r _ time verb outcome ms kind pid uid unit generation set failed drifted by <<<"$1"
  iso_time "$time"
  REPLY+=" $verb: $outcome after $ms ms, for $kind"
  [[ $kind != worker ]] || REPLY+=" $pid (user $uid)"
  [[ -z $unit ]] || REPLY+=" $unit"
  ((generation == 0)) || REPLY+=", generation $generation"
  case $verb in
    tune) REPLY+=", $set targets set, $failed failed" ;;
    restore) REPLY+=", $set targets, called by $by" ;;
    verify) REPLY+=", $drifted targets drifted" ;;
  esac
}
