# What each call has done, in the log of the system.

# Writes one line for this call into systemd's journal, with fields to filter by. $1: the exit code. Call it without the
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
