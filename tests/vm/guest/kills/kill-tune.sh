# A tune is killed at points spread over its run. The guard undoes it at once, although the worker lives.
source /run/share/guest/kill.sh
prepare_kills

# A tune that has ended before its kill (a machine may lack the knob) keeps the machine tuned while the worker lives.
kill_tune() { # FILE KNOB SECONDS
  if kill_at tune "$@"; then
    killed=$((killed + 1))
  else
    echo "too late: $2"
    "$HOST" restore
  fi
  as_before 200
}

killed_tunes() {
  local knob killed=0
  for knob in services kernel-threads; do kill_tune $JOURNAL.new "|$knob|" 0; done
  # The rest after the journal is in place.
  kill_tune $JOURNAL 'end|' 0
  for knob in irqbalance turbo smt irq-affinity housekeeping partition swap; do
    kill_tune $RUN/private/results "|$knob|" 0.$((killed % 4))
  done
  echo "kill points of tune: $killed"
  ((killed >= 8))
}

scenario killed-tunes killed_tunes
