# restore, killed at points spread over its run: the next one, or the guard after the worker's death, completes it.
# The tuned machine is saved once, and every point starts from there.
source /run/share/guest/kill.sh
prepare_kills

tuned_once() {
  call tune
  wait_for 200 returned tune
  time_verb restore
  echo "a whole restore took $TOOK ms"
  echo "$TOOK" >/run/took
  as_before
  call tune
  wait_for 200 returned tune
}

killed_restore() {
  kill_at restore $(($(cat /run/took) * point / (POINTS + 1)))
  if ((point % 2)); then
    call restore
  else
    kill -KILL "$(worker one)"
  fi
  as_before 200
}

scenario_of_one() { echo "BEGIN $1"; ("$2") 2>&1; status=$?; echo "END $1 $status 0"; }

set -e
scenario_of_one tuned-once tuned_once
sync
echo GUEST-SAVE
read -r point </dev/ttyS1
((point > 0)) || { echo GUEST-LOAD 1; sleep 1000; }
set +e
scenario_of_one "killed-restore-$point" killed_restore
((point == POINTS)) || { echo "GUEST-LOAD $((point + 1))"; sleep 1000; }
