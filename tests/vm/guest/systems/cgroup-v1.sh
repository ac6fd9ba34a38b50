# A host with cgroup v1: what requires isolation is refused with the sentence, and everything else is restored exactly.
# boot: systemd.unified_cgroup_hierarchy=0
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before
LACK='no cgroup v2 here (boot with systemd.unified_cgroup_hierarchy=1)'

refused() {
  [[ ! -e /sys/fs/cgroup/cgroup.controllers && -d /sys/fs/cgroup/cpuset ]]
  /usr/lib/stable-bench/install.sh --check | tee /run/check
  grep -q 'note: no cgroup v2 here, so jobs are tuned but not isolated' /run/check
  configure 'profile = strict'
  job one <<<$'== 1\ntrue'
  queue one
  wait_for 120 ended one
  log one
  [[ $(result one) != 0 ]]
  logged one "partition = auto is required, and this machine does not have it: $LACK"
  logged one 'this machine can meet the profile standard'
  as_before
}

degraded() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  grep -q '"grade":"degraded"' $RECEIPT
  grep -q "\"partition is not in force: $LACK" $RECEIPT
  [[ $(cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor) == performance ]]
  kill -KILL "$(worker one)"
  as_before 200
}

scenario v1-refused refused
scenario v1-degraded degraded
