# What the kit has done, for the people who run the machine: the last hundred tunes with what followed ($STATE/history,
# which outlives a reboot), and one line for each call in systemd's journal. Neither decides anything, and no verb fails
# because of them.
#
# The first line of the history is `totals|TUNES|FAILED TUNES|RESTORES|FAILED RESTORES|DRIFTED`. An event has the line
# `event|TIME|VERB|OUTCOME|MS|OWNER KIND|PID|UID|UNIT|GENERATION|SET|FAILED|DRIFTED|CALLED BY`.
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
write_# Writes one line for this call into systemd's journal, with fields to filter by. $1: the exit code. Call it without the
# lock.
log_to_system() {
  local priority=6 said='' message
  has_systemd || return 0
  for message in "${MESSAGES[@]}"; do [[ $message == *': to do it as root'* ]] || said=${message#?stable-bench: }; done
  # A tune that finds another job's tune is no fault of the machine. A lock that nobody gives back is one.
  (($1 == 0)) || { (($1 == EX_BUSY)) && [[ -n $HAS_LOCK ]]; } || priority=4
  printf '%s\n' "MESSAGE=$VERB: ${said:-nothing to do}" "PRIORITY=$priority" SYSLOG_IDENTIFIER=stable-bench \
    "STABLE_BENCH_VERB=$VERB" "STABLE_BENCH_EXIT=$1" "STABLE_BENCH_CALLER=$CALLER_KIND" \
    "STABLE_BENCH_CALLER_PID=$CALLER_PID" "STABLE_BENCH_CALLER_UID=$CALLER_UID" \
    "STABLE_BENCH_GENERATION=${J_GENERATION:-0}" "STABLE_BENCH_EVENTS=${EVENTS[*]-}" |
    timeout -k 2 5 logger --journald >/dev/null 2>&1
  return 0
}
