# What the kit has done, for the people who run the machine: the last hundred tunes with what followed ($STATE/history,
# which outlives a reboot). It decides nothing, and no verb fails because of it.
#
# The first line of the history is `totals|TUNES|FAILED TUNES|RESTORES|FAILED RESTORES|DRIFTED|BUSY`. An event has the
# line `event|TIME|VERB|OUTCOME|MS|OWNER KIND|PID|UID|UNIT|GENERATION|SET|FAILED|DRIFTED|CALLED BY`.
HISTORY_TUNES=100 HISTORY_LINES=1000 LINES_OF_A_JOB=20
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
  [[ $1 != restore ]] || set=${RESTORED[back]}
  event_line "$1" "$2" "$J_OWNER_KIND|$J_OWNER_PID|$J_OWNER_UID|$J_OWNER_UNIT|$J_GENERATION|$set|$failed|${COUNT[drifted]-0}"
}

event_line() { # VERB OUTCOME REST
  local time kind pid uid rest
  fields "$3"
  kind=${FIELDS[0]} pid=${FIELDS[1]} uid=${FIELDS[2]} rest=${3#*|*|*|}
  if [[ $kind == worker ]]; then
    if [[ $pid == "${CALLER_PID-}" ]]; then owner_group; else REPLY=${J_OWNER_GROUP-}; fi
    oldest_worker "$REPLY" "$uid" "$pid"
    set -- "$1" "$2" "worker|$REPLY|$uid|$rest"
  fi
  now
  time=$REPLY
  hundredths_up
  EVENTS+=("event|$time|$1|$2|$(((REPLY - CLOCK) * 10))|$3|$VERB")
}

# Adds what this call has done to the history. $1: its exit code. Call it under the lock.
write_history() {
  local outcome=failed event totals
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
  printf -v totals '|%s' "${TOTALS[@]}"
  if { printf '%s\n' "totals$totals" "${HISTORY[@]}" >"$STATE/history.new"; } 2>/dev/null; then
    replace "$STATE/history.new" "$STATE/history"
  fi
  return 0
}

# HISTORY: the lines of all events. TOTALS: tunes, failed tunes, restores, failed restores, verifications with drift,
# tunes that found the machine busy.
load_history() {
  local line
  HISTORY=() TOTALS=(0 0 0 0 0 0)
  [[ -f $STATE/history && ! -L $STATE/history && -O $STATE/history ]] || return 0
  while IFS= read -r line; do
    if [[ $line =~ ^totals(\|[0-9]{1,12}){5,6}$ ]]; then
      fields "${line#totals|}"
      TOTALS=("${FIELDS[@]}")
      # The kit before this one did not count busy tunes separately.
      TOTALS[5]=${TOTALS[5]-0}
    elif [[ $line =~ ^event\|[0-9]{1,12}\|[a-z]+\|[a-z]+\|[0-9]{1,12}\|[a-z]+(\|[0-9]{1,10}){2}\|[a-zA-Z0-9@_.:\\-]*(\|[0-9]{1,15}){4}\|[a-z-]+$ ]]; then
      HISTORY+=("$line")
    fi
  done <"$STATE/history"
}

count_events() { # EVENT...
  local event
  for event in "$@"; do
    fields "$event"
    case ${FIELDS[2]}:${FIELDS[3]} in
      tune:tuned | tune:degraded | tune:adopted) TOTALS[0]=$((TOTALS[0] + 1)) ;;
      tune:busy) TOTALS[5]=$((TOTALS[5] + 1)) ;;
      tune:*) TOTALS[1]=$((TOTALS[1] + 1)) ;;
      restore:restored) TOTALS[2]=$((TOTALS[2] + 1)) ;;
      restore:*) TOTALS[3]=$((TOTALS[3] + 1)) ;;
      verify:*) TOTALS[4]=$((TOTALS[4] + 1)) ;;
    esac
  done
}

# Repeated failed restores are kept as one line, the last. A job, or a ladder, keeps its first and its last calls, at most
# LINES_OF_A_JOB, so that it pushes out no others.
add_event() { # EVENT
  local i kind pid
  local -a mine=()
  if ((${#HISTORY[@]})) && same_restore "${HISTORY[-1]}" "$1"; then
    HISTORY[-1]=$1
    return
  fi
  fields "$1"
  kind=${FIELDS[5]} pid=${FIELDS[6]}
  if ((pid)); then
    for i in "${!HISTORY[@]}"; do [[ ${HISTORY[i]} != *"|$kind|$pid|"* ]] || mine+=("$i"); done
    if ((${#mine[@]} >= LINES_OF_A_JOB)); then
      unset "HISTORY[mine[LINES_OF_A_JOB / 2]]"
      HISTORY=("${HISTORY[@]}")
    fi
  fi
  HISTORY+=("$1")
}

# Succeeds when both are failed restores of one tune.
same_restore() { # EVENT EVENT
  local generation
  [[ $1 == *'|restore|failed|'* && $2 == *'|restore|failed|'* ]] || return
  fields "$1"
  generation=${FIELDS[9]}
  fields "$2"
  [[ ${FIELDS[9]} == "$generation" ]]
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
