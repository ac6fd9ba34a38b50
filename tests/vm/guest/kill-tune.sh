# tune, killed at points spread over its run: the guard undoes it at once, although the worker lives.
source /run/share/guest/kill.sh
prepare_kills

killed_tunes() {
  local point killed=0
  time_verb tune
  echo "a whole tune took $TOOK ms, $PLANNED of them before its journal was there"
  call restore
  as_before 200
  for ((point = 1; point <= POINTS; point++)); do
    if ((point <= 3)); then
      kill_at tune $((PLANNED * point / 4)) && killed=$((killed + 1))
    else
      kill_at tune $(((TOOK - PLANNED) * (point - 4) / (POINTS - 3))) "$JOURNAL" && killed=$((killed + 1))
    fi
    as_before 200
  done
  echo "kill points of tune: $killed"
  ((killed >= 12))
}

scenario killed-tunes killed_tunes
