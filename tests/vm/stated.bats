#!/usr/bin/env bats
# What the eye (guest/kills/eye.sh) calls stated while the machine is tuned, outside of the test machine.
bats_require_minimum_version 1.5.0

setup() {
  local file
  for file in journal installed tuned; do "$file" >"$BATS_TEST_TMPDIR/$file"; done
}

journal() {
  cat <<'JOURNAL'
cpus|2|0|
target|services|unit:cron.service|active|inactive
target|governor|/sys/devices/system/cpu/cpufreq/policy0/scaling_governor|schedutil|performance
target|max-frequency|/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq|3000|=
target|smt|/sys/devices/system/cpu/cpu1/online|1|0
target|smt|/sys/devices/system/cpu/cpu2/online|1|=
target|irq-affinity|/proc/irq/1/smp_affinity_list|0-3|0
target|irq-affinity|/proc/irq/2/smp_affinity_list|0-3|0
target|housekeeping|unit:system.slice:AllowedCPUs||0
end|9
result|services|unit:cron.service|applied|inactive|
result|governor|/sys/devices/system/cpu/cpufreq/policy0/scaling_governor|applied|performance|
result|smt|/sys/devices/system/cpu/cpu1/online|applied|0|
result|irq-affinity|/proc/irq/1/smp_affinity_list|applied|0|
result|irq-affinity|/proc/irq/2/smp_affinity_list|unsupported|0-3|its driver or the kernel holds it (EIO)
result|housekeeping|unit:system.slice:AllowedCPUs|applied|0|
JOURNAL
}

installed() {
  cat <<'LOOK'
/proc/irq/1/smp_affinity:f
/proc/irq/1/smp_affinity_list:0-3
/proc/irq/2/smp_affinity_list:0-3
/proc/sys/vm/swappiness:60
/sys/devices/system/cpu/cpu1/online:1
/sys/devices/system/cpu/cpu1/topology/core_id:0
/sys/devices/system/cpu/cpu2/online:1
/sys/devices/system/cpu/cpufreq/policy0/scaling_governor:schedutil
/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq:3000
/sys/devices/system/cpu/online:0-3
/sys/fs/cgroup/cgroup.subtree_control:memory pids
/sys/fs/cgroup/system.slice/cron.service/pids.max:100
cron.service ActiveState= active
cron.service SubState= running
system.slice AllowedCPUs=
system.slice NCurrentlyActive= 41
task cron 0 0 0 /system.slice/cron.service 0-3
task dbus-daemon 0 0 0 /system.slice/dbus.service 0-3
task kswapd0 0 0 0 / 0-1
task ksmd 5 0 0 / 0-3
task sugov:0 0 0 6 / -
LOOK
}

tuned() {
  cat <<'LOOK'
/proc/irq/1/smp_affinity:1
/proc/irq/1/smp_affinity_list:0
/proc/irq/2/smp_affinity_list:0-3
/proc/sys/vm/swappiness:60
/run/stable-bench/journal f 600 root
/run/systemd/system.control/system.slice.d/50-AllowedCPUs.conf f 644 root
/sys/devices/system/cpu/cpu1/online:0
/sys/devices/system/cpu/cpu2/online:1
/sys/devices/system/cpu/cpufreq/policy0/scaling_governor:performance
/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq:2000
/sys/devices/system/cpu/online:0,2-3
/sys/fs/cgroup/cgroup.subtree_control:cpuset memory pids
/sys/fs/cgroup/system.slice/cpuset.cpus:0
cron.service ActiveState= inactive
cron.service SubState= dead
system.slice AllowedCPUs= 0
system.slice NCurrentlyActive= 40
task dbus-daemon 0 0 0 /system.slice/dbus.service 0
task kswapd0 0 0 0 / 0
task ksmd 5 0 0 / 0-1
LOOK
}

stated() { awk -f "$BATS_TEST_DIRNAME/guest/stated.awk" "$BATS_TEST_TMPDIR"/{journal,installed,tuned}; }

@test "what the journal names, and what follows from it, is stated" {
  run -0 stated
  [[ -z "$output" ]]
}

# differs LINE NOW [FOUND]: LINE of the tuned machine is NOW (nothing: gone), and is not stated. FOUND is said then.
differs() {
  local found
  cp "$BATS_TEST_TMPDIR/tuned" "$BATS_TEST_TMPDIR/good"
  grep -qxF "$1" "$BATS_TEST_TMPDIR/good"
  { grep -vxF "$1" "$BATS_TEST_TMPDIR/good" && echo "$2"; } | grep . >"$BATS_TEST_TMPDIR/tuned"
  found=$(stated)
  cp "$BATS_TEST_TMPDIR/good" "$BATS_TEST_TMPDIR/tuned"
  [[ $found == *"${3-${2:-< }}"* ]] || { echo "overlooked: $1, now ${2:-gone}"; return 1; }
}

@test "anything else is not: another value than in the journal, a file, a unit, a task that nobody named" {
  differs /proc/sys/vm/swappiness:60 /proc/sys/vm/swappiness:10
  differs /sys/devices/system/cpu/cpufreq/policy0/scaling_governor:performance /sys/devices/system/cpu/cpufreq/policy0/scaling_governor:powersave
  differs /sys/devices/system/cpu/cpufreq/policy0/scaling_governor:performance \
    /sys/devices/system/cpu/cpufreq/policy0/scaling_governor:schedutil '! /sys/devices/system/cpu/cpufreq/policy0/scaling_governor'
  differs /sys/devices/system/cpu/cpu2/online:1 /sys/devices/system/cpu/cpu2/online:0
  differs /proc/irq/2/smp_affinity_list:0-3 /proc/irq/2/smp_affinity_list:0
  differs 'cron.service SubState= dead' 'dbus.service SubState= dead'
  differs /sys/fs/cgroup/cgroup.subtree_control:'cpuset memory pids' /sys/fs/cgroup/cgroup.subtree_control:'cpuset memory'
  differs /sys/fs/cgroup/system.slice/cpuset.cpus:0 /sys/fs/cgroup/system.slice/cpuset.cpus:2
  differs 'system.slice AllowedCPUs= 0' 'system.slice AllowedCPUs= 2'
  differs '/run/stable-bench/journal f 600 root' '/run/stray f 600 root'
  differs 'task kswapd0 0 0 0 / 0' 'task kswapd0 0 0 0 / 2'
  differs 'task kswapd0 0 0 0 / 0' ''
  differs 'task ksmd 5 0 0 / 0-1' 'task ksmd 5 0 0 / 0-2'
  differs 'task dbus-daemon 0 0 0 /system.slice/dbus.service 0' 'task dbus-daemon 5 0 0 /system.slice/dbus.service 0'
}
