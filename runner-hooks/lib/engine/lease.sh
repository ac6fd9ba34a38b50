# The lease: the time after which the machine is restored whatever its job does. A worker gets one, however often its job
# restores and tunes. $PRIVATE/leases has a line `WORKER|START TIME|END BY THE CLOCK|END SINCE THE BOOT` for each worker that
# lives and had one.

# LEASE: the line of the caller's lease for the journal. It has the end by the clock, for people, and in seconds since the
# boot. The lease of a service ends at once: systemd knows how long it runs. Fails when the lease of this worker is over,
# or cannot be noted.
own_lease() {
  local wall length
  seconds_of "${OPTION[lease-max]}"
  length=$REPLY
  now
  wall=$((REPLY + length))
  seconds_up
  LEASE="lease|$wall|$((REPLY + length))"
  case $CALLER_KIND in
    service) [[ -z $CALLER_UNIT ]] || ! has_systemd || LEASE="lease|$wall|0" ;;
    worker) one_lease ;;
  esac
}

# Keeps the end of the lease that the caller's worker had before.
one_lease() {
  local pid start wall end ends=${LEASE#lease|}
  local -a lines=()
  while IFS='|' read -r pid start wall end; do
    [[ $pid.$start.$wall.$end =~ ^([0-9]{1,20}(\.|$)){4}$ ]] || continue
    if [[ $pid.$start == "$CALLER_PID.$CALLER_START" ]]; then ends="$wall|$end"; elif still_runs "$pid" "$start"; then
      lines+=("$pid|$start|$wall|$end")
    fi
  done 2>/dev/null <"$PRIVATE/leases"
  LEASE="lease|$ends"
  seconds_up
  if ((REPLY >= ${ends#*|})); then
    iso_time "${ends%|*}"
    complain "the lease of this job ended at $REPLY: a job has one, of lease-max = ${OPTION[lease-max]}"
    return "$EX_NOPERM"
  fi
  lines+=("$CALLER_PID|$CALLER_START|$ends")
  { printf '%s\n' "${lines[@]}" >"$PRIVATE/leases.new"; } 2>/dev/null &&
    replace "$PRIVATE/leases.new" "$PRIVATE/leases" && return
  rm -f -- "$PRIVATE/leases.new"
  complain "$RUN is full: nothing was changed"
  return 1
}
