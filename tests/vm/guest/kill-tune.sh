# tune, killed at points spread over its run: the guard undoes it at once, although the worker lives.
source /run/share/guest/kill.sh
prepare_kills

killed_tunes() {
  local point killed=0
  time_verb tune
  echo "a whole tune took $TOOK ms"
  call restore
  as_before 200
  for ((point = 1; point <= POINTS; point++)); do
    kill_at tune $((TOOK * point / (POINTS + 1))) && killed=$((killed + 1))
    as_before 200
  done
  echo "kill points of tune: $killed"
  ((killed >= 12))
}

scenario killed-tunes killed_tunes
