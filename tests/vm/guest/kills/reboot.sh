# The machine is rebooted in the middle of a job, and then loses its power in the middle of a tune. Its settings and their
# journal die together, and a journal of the previous boot restores nothing.
source /run/share/guest/scenario.sh
keep=/var/lib/guest

# The kernel computes a few from the memory that is free at boot, and counts down how often it still warns of tasks that hang.
without_interrupts() { kernel_files | grep -vE '^(/proc/irq|/proc/sys/kernel/(random/boot_id|hung_task_warnings)|/proc/sys/vm/user_reserve)'; }

first_boot() {
  install_kit
  mkdir -p $keep
  cp -r "$share" $keep/share
  without_interrupts | sort >$keep/before
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  cp $JOURNAL $keep/journal
  cp /proc/sys/kernel/random/boot_id $keep/boot_id
  go_on_with second
}
go_on_with() { # BOOT
  printf '%s\n' '#!/bin/bash' "cp -r $keep/share /run/share" "bash /run/share/guest/kills/reboot.sh $1" >$keep/next
  chmod +x $keep/next
  sync
}

rebooted() {
  [[ $(cat /proc/sys/kernel/random/boot_id) != "$(cat $keep/boot_id)" ]]
  wait_for 60 recovered
  [[ $(systemctl show -p Result --value stable-bench-recover) == success ]]
  without_interrupts | sort >/run/now
  diff $keep/before /run/now
  [[ ! -e $JOURNAL && ! -e $RECEIPT ]]
  [[ -z $(find /run/systemd/system.control /run/systemd/transient -name '50-*' 2>/dev/null) ]]
}
recovered() { [[ $(systemctl show -p ExecMainExitTimestampMonotonic --value stable-bench-recover) -gt 0 ]]; }

# The journal of the boot before, as if /run were no tmpfs.
foreign_journal() {
  local policy=/sys/devices/system/cpu/cpufreq/policy0/scaling_governor
  mkdir -p $RUN
  install -m 0600 $keep/journal $JOURNAL
  echo powersave >$policy
  systemctl restart stable-bench-recover
  [[ $(cat $policy) == powersave && ! -e $JOURNAL && -e $RUN/journal.last ]]
  echo schedutil >$policy
}

tuned_again() {
  mkdir -p /run/jobs && chown runner: /run/jobs
  systemctl start "$SERVICE"
  snapshot >/run/before
  install -m 0600 $keep/journal $JOURNAL
  job one <<<$'== 1\ntrue'
  queue one
  wait_for 120 ended one
  logged one 'the machine was rebooted since the last tune'
  logged one 'tuned: [0-9]* applied'
  [[ $(result one) == 0 ]]
  as_before
}

# While a tune sets the machine, it resets: nothing is written back, nothing is told to end.
lose_power() {
  local results=''
  cp /proc/sys/kernel/random/boot_id $keep/boot_id
  go_on_with third
  job one <<<$'== 1\ntrue'
  # Those of the last restore.
  : >$RUN/private/results
  queue one
  until [[ $results == *'|smt|'* ]]; do
    [[ ! -e $RECEIPT ]]
    { read -r -d '' results <$RUN/private/results; } 2>/dev/null || true
    read -r -t 0.05 -u "$NOTHING" _ || true
  done
  [[ -e $JOURNAL ]]
  echo b >/proc/sysrq-trigger
  sleep 1000
}

power_lost() {
  rebooted
  mkdir -p /run/jobs && chown runner: /run/jobs
  systemctl start "$SERVICE"
  snapshot >/run/before
  job one <<<$'== 1\ntrue'
  queue one
  wait_for 120 ended one
  logged one 'tuned: [0-9]* applied'
  as_before
}

if [[ ${1-} == third ]]; then
  scenario power-lost power_lost
elif [[ ${1-} == second ]]; then
  scenario rebooted rebooted
  scenario foreign-journal foreign_journal
  scenario tuned-again tuned_again
  (set -e; lose_power) 2>&1
else
  (set -e; first_boot) 2>&1
  systemctl reboot -ff
  sleep 1000
fi
