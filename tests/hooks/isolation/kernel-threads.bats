#!/usr/bin/env bats
# Kernel threads: whom the partition or the knob has moved gets its CPUs back.
load ../kit
load isolated

@test "kernel threads that the partition moves come back, also with kernel-threads = keep" {
  make_systemd
  make_thread 901 $((0x00200000)) 0-1
  make_thread 902 $((0x00200000)) 4-7
  make_taskset
  threads=$(cat "$MACHINE"/proc/90[12]/status)
  conf 'smt = off' 'housekeeping = confine' 'partition = auto' 'kernel-threads = keep'
  host tune
  [ "$(cat "$MACHINE"/proc/90[12]/status)" != "$threads" ]
  run -0 host verify
  run -0 host restore
  [ "$(cat "$MACHINE"/proc/90[12]/status)" = "$threads" ]
}

@test "kernel threads that began while the machine was tuned get back the CPUs that kthreadd had" {
  make_systemd
  make_taskset
  make_thread 2 $((0x00200000)) 0-7
  put /proc/sys/kernel/osrelease 7.0.0-14-generic
  begin 'kernel-threads = housekeeping'
  make_thread 901 $((0x00200000)) 0-2,4-6
  make_thread 902 $((0x00200000)) 1
  make_thread 903 $((0x04200000)) 0-2,4-6
  cpus() { sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE"/proc/{2,901,902,903}/status | xargs; }
  [ "$(cpus)" = '0-2,4-6 0-2,4-6 1 0-2,4-6' ]
  run -0 as_job 500 restore
  [ "$(cpus)" = '0-7 0-7 1 0-2,4-6' ]
}

@test "a kernel thread that began while the machine was tuned and refuses other CPUs is named, and the restore is complete" {
  make_systemd
  make_taskset
  make_thread 2 $((0x00200000)) 0-7
  put /proc/sys/kernel/osrelease 7.0.0-14-generic
  begin 'kernel-threads = housekeeping'
  make_thread 901 $((0x00200000)) 0-2,4-6
  make_thread 902 $((0x00200000)) 0-2,4-6
  # The second one ends meanwhile.
  sed -i "2i [[ \$3 != 90[12] ]] || { [[ \$3 == 901 ]] || rm -r '$MACHINE/proc/902'; echo 'taskset: Invalid argument' >\&2; exit 1; }" "$BOX/bin/taskset"
  run -0 as_job 500 restore
  [[ "$output" == *'kthread:901:50 left: began while the machine was tuned, and keeps CPUs 0-2,4-6 (EINVAL)'* ]]
  [[ "$output" != *902* ]]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "a thread with the housekeeping CPUs that is not from this tune keeps them: with keep, before Linux 7.0, while tuned" {
  make_systemd
  make_taskset
  late() { sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE/proc/901/status"; }
  for case in 'keep 7.0.0' 'housekeeping 6.12.48'; do
    make_thread 2 $((0x00200000)) 0-7
    put /proc/sys/kernel/osrelease "${case#* }"
    begin "kernel-threads = ${case% *}"
    make_thread 901 $((0x00200000)) 0-2,4-6
    run -0 host verify
    [ "$(late)" = 0-2,4-6 ]
    run -0 as_job 500 restore
    [ "$(late)" = 0-2,4-6 ]
    rm -r "$MACHINE/proc/901"
  done
}

@test "kernel threads stay on CPUs that a partition of somebody else holds, since Linux would not give them back" {
  make_systemd
  make_taskset
  make_thread 901 $((0x00200000)) 0-7
  make_thread 902 $((0x00200000)) 2-3
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=1
  put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
  begin 'kernel-threads = housekeeping'
  [ "$(receipt "r.knobs.map(k => [k.target, k.status, k.reason].join()).join(' ')")" = \
    'kthread:902:50,applied, ,failed,squatter.slice is a partition that holds CPUs 1, and Linux would not give them back to kernel threads' ]
  [ "$(thread_cpus)" = '0-7 0-2,4-6' ]
  finish
  # shellcheck disable=SC2153  # finish sets it
  [ "$THREADS" = '0-7 2-3' ]
}

@test "nor do they leave those of a partition below the top level (Linux 6.7), which has its CPUs as exclusive ones, whatever its others" {
  local group='/sys/fs/cgroup/system.slice/real time.service'
  make_systemd
  make_taskset
  make_thread 901 $((0x00200000)) 0-7
  make_thread 902 $((0x00200000)) 2-3
  put "$group/cpuset.cpus.partition" isolated
  put "$group/cpuset.cpus" 4
  put "$group/cpuset.cpus.exclusive.effective" 1
  put /sys/fs/cgroup/cpuset.cpus.effective 0,2-7
  begin 'kernel-threads = housekeeping'
  [ "$(receipt "r.knobs.map(k => [k.target, k.status, k.reason].join()).join(' ')")" = \
    'kthread:902:50,applied, ,failed,system.slice/real time.service is a partition that holds CPUs 1, and Linux would not give them back to kernel threads' ]
  finish
  [ "$THREADS" = '0-7 2-3' ]
}

@test "kernel-threads = keep: a thread moved off CPUs that another partition holds does not keep the journal open" {
  make_systemd
  make_thread 901 $((0x00200000)) 1-2
  make_thread 902 $((0x00200000)) 4-7
  # Linux gives no thread CPU 1, which the other partition holds.
  cat >"$BOX/bin/taskset" <<TASKSET
#!/bin/bash
[[ \$1 == -pc ]] && sed -i "s/^Cpus_allowed_list:.*/Cpus_allowed_list:\t\${2/#1-2/2}/" "$MACHINE/proc/\$3/status"
TASKSET
  chmod +x "$BOX/bin/taskset"
  "$BOX/bin/systemctl" set-property --runtime squatter.slice AllowedCPUs=1
  put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
  conf 'cpus = 3' 'smt = keep' 'partition = auto' 'kernel-threads = keep'
  host tune
  [ "$(thread_cpus)" = '0-1 0-1' ]
  run -0 host restore
  [ "$(thread_cpus)" = '0-1 4-7' ]
}

@test "a long list of CPUs, as of one node of many, is journalled, compared and restored as a whole" {
  local list
  rm -rf "$MACHINE/sys" "$MACHINE/proc"
  make_machine none 128 2
  make_systemd
  make_taskset
  # The nodes take turns: 456 characters.
  list=$(seq -s, 0 2 254)
  put /sys/fs/cgroup/cpuset.cpus.effective 0-255
  make_thread 901 $((0x00200000)) "$list"
  make_thread 902 $((0x00200000)) 0-255
  echo "$list" >"$MACHINE/proc/irq/1/smp_affinity_list"
  before=$(snapshot)
  conf 'partition = auto required' 'housekeeping = confine' 'kernel-threads = housekeeping required' \
    'irq-affinity = housekeeping required'
  run -0 host tune
  [[ "$output" != *'does not know'* ]]
  [ "$(receipt "r.knobs.find(k => k.target === '/proc/irq/1/smp_affinity_list').original")" = "$list" ]
  run -0 host verify
  run -0 host restore
  [[ "$output" != *'trying again'* ]]
  diff <(echo "$before") <(snapshot)
  [ "$(sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE/proc/901/status")" = "$list" ]
  # Messages stay short.
  echo "x$list" >"$MACHINE/proc/irq/1/smp_affinity_list"
  conf 'irq-affinity = housekeeping required'
  run -1 host tune
  [[ "$output" == *'holds a value this kit does not know: x0,2,4,'* && "$output" != *,254* ]]
}
