# What the kit has done, for the people who run the machine: the last hundred tunes with what followed, in $STATE/history,
# which outlives a reboot. It decides nothing, and no verb fails because of it.
#
# The first line of the history is `totals|TUNES|FAILED TUNES|RESTORES|FAILED RESTORES|DRIFTED|BUSY TUNES`. An event has the line
# `event|TIME|VERB|OUTCOME|MS|OWNER KIND|PID|UID|UNIT|GENERATION|SET|FAILED|DRIFTED|CALLED BY`.
HISTORY_TUNES=100
EVENTS=()
declare -A COUNT=()

# Times what follows. CLOCK: hundredths of a second since the boot.
start_clock() {
  hundredths_up
  CLOCK=$REPLY
}

# REPLY: hundredths of a second since the boot; a clock may jump.
hundredths_up() {
  { read -r REPLY _ <"$ROOT/proc/uptime"; } 2>/dev/null
  [[ $REPLY =~ ^([0-9]{1,12})\.([0-9]{2})$ ]] || REPLY=0.00
  REPLY=$((10#${REPLY/./}))
}

# Notes one event of the loaded journal. What failed and drifted is counted in COUNT (receipt.sh).
note_event() { # tune|restore|verify OUTCOME
  local failed=0 set=0
  [[ $1 == restore ]] || failed=$((${COUNT[denied]-0} + ${COUNT[failed]-0})) set=$((${COUNT[applied]-0} + ${COUNT[already]-0}))
  [[ $1 != restore ]] || set=${#J_KNOB[@]}
  event_line "$1" "$2" "$J_OWNER_KIND|$J_OWNER_PID|$J_OWNER_UID|$J_OWNER_UNIT|$J_GENERATION|$set|$failed|${COUNT[drifted]-0}"
}

event_line() { # VERB OUTCOME REST
  local time
  now
  time=$REPLY
  hundredths_up
  EVENTS+=("event|$time|$1|$2|$(((REPLY - CLOCK) * 10))|$3|$VERB")
}

# Adds what this call has done to the history. $1: its exit code. Call it under the lock.
write_history() {
  local outcome=failed
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
  add_events
  forget_oldest
  if { (IFS='|' && printf '%s\n' "totals|${TOTALS[*]}" "${HISTORY[@]}") >"$STATE/history.new"; } 2>/dev/null; then
    replace "$STATE/history.new" "$STATE/history"
  fi
  return 0
}

# Adds the events to HISTORY. One that repeats the last takes its place: the guard tries every ten seconds to restore what
# cannot be restored, and a job may call a verb in a loop.
add_events() {
  local event last
  for event in "${EVENTS[@]}"; do
    if ((${#HISTORY[@]})); then
      event_key "${HISTORY[-1]}"
      last=$REPLY
      event_key "$event"
      [[ $REPLY != "$last" ]] || unset 'HISTORY[-1]'
    fi
    HISTORY+=("$event")
  done
}

# REPLY: what an event is about: verb, outcome, owner and generation.
event_key() { # EVENT
  local verb outcome kind pid uid unit generation
  IFS='|' read -r _ _ verb outcome _ kind pid uid unit generation _ <<<"$1"
  REPLY="$verb|$outcome|$kind|$pid|$uid|$unit|$generation"
}

# HISTORY: the lines of all events. TOTALS: tunes, failed tunes, restores, failed restores, verifications with drift, tunes
# that found the machine busy (kits before did not count these).
load_history() {
  local line
  HISTORY=() TOTALS=(0 0 0 0 0 0)
  [[ -f $STATE/history && ! -L $STATE/history && -O $STATE/history ]] || return 0
  while IFS= read -r line; do
    if [[ $line =~ ^totals(\|[0-9]{1,12}){5,6}$ ]]; then
      IFS='|' read -r -a TOTALS <<<"${line#totals|}"
      TOTALS[5]=${TOTALS[5]-0}
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
      tune:busy) TOTALS[5]=$((TOTALS[5] + 1)) ;;
      tune:*) TOTALS[1]=$((TOTALS[1] + 1)) ;;
      restore:restored) TOTALS[2]=$((TOTALS[2] + 1)) ;;
      restore:*) TOTALS[3]=$((TOTALS[3] + 1)) ;;
      verify:*) TOTALS[4]=$((TOTALS[4] + 1)) ;;
    esac
  done
}

# Keeps the last tunes, each with the events up to the next one.
forget_oldest() {
  local i tunes=0
  for ((i = ${#HISTORY[@]} - 1; i >= 0; i--)); do
    [[ ${HISTORY[i]} == event\|*\|tune\|* ]] || continue
    ((++tunes < HISTORY_TUNES)) || break
  done
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
