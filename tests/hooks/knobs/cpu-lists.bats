#!/usr/bin/env bats
# Lists with CPUs that the firmware announces but that are not there (hotplug, maxcpus=). The kernel shows them, and gives
# back only those that are online.
load ../kit

setup() {
  make_kit
  make_machine none 2
  # Possible are 0-31, online 0-3. The kernel binds to what is online, and to nothing else.
  cat >"$BOX/bin/taskset" <<TASKSET
#!/bin/bash
source "$KIT/lib/machine/cpu-list.sh"
list_expand 0-31 && list_without 0-31 "\$(<"$MACHINE/sys/devices/system/cpu/online")" && list_compress "\${LIST[@]}"
list_without "\$2" "\$REPLY" && ((\${#LIST[@]})) || { echo "taskset: failed to set pid \$3's affinity: Invalid argument" >&2; exit 1; }
list_compress "\${LIST[@]}"
echo "\$3 \$2" >>"$BOX/bound"
shopt -s nullglob
sed -i "s/^Cpus_allowed_list:.*/Cpus_allowed_list:\t\$REPLY/" "$MACHINE/proc/\$3/statu"[s] "$MACHINE"/proc/*/task/"\$3/status"
TASKSET
  chmod +x "$BOX/bin/taskset"
}

allowed() { sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE/proc/$1/status"; }

@test "kernel threads with all possible CPUs count as restored with all online CPUs" {
  make_thread 901 $((0x00200000)) 0-31
  make_thread 902 $((0x00200000)) 0-31
  make_thread 903 $((0x00200000)) 2,8-31
  conf 'smt = off' 'kernel-threads = housekeeping required'
  host tune
  [ "$(allowed 901) $(allowed 903)" = '0 2,8-31' ]
  echo "SMT widens it" && put /proc/902/status $'Name:\tkthread\nCpus_allowed_list:\t0-3'
  run -0 host restore
  [[ "$output" != *"trying again"* ]]
  [ "$(allowed 901) $(allowed 903)" = '0-3 2,8-31' ]
  # And the next job tunes again.
  run -0 host tune
  run -0 host restore
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "a kernel thread that has lost an online CPU does not count as restored" {
  make_thread 901 $((0x00200000)) 0-31
  conf 'kernel-threads = housekeeping'
  host tune
  printf '#!/bin/bash\nsed -i "s/list:.*/list:\\t0-1/" "%s/proc/$3/status"\n' "$MACHINE" >"$BOX/bin/taskset"
  run -1 host restore
  [[ "$output" == *"kthread:901:50 failed: holds 0-1 instead of 0-31"* ]]
}

@test "a kernel thread whose CPUs have all gone offline counts as restored" {
  make_thread 901 $((0x00200000)) 2
  conf 'smt = keep' 'cpus = 0' 'kernel-threads = housekeeping'
  host tune
  put /proc/901/status $'Name:\tkthread\nCpus_allowed_list:\t0-1'
  echo 0 >"$MACHINE/sys/devices/system/cpu/cpu2/online"
  echo 0-1,3 >"$MACHINE/sys/devices/system/cpu/online"
  run -0 host restore
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "interrupts count as restored with the online CPUs where the driver keeps no others" {
  echo 0-31 >"$MACHINE/proc/irq/2/smp_affinity_list"
  echo 0-31 >"$MACHINE/proc/irq/3/smp_affinity_list"
  echo ffffffff >"$MACHINE/proc/irq/default_smp_affinity"
  echo ffffffff >"$MACHINE/sys/devices/virtual/workqueue/cpumask"
  sed -i 's#^kernel_rule() {#&\n  if [[ $1 == /proc/irq/3/* \&\& $2 == *-31 ]]; then set -- "$1" 0-3; fi#' "$KIT/lib/fake-kernel.bash"
  conf 'smt = off' 'irq-affinity = housekeeping required' 'workqueues = housekeeping required'
  host tune
  [ "$(value /proc/irq/3/smp_affinity_list)" = 0 ]
  run -0 host restore
  [[ "$output" != *"trying again"* ]]
  [ "$(value /proc/irq/2/smp_affinity_list) $(value /proc/irq/3/smp_affinity_list)" = '0-31 0-3' ]
  [ "$(value /proc/irq/default_smp_affinity)$(value /sys/devices/virtual/workqueue/cpumask)" = ffffffffffffffff ]
}

# make_thread_of PROCESS THREAD CPUS: a thread of a program.
make_thread_of() {
  put "/proc/$1/stat" "$1 (qemu) S 1 0 0 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 40 0 0"
  put "/proc/$1/cgroup" "0::${4-/system.slice/vm.service}"
  put "/proc/$1/task/$2/stat" "$2 (vcpu) S 1 0 0 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 $2 0 0"
  put "/proc/$1/task/$2/status" $'Name:\tvcpu\nCpus_allowed_list:\t'"$3"
}
# The kernel gives a thread CPUs.
gives() { sed -i "s/^Cpus_allowed_list:.*/Cpus_allowed_list:\t$3/" "$MACHINE/proc/$1/task/$2/status"; }
of() { sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE/proc/$1/task/$2/status"; }

@test "threads with CPUs of their own get them back; threads with all CPUs of their cgroup or machine are left alone" {
  put /sys/fs/cgroup/cgroup.controllers 'cpuset cpu'
  put /sys/fs/cgroup/cpuset.cpus.effective 0-3
  put /sys/fs/cgroup/system.slice/box/cpuset.cpus.effective 2-3
  make_thread 901 $((0x00200000)) 0-3
  make_thread_of 700 700 0-31
  make_thread_of 700 701 3
  make_thread_of 700 702 2-3
  make_thread_of 710 710 2-3 /system.slice/box/inner.scope
  make_thread_of 710 711 2 /system.slice/box/inner.scope
  conf 'smt = off' 'kernel-threads = keep'
  host tune
  [ "$(sed -n 's/^target|kernel-threads|\([^|]*\).*/\1/p' "$MACHINE/run/stable-bench/journal" | xargs)" = \
    'kthread:901:50 thread:700/701:701 thread:700/702:702 thread:710/711:711' ]
  gives 700 701 0-1
  gives 700 702 0-3
  gives 710 711 2-3
  run -0 host restore
  # 702 was given all CPUs; 701 somebody has bound to others since.
  [ "$(of 700 700) $(of 700 701) $(of 700 702) $(of 710 711)" = '0-31 0-1 2-3 2' ]
}

reasons() { receipt "r.knobs.filter(k => k.knob === 'kernel-threads' && k.target === '').map(k => k.reason).join()"; }

@test "threads of people and of the job are left alone, and so are more threads than a restore has time for" {
  make_thread 901 $((0x00200000)) 0-3
  make_thread_of 700 700 3
  make_thread_of 720 720 3
  sed -i '1a Uid:\t1000\t1000\t1000\t1000' "$MACHINE/proc/720/task/720/status"
  # A name may hold a tab, but no new line.
  make_thread_of 721 721 3
  sed -i '1c Name:\tUid:\t0\nUid:\t1000\t1000\t1000\t1000' "$MACHINE/proc/721/task/721/status"
  sed -i 's/^MOST=.*/MOST=3/' "$KIT/knobs/77-kernel-threads.sh"
  for thread in 731 732 733 734; do make_thread_of 730 "$thread" 3; done
  conf 'smt = off' 'kernel-threads = keep'
  host tune
  [ "$(sed -n 's/^target|kernel-threads|\([^|]*\).*/\1/p' "$MACHINE/run/stable-bench/journal" | xargs)" = \
    'kthread:901:50 thread:700/700:700 thread:730/731:731 thread:730/732:732' ]
  # The receipt names what was left out, and only then.
  [ "$(reasons)" = 'more than 3 threads have CPUs of their own; the others may lose them' ]
  host restore
  sed -i 's/^MOST=.*/MOST=512/' "$KIT/knobs/77-kernel-threads.sh"
  host tune
  [ "$(reasons)" = '' ]
}

@test "a thread that loses its CPUs again at once does not keep the machine from being restored" {
  make_thread 901 $((0x00200000)) 0-3
  make_thread_of 700 701 3
  conf 'smt = off' 'kernel-threads = keep'
  host tune
  gives 700 701 0-3
  # Whatever is written, it reads back as before.
  printf '#!/bin/bash\nexit 0\n' >"$BOX/bin/taskset" && chmod +x "$BOX/bin/taskset"
  run -0 host restore
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "a new thread with an old number is left alone" {
  make_thread 901 $((0x00200000)) 0-3
  make_thread_of 700 701 3
  conf 'smt = off' 'kernel-threads = keep'
  host tune
  make_thread_of 700 701 0-3
  sed -i 's/ 701 0 0$/ 99999 0 0/' "$MACHINE/proc/700/task/701/stat"
  run -0 host restore
  [ ! -e "$BOX/bound" ]
}

@test "a kernel thread gets back the CPUs that were offline during the job, when they come: what taskset sets stays for good" {
  local dir=/sys/devices/system/cpu
  put "$dir/possible" 0-4
  echo 0-3 >"$MACHINE$dir/online"
  # One that had all CPUs, one of a node, and one with CPUs of its own.
  make_thread 901 $((0x00200000)) 0-3
  make_thread 902 $((0x00200000)) 1,3
  sed -i 's/(kthread)/(kcompactd0)/' "$MACHINE/proc/902/stat"
  make_thread 903 $((0x00200000)) 1,3
  conf 'smt = off' 'cpus = 1' 'kernel-threads = housekeeping required'
  host tune
  : >"$BOX/bound"
  run -0 host restore
  [ "$(sort "$BOX/bound" | xargs)" = '901 0-4 902 1,3-4 903 1,3' ]
  # Where a partition has given them back already, taskset is left out.
  host tune
  put /proc/901/status $'Name:\tkthread\nCpus_allowed_list:\t0-4'
  : >"$BOX/bound"
  run -0 host restore
  [[ "$(<"$BOX/bound")" != *901* ]]
}
