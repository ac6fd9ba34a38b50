#!/usr/bin/env bats
# Containers and pods that have CPUs of their own.
load ../kit
load neighbours

@test "pods with CPUs of their own: no partition, with a sentence in plan and check; jobs are tuned and bound all the same" {
  # An administrator has given them to all pods together.
  "$BOX/bin/systemctl" set-property --runtime kubepods.slice AllowedCPUs=0-7
  before=$(snapshot)
  said='kubepods.slice has been given CPUs 0-7, which a partition may not share'
  run -0 host plan
  [[ "$output" == *"partition: cannot be set: $said"*"housekeeping: unit:system.slice:AllowedCPUs cannot be set: others use cpusets"* || \
    "$output" == *"housekeeping: unit:system.slice:AllowedCPUs cannot be set: others use cpusets"*"partition: cannot be set: $said"* ]]
  make_process 500 1 Runner.Worker 1001
  run -0 as_job 500 tune
  [ "$(receipt '[r.grade, r.cpus.benchmark].join()')" = degraded,3 ]
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

# start_pods EXCLUSIVE POOL: as the kubelet with its static CPU manager and systemd's cgroups. A container of a guaranteed
# pod has CPUs of its own, the others share the pool of those that are left; both in the cgroup of the container only.
start_pods() {
  local pod=/sys/fs/cgroup/kubepods.slice
  echo active >"$MACHINE/etc/units/containerd.service"
  echo yes >"$MACHINE/etc/units/containerd.service:Delegate"
  "$BOX/bin/systemctl" start containerd.service
  put "$pod/cpuset.cpus" ''
  put "$pod/kubepods-pod1.slice/cpuset.cpus" ''
  put "$pod/kubepods-pod1.slice/cri-containerd-a.scope/cpuset.cpus" "$1"
  put "$pod/kubepods-burstable.slice/cpuset.cpus" ''
  put "$pod/kubepods-burstable.slice/kubepods-burstable-pod2.slice/cri-containerd-b.scope/cpuset.cpus" "$2"
}

@test "pods of the static CPU manager: a partition never takes a CPU that a container was given" {
  start_pods 3 0-2,4-7
  before=$(snapshot)
  conf 'profile = standard'
  host tune
  [[ "$(reason partition)" == 'kubepods.slice/kubepods-pod1.slice/cri-containerd-a.scope has been given CPUs 3, which a partition may not'* ]]
  [ "$(receipt '[r.grade, r.cpus.benchmark].join()')" = degraded,3 ]
  host restore
  diff <(echo "$before") <(snapshot)
  # The pool has the CPUs that are reserved for the system too, unless the reservation is strict.
  conf 'profile = standard' 'cpus = 2'
  host tune
  [[ "$(reason partition)" == *'cri-containerd-b.scope has been given CPUs 0-2,4-7'* ]]
  host restore
  conf 'profile = strict' 'cpus = 2'
  run -1 host tune
  [[ "$output" == *'cri-containerd-b.scope has been given CPUs 0-2,4-7'*'this job fails'* ]]
  start_pods 3 0-1,4-5,7
  before=$(snapshot)
  host tune
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
  host restore
  diff <(echo "$before") <(snapshot)
}

@test "pods that share all CPUs have none of their own: the partition comes, and they keep their setting" {
  start_pods 0-7 0-7
  before=$(snapshot)
  conf 'profile = strict'
  host tune
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
  host restore
  diff <(echo "$before") <(snapshot)
}

@test "a strict machine does not measure beside such pods" {
  "$BOX/bin/systemctl" set-property --runtime kubepods.slice AllowedCPUs=0-7
  conf 'profile = strict'
  run -1 host tune
  [[ "$output" == *'partition: failed: kubepods.slice has been given CPUs 0-7'*'this job fails before anything is measured'* ]]
}

# start_docker: as its packages do with systemd's cgroups. Its service and the scope of each container have Delegate=yes, so
# the root has the controller cpuset. runc gives a container its CPUs as AllowedCPUs of its scope.
start_docker() {
  local unit
  for unit in docker.service docker-0a1b.scope; do
    echo inactive >"$MACHINE/etc/units/$unit"
    echo yes >"$MACHINE/etc/units/$unit:Delegate"
  done
  "$BOX/bin/systemctl" start docker.service docker-0a1b.scope
  put /sys/fs/cgroup/system.slice/docker-0a1b.scope/cpuset.cpus 3
  [[ "$(value /sys/fs/cgroup/cgroup.subtree_control)" == *cpuset* ]]
}

@test "beside Docker with systemd's cgroups only the partition isolates: also strict jobs run, and containers keep their CPUs" {
  start_docker
  before=$(snapshot)
  for profile in standard strict; do
    conf "profile = $profile"
    run -0 host plan
    run -0 host tune
    [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
    [ "$(value /sys/fs/cgroup/system.slice/docker-0a1b.scope/cpuset.cpus)" = 3 ]
    [[ "$(reason housekeeping)" == 'others use cpusets here'*'the partition keeps it away' ]]
    [ "$(receipt 'r.knobs.filter(k => k.knob === "housekeeping").map(k => k.status).join()')" = already,already,already ]
    host restore
    diff <(echo "$before") <(snapshot)
  done
}

@test "beside Docker a required housekeeping fails the job where no partition keeps the others away" {
  start_docker
  before=$(snapshot)
  for other in 'partition = keep' $'partition = auto\ncpus = 1'; do
    [[ $other == *keep ]] || {
      echo 1 >"$MACHINE/etc/units/squatter.slice:AllowedCPUs"
      put /sys/fs/cgroup/squatter.slice/cpuset.cpus 1
      put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
      before=$(snapshot)
    }
    conf 'housekeeping = confine required' 'smt = off' "$other"
    run -1 host tune
    [[ "$output" == *'housekeeping: unit:system.slice:AllowedCPUs failed: others use cpusets here'*'a required knob failed'* ]]
    diff <(echo "$before") <(snapshot)
  done
}

# tuned_with_rest: a strict job beside Docker has left a process in the slice that does not end at once.
tuned_with_rest() {
  start_docker
  before=$(snapshot)
  conf 'profile = strict'
  as_job 500 tune
  put /sys/fs/cgroup/stablebench.slice/cgroup.events 'populated 1'
}

@test "beside Docker a restore waits for processes in the slice that take seconds to end" {
  tuned_with_rest
  # It ends when the restore has waited for it a few times.
  note_pauses
  printf '%s\n' 'eval "unended_$(declare -f pause)"' \
    'pause() { (($(grep -cx 0.05 "$ROOT/../pauses") < 9)) || echo "populated 0" >"$ROOT/sys/fs/cgroup/stablebench.slice/cgroup.events"; unended_pause "$1"; }' >>"$KIT/lib/engine/guard.sh"
  run -0 as_job 500 restore
  [[ "$output" != *'trying again'* ]]
  [ "$(cat "$MACHINE/sys/fs/cgroup/stablebench.slice/cgroup.events" 2>/dev/null)" != 'populated 1' ]
  rm -r "$MACHINE"/proc/[1-9]*
  diff <(echo "$before") <(snapshot)
}

@test "beside Docker a process in the slice that does not end fails each restore; the next one after its end completes it" {
  tuned_with_rest
  sed -i 's/tries = 100;/tries = 2;/' "$KIT/knobs/75-partition.sh"
  for _ in 1 2; do
    run -1 as_job 500 restore
    [[ "$output" == *'partition: unit:stablebench.slice:AllowedCPUs failed: holds none for systemd and 3 for the kernel'* ]]
    [[ "$output" != *foreign* && -e "$MACHINE/run/stable-bench/journal" ]]
  done
  run -1 as_job 600 tune
  echo 'populated 0' >"$MACHINE/sys/fs/cgroup/stablebench.slice/cgroup.events"
  run -0 as_job 500 restore
  rm -r "$MACHINE"/proc/[1-9]*
  diff <(echo "$before") <(snapshot)
}

@test "Docker that starts while the machine is tuned: what the kernel does not empty again counts with all CPUs" {
  conf 'profile = standard'
  host tune
  start_docker
  run -0 host restore
  for unit in system.slice user.slice; do [ "$(value /sys/fs/cgroup/$unit/cpuset.cpus)" = 0-7 ]; done
  [ ! -e "$MACHINE/etc/units/system.slice:AllowedCPUs" ]
}

@test "containers of Docker with its own cgroups keep the CPUs that they were given, and nothing is isolated" {
  # In the cgroup of the container: that of all containers has none.
  put /sys/fs/cgroup/docker/cpuset.cpus ''
  put /sys/fs/cgroup/docker/0a1b/cpuset.cpus 2-3
  before=$(snapshot)
  conf 'partition = auto' 'housekeeping = confine' 'smt = off'
  host tune
  [[ "$(reason partition)" == "the cgroup docker/0a1b, which is not systemd's, has CPUs of its own"* ]]
  [[ "$(reason housekeeping)" == "the cgroup docker/0a1b, which is not systemd's, has CPUs of its own"* ]]
  host restore
  diff <(echo "$before") <(snapshot)
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
