# A tune is killed at points spread over its run. The guard undoes it at once, although the worker lives.
source /run/share/guest/kill.sh
prepare_kills

killed_tunes() {
  local knob killed=0
  for knob in services kernel-threads; do
    kill_at tune $JOURNAL.new "|$knob|" 0 && killed=$((killed + 1))
    as_before 200
  done
  # The rest after the journal is in place.
  kill_at tune $JOURNAL 'end|' 0 && killed=$((killed + 1))
  as_before 200
  for knob in irqbalance turbo smt irq-affinity housekeeping partition swap; do
    kill_at tune $RUN/results "|$knob|" 0.$((killed % 4)) && killed=$((killed + 1))
    as_before 200
  done
  echo "kill points of tune: $killed"
  ((killed >= 8))
}

scenario killed-tunes killed_tunes
