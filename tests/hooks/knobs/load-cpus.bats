#!/usr/bin/env bats
# The load CPUs: a second set of reserved CPUs, for what puts a benchmarked service under load.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
  load=/sys/fs/cgroup/stablebenchload.slice
  isolation=('housekeeping = confine' 'partition = auto required')
}

cpus() { receipt '[r.cpus.benchmark, r.cpus.load, r.cpus.housekeeping].join(" ")'; }
note() { receipt r.cpus.note; }

@test "are whole cores beside the benchmark's and that of CPU 0, of the benchmark's NUMA node" {
  make_machine none 8
  begin 'load-cpus = auto' 'smt = keep'
  [ "$(cpus) $(note)" = '7,15 6,14 0-5,8-13 ' ]
  host restore
  begin 'load-cpus = auto' 'load-cores = 2' 'cores = 2' 'smt = off'
  [ "$(cpus) $(note)" = '6-7 4-5 0-3 ' ]
  host restore
  # The node of the benchmark has three others.
  begin 'load-cpus = auto' 'load-cores = 4' 'smt = off'
  [ "$(cpus)" = '7 3-6 0-2' ]
  [[ "$(note)" == 'load CPUs are not on the NUMA node of the benchmark CPUs: fewer than 4 whole cores are left there' ]]
  host restore
  begin
  [ "$(cpus)" = '7,15  0-6,8-14' ]
}

@test "share no last-level cache with the benchmark, where its node has another" {
  local n
  make_machine none 8
  for ((n = 0; n < 16; n++)); do
    rmdir "$MACHINE$cpu/cpu$n"/node*
    mkdir "$MACHINE$cpu/cpu$n/node0"
    put "$cpu/cpu$n/cache/index3/shared_cpu_list" $((n % 8 / 4))
  done
  begin 'load-cpus = auto' 'load-cores = 2' 'smt = off'
  [ "$(cpus)" = '7 2-3 0-1,4-6' ]
  host restore
  begin 'load-cpus = auto' 'load-cores = 4' 'smt = off'
  [ "$(cpus)" = '7 3-6 0-2' ]
}

@test "can be a list; one that cannot be had is left out, and log and receipt say why" {
  make_machine none 4
  begin 'load-cpus = 1' 'cpus = 3'
  [ "$(cpus)" = '3,7 1,5 0,2,4,6' ]
  host restore
  while IFS='|' read -r line expected; do
    conf "load-cpus = $line" 'cpus = 3' 'load-cores = 3'
    run -0 host tune
    [[ "$output" == *"no load CPUs: $expected"* ]]
    [ "$(cpus)" = '3,7  0-2,4-6' ]
    [[ "$(note)" == "no load CPUs: $expected"* ]]
    host restore
  done <<'LINES'
2,7|load-cpus = 2,7 shares a core with the benchmark CPUs 3,7
9|load-cpus = 9, but CPU 9 is not online
0-2|no CPU would be left for everything else
auto|2 whole cores are left beside those of CPU 0 and of the benchmark, load-cores = 3
LINES
  conf 'load-cpus = 4-2'
  run -64 host tune
  [[ "$output" == *'load-cpus = 4-2 is not a list of CPUs'* ]]
}

@test "are a partition of their own; interrupts and kernel threads go to neither; all is restored" {
  make_machine none 4
  make_systemd
  make_taskset
  make_thread 901 $((0x00200000)) 0-7
  before=$(snapshot)
  conf "${isolation[@]}" 'swap = off' 'load-cpus = auto' 'irq-affinity = housekeeping' 'kernel-threads = housekeeping' 'smt = off'
  run -0 host tune
  [[ "$output" == *'benchmark CPUs 3, load CPUs 2' ]]
  [ "$(cpus)" = '3 2 0-1' ]
  [ "$(value "$load/cpuset.cpus.partition") $(value "$load/cpuset.cpus")" = 'isolated 2' ]
  [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus)" = 3 ]
  [ "$(value /etc/units/system.slice:AllowedCPUs)" = 0-1 ]
  [ "$(value /proc/irq/1/smp_affinity_list)" = 0-1 ]
  [ "$(sed -n 's/^Cpus_allowed_list:\t//p' "$MACHINE/proc/901/status")" = 0-1 ]
  run -0 host verify
  run -0 host status
  [[ "$output" == *'benchmark CPUs 3, load CPUs 2, others 0-1'* ]]
  [ "$(evaluate s "$(host status --json)" s.tune.cpus.load)" = 2 ]
  finish
  [ ! -e "$MACHINE$load" ]
}

@test "do not sleep either with idle = everywhere, which is all CPUs that stay" {
  latencies() { cat "$MACHINE$cpu"/cpu[0-9]*/power/pm_qos_resume_latency_us | sort | uniq -c | xargs; }
  make_machine acpi-cpufreq 4
  begin 'idle = everywhere' 'load-cpus = auto' 'smt = keep'
  [ "$(cpus)" = '3,7 2,6 0-1,4-5' ]
  [ "$(latencies)" = '8 n/a' ]
  finish
  begin 'idle = everywhere' 'load-cpus = auto' 'smt = off'
  [ "$(latencies)" = '4 0 4 n/a' ]
  finish
}

@test "attach-load moves the caller there, and only for the job that holds the machine" {
  make_machine none 4
  make_systemd
  for tool in taskset renice; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' "$tool" "$BOX/moved" >"$BOX/bin/$tool" && chmod +x "$BOX/bin/$tool"
  done
  conf "${isolation[@]}" 'load-cpus = auto' 'smt = off'
  as_job 500 tune
  make_process 800 500 node 1001
  mkdir "$MACHINE/proc/800/task"
  run -0 below 800 sudo 0 attach-load
  [[ "$output" == *'process 800 runs on CPUs 2'* ]]
  [ "$(value "$load/cgroup.procs")" = 800 ]
  grep -q '^taskset -apc 2 800$' "$BOX/moved"
  make_process 600 1 Runner.Worker 1001
  run -77 as_job 600 attach-load
  as_job 500 restore
  conf "${isolation[@]}" 'smt = off'
  as_job 500 tune
  run -1 below 800 sudo 0 attach-load
  [[ "$output" == *'there are no load CPUs on this machine'* ]]
}

@test "root stops their slice during a job: the restore leaves no cgroup of it behind" {
  make_machine none 4
  make_systemd
  before=$(snapshot)
  conf "${isolation[@]}" 'load-cpus = auto'
  host tune
  "$BOX/bin/systemctl" stop stablebenchload.slice
  finish
}
