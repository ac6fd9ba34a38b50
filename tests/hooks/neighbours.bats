#!/usr/bin/env bats
# What else runs on the machine: other runners, daemons that come back by D-Bus, containers and pods with CPUs of their own.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  make_systemd
  groups=$MACHINE/sys/fs/cgroup
}
# installed_check: what install.sh --check says of a kit that is installed for $1 runners.
installed_check() {
  local i
  local -a runners=()
  mkdir -p "$MACHINE"/etc/{sudoers.d,systemd/system} "$MACHINE/usr/lib"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  for ((i = 1; i <= $1; i++)); do
    mkdir -p "$BOX/runner-$i" && echo '{}' >"$BOX/runner-$i/.runner"
    [[ $EUID -ne 0 ]] || chown -R nobody "$BOX/runner-$i"
    runners+=(--runner "$BOX/runner-$i")
  done
  run -0 "$KIT/install.sh" "${runners[@]}"
  run -0 "$KIT/install.sh" --check
}

@test "runners of one host take turns: the second job is told that the machine is busy, or waits" {
  conf 'governor = performance' 'busy-wait = 0'
  as_job 500 tune
  make_process 600 1 Runner.Worker 1002
  second() (
    make_process "$BASHPID" 600 bash 1002
    SUDO_UID=1002 "$KIT/stable-bench-host" "$1"
    exit $?
  )
  run -75 second tune
  [[ "$output" == *'busy: another job (process 500)'* ]]
  run -0 second restore
  [[ "$output" == *'tuned for another job: left alone'* ]]
  conf 'governor = performance' 'busy-wait = 60'
  (sleep 0.5; as_job 500 restore) >&2 &
  run -0 second tune
  wait
  [ "$(receipt '[r.owner.pid, r.owner.uid, r.generation].join()')" = 600,1002,2 ]
  second restore
  installed_check 2
  [[ "$output" == *'2 runners share this machine: one job is tuned at a time'* ]]
  installed_check 1
  [[ "$output" == *'2 runners'* ]]
}

@test "a daemon that D-Bus starts again in the middle of a job is drift, and what it had set is as before in the end" {
  echo active >"$MACHINE/etc/units/power-profiles-daemon.service"
  before=$(snapshot)
  conf 'daemons = stop' 'governor = performance'
  host tune
  [ "$(value /etc/units/power-profiles-daemon.service)" = inactive ]
  # A program asks for a profile.
  echo active >"$MACHINE/etc/units/power-profiles-daemon.service"
  echo powersave >"$MACHINE/sys/devices/system/cpu/cpufreq/policy3/scaling_governor"
  run -1 host verify
  [[ "$output" == *'daemons: unit:power-profiles-daemon.service drifted'* ]]
  [ "$(receipt 'r.knobs.filter(k => k.status === "drifted").length')" = 2 ]
  run -0 host restore
  [[ "$output" == *'policy3/scaling_governor foreign: somebody set it to powersave, left alone'* ]]
  echo ondemand >"$MACHINE/sys/devices/system/cpu/cpufreq/policy3/scaling_governor"
  diff <(echo "$before") <(snapshot)
}

@test "check names the daemons that D-Bus can start, unless they are masked" {
  echo inactive >"$MACHINE/etc/units/power-profiles-daemon.service"
  echo org.freedesktop.UPower.PowerProfiles >"$MACHINE/etc/units/power-profiles-daemon.service:BusName"
  echo active >"$MACHINE/etc/units/thermald.service"
  installed_check 1
  [[ "$output" == *'D-Bus can start power-profiles-daemon.service in the middle of a job'*'systemctl mask power-profiles-daemon.service'* ]]
  [[ "$output" != *thermald* ]]
  rm "$MACHINE"/etc/units/power-profiles-daemon.service
  installed_check 1
  [[ "$output" != *D-Bus* ]]
}

