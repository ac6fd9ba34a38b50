# A virtual machine, which has no clock to set: what requires one is refused, and what can be had is degraded and restored.
# boot: module_blacklist=acpi_cpufreq
# cpu: max,vendor=GenuineIntel,-la57,-smap,-smep,-pku,-umip
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before

refused() {
  local profile
  grep -qw hypervisor /proc/cpuinfo
  [[ ! -e /sys/devices/system/cpu/cpu0/cpufreq ]]
  for profile in gentle standard strict; do
    configure "profile = $profile"
    job $profile <<<$'== 1\ntrue'
    queue $profile
    wait_for 120 ended $profile
    log $profile
    [[ $(result $profile) != 0 ]]
    logged $profile 'governor = performance is required, and this machine does not have it: no cpufreq'
    logged $profile 'this machine can meet no profile'
    as_before
  done
}

degraded() {
  configure 'on-failure = degraded'
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  grep -q '"grade":"degraded"' $RECEIPT
  grep -q '"a virtual machine: its host decides about the clock' $RECEIPT
  [[ $(cat /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition) == isolated ]]
  kill -KILL "$(worker one)"
  as_before 200
}

scenario virtual-refused refused
scenario virtual-degraded degraded
