# A restore is killed at points spread over its run. The next one, or the guard after the worker's death, completes it.
# The tuned machine is saved once, and every point starts from there.
source /run/share/guest/kill.sh
prepare_kills

POINTS=(restoring smt swap partition irq-affinity housekeeping kernel-threads governor irqbalance)

tuned_once() {
  call tune
  wait_for 200 returned tune
  tuned
}

killed_restore() {
  local knob=${POINTS[point - 1]} file=$RUN/private/results
  [[ $knob != restoring ]] || file=$JOURNAL
  kill_at restore "$file" "$knob|" 0.$((point % 4)) || echo 'too late'
  if ((point % 2)); then
    call restore
  else
    kill -KILL "$(worker one)"
  fi
  as_before 200
}

scenario_of_one() {
  echo "BEGIN $1"
  (
    set -e
    "$2"
  ) 2>&1
  echo "END $1 $? 0"
}

scenario_of_one tuned-once tuned_once
sync
echo GUEST-SAVE
read -r point </dev/ttyS1
((point > 0)) || { echo GUEST-LOAD 1; sleep 1000; }
scenario_of_one "killed-restore-$point" killed_restore
((point == ${#POINTS[@]})) || { echo "GUEST-LOAD $((point + 1))"; sleep 1000; }