@test "pods with CPUs of their own: no partition, with a sentence in plan and check; jobs are tuned and bound all the same" {
  # As runc does it with the cgroup driver systemd.
  "$BOX/bin/systemctl" set-property --runtime kubepods.slice AllowedCPUs=0-7
  before=$(snapshot)
  said='kubepods.slice has been given CPUs 0-7, which a partition may not share'
  run -0 host plan
  [[ "$output" == *"partition: cannot be set: $said"*"housekeeping: unit:system.slice:AllowedCPUs cannot be set: others use cpusets"* || \
    "$output" == *"housekeeping: unit:system.slice:AllowedCPUs cannot be set: others use cpusets"*"partition: cannot be set: $said"* ]]
  make_process 500 1 Runner.Worker 1001
  run -0 as_job 500 tune
  [ "$(receipt '[r.grade, r.cpus.benchmark].join()')" = tuned,3 ]
  [[ "$(reason partition)" == "$said"* ]]
  [ "$(value /sys/fs/cgroup/kubepods.slice/cpuset.cpus)" = 0-7 ]
  run -0 as_job 500 restore
  diff <(echo "$before") <(snapshot)
  installed_check 1
  [[ "$output" == *"note: will not be set: partition = auto: $said"*'Kubernetes runs here (kubepods.slice)'*'--reserved-cpus'* ]]
  # Pods that leave the benchmark CPUs alone are no obstacle.
  "$BOX/bin/systemctl" set-property --runtime kubepods.slice AllowedCPUs=0-2,4-6
  conf 'partition = auto' 'smt = off' 'kernel-threads = keep'
  run -0 host tune
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
  host restore
  [ "$(value /sys/fs/cgroup/kubepods.slice/cpuset.cpus)" = '0-2,4-6' ]
}

@test "a strict machine does not measure beside such pods" {
  "$BOX/bin/systemctl" set-property --runtime kubepods.slice AllowedCPUs=0-7
  conf 'profile = strict'
  run -1 host tune
  [[ "$output" == *'partition: failed: kubepods.slice has been given CPUs 0-7'*'this job fails before anything is measured'* ]]
}

@test "containers of Docker keep the CPUs that they were given, with systemd's cgroups and with its own" {
  mkdir -p "$groups/system.slice/docker-0a1b.scope"
  echo 3 >"$groups/system.slice/docker-0a1b.scope/cpuset.cpus"
  before=$(snapshot)
  conf 'partition = auto' 'housekeeping = confine' 'smt = off'
  host tune
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
  [ "$(value /sys/fs/cgroup/system.slice/docker-0a1b.scope/cpuset.cpus)" = 3 ]
  host restore
  [ "$(value /sys/fs/cgroup/system.slice/docker-0a1b.scope/cpuset.cpus)" = 3 ]
  mkdir -p "$groups/docker" && echo 2-3 >"$groups/docker/cpuset.cpus"
  host tune
  [[ "$(reason partition)" == "the cgroup docker, which is not systemd's, has CPUs of its own"* ]]
  [ "$(value /sys/fs/cgroup/docker/cpuset.cpus)" = 2-3 ]
  host restore
  installed_check 1
  [[ "$output" == *'native.cgroupdriver=systemd'* ]]
}

@test "a runner in a container: the installer refuses there, and a job without the host's worker gets no tune" {
  mkdir -p "$MACHINE/usr/lib" "$MACHINE"/etc/{sudoers.d,systemd/system}
  touch "$MACHINE/.dockerenv"
  run -1 "$KIT/install.sh"
  [[ "$output" == *'this is a container (its marker file is there): install it on the host'* ]]
  run -1 "$KIT/install.sh" --check
  [[ "$output" == *'install it on the host'* ]]
  rm "$MACHINE/.dockerenv"
  make_process 700 1 bash 1001
  run -77 below 700 bash 1001 tune
  [[ "$output" == *'there is no Runner.Worker among the ancestors of the caller'* ]]
}
