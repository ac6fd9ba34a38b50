#!/usr/bin/env bats
# The partition of the benchmark CPUs, and what says that there is none.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
}

@test "one benchmark CPU becomes an isolated partition, everything else is confined" {
  make_machine none 4
  make_systemd
  begin 'smt = off' 'housekeeping = confine' 'partition = auto required' 'swap = off'
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
  [ "$(value /etc/units/system.slice:AllowedCPUs)" = 0-2 ]
  [ "$(value /etc/units/stablebench.slice:AllowedCPUs)" = 3 ]
  [ "$(value /etc/units/stablebench.slice:MemorySwapMax)" = 0 ]
  finish
}

@test "several benchmark CPUs become a root partition, which keeps its load balancing" {
  make_machine none 4
  make_systemd
  begin 'cpus = 2' 'partition = auto' 'housekeeping = confine'
  [ "$(cpus)" = '2,6 0-1,3-5,7' ]
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = root ]
  [ "$(value /etc/units/system.slice:AllowedCPUs)" = '0-1 3-5 7' ]
  finish
}

@test "several CPUs of isolcpus= become an isolated partition: they cannot be in a root (Linux 6.7), or in none (before 6.18)" {
  make_machine none 4
  make_systemd
  put "$cpu/isolated" 2,6
  sed -i 's#^kernel_rule() {#&\n  if [[ $1 == */cpuset.cpus.partition \&\& $2 == root ]]; then set -- "$1" "root invalid (partition config conflicts with housekeeping setup)"; fi#' "$KIT/lib/fake-kernel.bash"
  begin 'partition = auto required' 'housekeeping = confine'
  [ "$(cpus)" = '2,6 0-1,3-5,7' ]
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
  finish
  sed -i 's#\&\& $2 == root ]]#\&\& $2 != member ]]#' "$KIT/lib/fake-kernel.bash"
  run -1 host tune
  [[ "$output" == *'(partition config conflicts with housekeeping setup): boot without isolcpus= for these CPUs, which the partition makes needless, or name others with cpus ='* ]]
  diff <(echo "$before") <(snapshot)
}

@test "a partition that the kernel calls invalid is a failure with its reason" {
  make_machine none 4
  make_systemd
  conf 'smt = off' 'partition = auto required'
  sed -i 's#^kernel_rule() {#&\n  if [[ $1 == */cpuset.cpus.partition \&\& $2 != member ]]; then set -- "$1" "isolated invalid (Cpu list in cpuset.cpus not exclusive)"; fi#' "$KIT/lib/fake-kernel.bash"
  before=$(snapshot)
  run -1 host tune
  [[ "$output" == *"partition:"*"isolated invalid (Cpu list in cpuset.cpus not exclusive)"* ]]
  diff <(echo "$before") <(snapshot)
}

@test "without systemd or cgroup v2 isolation is unsupported and says why" {
  make_machine none 4
  begin 'housekeeping = confine' 'partition = auto' 'swap = off' 'services = stop'
  [[ "$(reason partition)" == 'there is no systemd here'* ]]
  finish
  make_systemd
  rm -r "$MACHINE/sys/fs/cgroup"
  begin 'partition = auto'
  [[ "$(reason partition)" == 'no cgroup v2'* ]]
}

@test "a slice that systemd does not stop is named with both lines of its error, and the rest of the restore goes on" {
  make_machine none 4
  make_systemd
  begin 'smt = off' 'partition = auto' 'statistics-interval = 10'
  echo 0 >"$MACHINE$cpu/cpu1/online"
  touch "$BOX/refuse-stop-stablebench.slice"
  run -1 host restore
  [[ "$output" == *"partition: unit:stablebench.slice failed: holds active instead of inactive (Failed to stop stablebench.slice See system logs"* ]]
  [[ "$output" == *'not everything is back'* ]]
  [ "$(value "$cpu/cpu1/online")" = 0 ]
  rm "$BOX/refuse-stop-stablebench.slice"
  run -0 host restore
  echo 1 >"$MACHINE$cpu/cpu1/online"
  diff <(echo "$before" | grep -v cpu/online) <(snapshot | grep -v cpu/online)
}
