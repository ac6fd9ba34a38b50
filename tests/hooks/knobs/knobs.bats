#!/usr/bin/env bats
# All other knobs on the fake machine: which targets they set, leave alone and restore.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
}

cpus() { receipt '[r.cpus.benchmark, r.cpus.housekeeping].join(" ")'; }

@test "SMT off takes the second threads offline, and on brings back only those that were online" {
  make_machine acpi-cpufreq 4
  echo 0 >"$MACHINE$cpu/cpu6/online"
  echo 0-5,7 >"$MACHINE$cpu/online"
  begin 'smt = off required' 'governor = performance'
  [ "$(value "$cpu"/online)" = 0-3 ]
  [ "$(cpus)" = '3 0-2' ]
  finish
  [ "$(value "$cpu"/cpu6/online)" = 0 ]
}

# switch CPU 0|1: as an administrator does, by hand.
switch() {
  local online=''
  echo "$2" >"$MACHINE$cpu/cpu$1/online"
  for n in 0 1 2 3 4 5 6 7; do [[ -e $MACHINE$cpu/cpu$n/online && $(value "$cpu/cpu$n/online") == 0 ]] || online+=,$n; done
  echo "${online#,}" >"$MACHINE$cpu/online"
}

@test "a CPU that somebody takes offline during a job has its settings back, and is offline afterwards" {
  make_machine acpi-cpufreq 4
  before=$(snapshot)
  conf 'smt = off required' 'governor = performance required'
  host tune
  switch 2 0
  run -1 host verify
  [[ "$output" == *"smt: $cpu/cpu2/online drifted: it was 1 after the tune"* ]]
  # Also when the first restore is killed after it has brought the CPU back.
  echo 0 >"$BOX/kill-count" && echo 3 >"$BOX/kill-at"
  run -137 host restore
  rm "$BOX/kill-at"
  run -0 host restore
  [[ "$output" == *"smt: $cpu/cpu2/online foreign: somebody set it to 0, and so it is again"* ]]
  [[ "$output" == *', left 1 that somebody else changed' ]]
  [ "$(value "$cpu"/cpu2/online)" = 0 ]
  switch 2 1
  diff <(echo "${before//0-7/0,1,2,3,4,5,6,7}") <(snapshot | sed 's/0-7/0,1,2,3,4,5,6,7/')
}

@test "a CPU that somebody takes online during a job stays online" {
  make_machine none 4
  switch 2 0
  conf 'smt = off required'
  host tune
  switch 2 1
  run -0 host restore
  [[ "$output" == *"smt: $cpu/cpu2/online foreign: somebody set it to 1, and so it is again"* ]]
  [ "$(value "$cpu"/cpu2/online)" = 1 ]
}

@test "SMT off alone: an interrupt that only a second thread had goes back to it" {
  make_machine none 4 3
  echo 7 >"$MACHINE/proc/irq/1/smp_affinity_list"
  begin 'smt = off'
  [ "$(value /proc/irq/1/smp_affinity_list)" = 0-3 ]
  finish
}

@test "the restore waits for the CPUs, which come late, before it goes on with other targets" {
  make_machine acpi-cpufreq 4
  begin 'smt = off required' 'governor = performance required' 'turbo = off required' 'irq-affinity = housekeeping'
  [ "$(value "$cpu"/online)" = 0-3 ]
  touch "$BOX/late-cpus"
  finish
}

@test "SMT that is forced off or not there is unsupported and says why" {
  make_machine acpi-cpufreq
  echo notsupported >"$MACHINE$cpu/smt/control"
  begin 'smt = off required'
  [[ "$(reason smt)" == *"no SMT"* ]]
  finish
}

@test "without a control file the second threads are taken offline one by one" {
  make_machine acpi-cpufreq
  rm -r "$MACHINE$cpu/smt"
  begin 'smt = off required'
  [ "$(value "$cpu"/online)" = 0-1 ]
  finish
}

@test "idle states are forbidden on the benchmark CPUs only" {
  make_machine none 4
  begin 'idle = off' 'smt = off'
  [ "$(value "$cpu"/cpu3/power/pm_qos_resume_latency_us)" = n/a ]
  [ "$(value "$cpu"/cpu2/power/pm_qos_resume_latency_us)" = 0 ]
  finish
}

@test "interrupts move to the housekeeping CPUs; those that cannot move are unsupported, and vanished ones are ignored" {
  make_machine none 4 5
  echo 7 >"$MACHINE/proc/irq/1/smp_affinity_list"
  printf '%s\n' '/proc/irq/0/* EIO' '/proc/irq/2/* EPERM' >"$BOX/refuse"
  begin 'irq-affinity = housekeeping required' 'smt = off'
  [ "$(value /proc/irq/3/smp_affinity_list)" = 0-2 ]
  [ "$(value /proc/irq/default_smp_affinity)" = 7 ]
  [ "$(receipt "r.knobs.filter(k => k.knob === 'irq-affinity').map(k => k.status)")" = "$(node -p "['applied', 'unsupported', 'applied', 'unsupported', 'applied', 'applied']")" ]
  rm -r "$MACHINE/proc/irq/4"
  host restore
  [ "$(value /proc/irq/1/smp_affinity_list)" = 7 ]
  [ "$(value /proc/irq/3/smp_affinity_list)" = 0-7 ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "movable kernel threads move to the housekeeping CPUs; a thread that is gone is ignored" {
  make_machine none 2
  make_thread 901 $((0x00200000)) 0-3
  make_thread 902 $((0x04200000)) 0-3
  make_thread 903 $((0x00200000)) 0,2
  make_thread 904 0 0-3
  make_thread 905 $((0x00200000)) 0-3
  make_taskset
  begin 'kernel-threads = housekeeping required'
  [ "$(receipt "r.knobs.map(k => [k.target, k.original, k.readback]).join(' ')")" = 'kthread:901:50,0-3,0,2 kthread:905:50,0-3,0,2' ]
  make_thread 905 0 0-3
  run -0 host restore
  grep -qx $'Cpus_allowed_list:\t0-3' "$MACHINE/proc/901/status"
  grep -qx $'Cpus_allowed_list:\t0,2' "$MACHINE/proc/903/status"
}

@test "masks of more than 32 CPUs come in groups" {
  make_machine none 24 1
  begin 'irq-affinity = housekeeping' 'workqueues = housekeeping' 'cpus = 2'
  [ "$(value /proc/irq/default_smp_affinity)" = ffff,fbfffffb ]
  [ "$(value /sys/devices/virtual/workqueue/cpumask)" = ffff,fbfffffb ]
  finish
}

@test "the watchdogs come back although their files change each other" {
  make_machine none
  begin 'watchdogs = off'
  [ "$(cat "$MACHINE"/proc/sys/kernel/{nmi_,soft_,}watchdog)" = $'0\n0\n0' ]
  finish
  echo 0 >"$MACHINE/proc/sys/kernel/nmi_watchdog"
  begin 'watchdogs = off'
  finish
  [ "$(value /proc/sys/kernel/nmi_watchdog)" = 0 ]
}

@test "an NMI watchdog that cannot be set is unsupported" {
  make_machine none
  echo '/proc/sys/kernel/nmi_watchdog EINVAL' >"$BOX/refuse"
  begin 'watchdogs = off required'
  [ "$(receipt 'r.knobs.map(k => k.status).sort().join()')" = applied,unsupported ]
}

@test "huge pages: the marked word is the value" {
  make_machine none
  begin 'huge-pages = never' 'huge-page-daemon = off'
  [ "$(value /sys/kernel/mm/transparent_hugepage/enabled)" = 'always madvise [never]' ]
  [ "$(receipt 'r.knobs[0].original')" = madvise ]
  [ "$(value /proc/sys/vm/min_free_kbytes)" = 11264 ]
  # 45056 again, and not what the kernel recommends.
  finish
}

@test "KSM that is unmerging is left alone" {
  make_machine none
  echo 2 >"$MACHINE/sys/kernel/mm/ksm/run"
  begin 'same-page-merging = off'
  [[ "$(reason same-page-merging)" == *unmerging* ]]
  finish
}

@test "sysctls: NUMA balancing, statistics interval, address randomisation; uncore" {
  make_machine none
  begin 'numa-balancing = off' 'statistics-interval = 10' 'address-randomisation = off' 'uncore = max'
  [ "$(value /proc/sys/kernel/numa_balancing)$(value /proc/sys/kernel/randomize_va_space)" = 00 ]
  [ "$(value /proc/sys/vm/stat_interval)" = 10 ]
  [ "$(value "$cpu"/intel_uncore_frequency/uncore00/min_freq_khz)" = 2400000 ]
  finish
}

@test "services that run are stopped and started again, others stay stopped" {
  make_machine none
  make_systemd
  begin 'services = stop' 'daemons = stop' 'irqbalance = stop required'
  [ "$(value /etc/units/cron.service)$(value /etc/units/irqbalance.service)" = inactiveinactive ]
  run -1 grep -E 'dbus|network|ssh' "$BOX/systemctl.log"
  finish
  run -1 grep -E '^start.*rsyslog' "$BOX/systemctl.log"
}

@test "the place of a knob in the restore is a decimal number, also with a zero in front" {
  make_machine none
  echo 'restore_at=08' >>"$KIT/knobs/55-statistics-interval.sh"
  begin 'statistics-interval = 10'
  [ "$(value /proc/sys/vm/stat_interval)" = 10 ]
  finish
}

@test "services, daemons and irqbalance start again after the last write to the kernel, of whatever kind" {
  make_machine acpi-cpufreq 4
  make_systemd
  make_thread 901 $((0x00200000)) 0-7
  printf '#!/bin/bash\nsed -i "s/list:.*/list:\\t$2/" "%s/proc/$3/status"\n' "$MACHINE" >"$BOX/bin/taskset"
  chmod +x "$BOX/bin/taskset"
  echo active >"$MACHINE/etc/units/thermald.service"
  cp "$HOOKS/stable-bench.conf" "$MACHINE/etc/stable-bench/stable-bench.conf"
  host tune
  : >"$BOX/order"
  host restore
  [ "$(sed -n '/^systemctl start/,$p' "$BOX/order" | cut -d ' ' -f 2,5-)" = \
    $'start irqbalance.service\nstart cron.service fstrim.timer\nstart thermald.service' ]
  (($(grep -c '^write' "$BOX/order") > 20))
  grep -q '^systemctl set-property' "$BOX/order"
}

@test "a daemon that systemd stops with the one it requires is started again" {
  make_machine none
  make_systemd
  # Requires=tuned.service: systemd stops it with tuned.
  echo active | tee "$MACHINE/etc/units/tuned.service" >"$MACHINE/etc/units/tuned-ppd.service"
  sed -i '2i [[ $1 != stop || $* != *tuned.service* ]] || echo inactive >'"$MACHINE"'/etc/units/tuned-ppd.service' "$BOX/bin/systemctl"
  begin 'daemons = stop required'
  [ "$(value /etc/units/tuned-ppd.service)" = inactive ]
  finish
}

@test "a daemon is left alone when its stop would also stop a unit that the kit does not start again" {
  make_machine none
  make_systemd
  echo active | tee "$MACHINE"/etc/units/{tuned,thermald,tlp,own,idle}.service >/dev/null
  echo inactive >"$MACHINE/etc/units/idle.service"
  echo own.service >"$MACHINE/etc/units/tuned.service:RequiredBy"
  echo 'idle.service tuned.service' >"$MACHINE/etc/units/thermald.service:ConsistsOf"
  echo 'own.service' >"$MACHINE/etc/units/tlp.service:BoundBy"
  begin 'daemons = stop'
  [ "$(cat "$MACHINE"/etc/units/{tuned,thermald,tlp,own}.service | xargs)" = 'active inactive active active' ]
  [ "$(reason daemons)" = '' ]
  [ "$(receipt "r.knobs.find(k => k.target === 'unit:tuned.service').reason")" = 'systemd would stop own.service with it, and nobody would start that again' ]
  finish
}

@test "a service that does not start again keeps the journal" {
  make_machine none
  make_systemd
  begin 'services = stop'
  touch "$BOX/refuse-start-fstrim.timer"
  run -1 host restore
  [[ "$output" == *"services: unit:fstrim.timer failed"* ]]
  rm "$BOX/refuse-start-fstrim.timer"
  finish
}

@test "a daemon that somebody has started meanwhile is reported and left alone" {
  make_machine none
  make_systemd
  begin 'irqbalance = stop'
  echo active >"$MACHINE/etc/units/irqbalance.service"
  run -1 host verify
  [[ "$output" == *"unit:irqbalance.service drifted"* ]]
  finish
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

@test "CPUs: whole cores, not that of CPU 0, on one node and cache if one has enough" {
  make_machine none 8
  begin 'cores = 2'
  [ "$(cpus)" = '6-7,14-15 0-5,8-13' ]
  host restore
  begin 'cores = 5'
  [ "$(cpus)" = '3-7,11-15 0-2,8-10' ]
  [ "$(receipt r.cpus.note)" = 'benchmark CPUs share no NUMA node: none has 5 whole cores to choose from' ]
  host restore
  begin 'cores = 8'
  [ "$(cpus)" = ' 0-15' ]
}

# each_core node|cache NAME...: the NUMA node, or the last-level cache, of core 0, 1 ...; both its threads are in it.
each_core() {
  local kind=$1 core=0 name thread dir
  shift
  for name in "$@"; do
    for thread in "$core" $((core + $#)); do
      dir=$MACHINE$cpu/cpu$thread
      if [[ $kind == cache ]]; then echo "$name" >"$dir/cache/index3/shared_cpu_list"; else
        rmdir "$dir"/node*
        mkdir "$dir/node$name"
      fi
    done
    core=$((core + 1))
  done
}

@test "CPUs: one last-level cache, where a node has several" {
  make_machine none 8
  each_core node 0 0 0 0 0 0 0 0
  each_core cache A A A B B B B C
  begin 'cores = 2'
  [ "$(cpus)" = '5-6,13-14 0-4,7-12,15' ]
  host restore
  begin 'cores = 4'
  [ "$(cpus) $(receipt r.cpus.note)" = '3-6,11-14 0-2,7-10,15 ' ]
  host restore
  begin 'cores = 5'
  [ "$(cpus)" = '3-7,11-15 0-2,8-10' ]
  [ "$(receipt r.cpus.note)" = 'benchmark CPUs share no last-level cache: none has 5 whole cores to choose from' ]
}

@test "CPUs: one NUMA node, where a cache serves several, or the kernel shows none" {
  make_machine none 8
  each_core cache A A A A A A A A
  each_core node 0 0 0 1 1 1 1 2
  begin 'cores = 2'
  [ "$(cpus)" = '5-6,13-14 0-4,7-12,15' ]
  host restore
  rm -r "$MACHINE$cpu"/cpu*/cache
  begin 'cores = 4'
  [ "$(cpus)" = '3-6,11-14 0-2,7-10,15' ]
  host restore
  begin 'cores = 5'
  [ "$(cpus)" = '3-7,11-15 0-2,8-10' ]
}

@test "CPUs: older kernels call the threads of a core thread_siblings_list" {
  local dir
  make_machine none 4
  for dir in "$MACHINE$cpu"/cpu[0-7]/topology; do mv "$dir/core_cpus_list" "$dir/thread_siblings_list"; done
  begin 'smt = keep'
  [ "$(cpus)" = '3,7 0-2,4-6' ]
}

@test "CPUs: fewer isolated ones than cores: the preference is dropped, and log and receipt say so" {
  make_machine none 8
  put "$cpu/isolated" 2
  conf 'cores = 2'
  run -0 host tune
  [[ "$output" == *'not chosen from the isolated CPUs (isolcpus) 2: fewer than 2 whole cores are among them'* ]]
  [ "$(cpus)" = '6-7,14-15 0-5,8-13' ]
  [[ "$(receipt r.cpus.note)" == *'not chosen from the isolated CPUs (isolcpus) 2: '* ]]
  host verify
  [[ "$(receipt r.cpus.note)" == *'not chosen from the isolated CPUs (isolcpus) 2: '* ]]
  host restore
  # Not mixed with others.
  echo 7,15 >"$MACHINE$cpu/isolated"
  begin 'cores = 2'
  [ "$(cpus)" = '5-6,13-14 0-4,7-12,15' ]
  host restore
  # Two of them, but in two nodes: root has isolated them all the same.
  echo 2,5 >"$MACHINE$cpu/isolated"
  begin 'cores = 2'
  [ "$(cpus)" = '2,5,10,13 0-1,3-4,6-9,11-12,14-15' ]
  [[ "$(receipt r.cpus.note)" == 'benchmark CPUs share no NUMA node: '* ]]
  host restore
  echo 1,2,5 >"$MACHINE$cpu/isolated"
  begin 'cores = 2'
  [ "$(cpus) $(receipt r.cpus.note)" = '1-2,9-10 0,3-8,11-15 ' ]
}

@test "CPUs: isolated ones come before performance cores, which are preferred among them" {
  make_machine none 8
  put /sys/devices/cpu_core/cpus 0-3,8-11
  put "$cpu/isolated" 6-7,14-15
  begin 'cores = 2' 'smt = off'
  [ "$(cpus)" = '6-7 0-5' ]
  [[ "$(receipt r.cpus.note)" == *'not chosen from the performance cores 0-3,8-11: '* ]]
  host restore
  put "$cpu/isolated" 2-3,6-7
  begin 'smt = off'
  [ "$(cpus)" = '3 0-2,4-7' ]
}

@test "CPUs: isolated ones first, performance cores of hybrid parts" {
  make_machine none 8
  put /sys/devices/cpu_core/cpus 0-2,8-10
  begin 'smt = off'
  [ "$(cpus)" = '2 0-1,3-7' ]
  host restore
  echo 1,9 >"$MACHINE$cpu/isolated"
  begin 'smt = off'
  [ "$(cpus)" = '1 0,2-7' ]
}

@test "CPUs: performance cores of ARM by capacity, of AMD by their highest clock; too few of them are named" {
  local n
  make_machine none 4
  for n in 0 1 2 3 4 5 6 7; do put "$cpu/cpu$n/cpu_capacity" $((n % 4 < 3 ? 1024 : 446)); done
  begin 'smt = off'
  [ "$(cpus) $(receipt r.cpus.note)" = '2 0-1,3 ' ]
  host restore
  for n in 0 1 2 3 4 5 6 7; do
    rm "$MACHINE$cpu/cpu$n/cpu_capacity"
    put "$cpu/cpu$n/cpufreq/cpuinfo_max_freq" $((n % 4 < 2 ? 5100000 : 3300000))
  done
  begin 'smt = off'
  [ "$(cpus)" = '1 0,2-3' ]
  host restore
  conf 'cores = 2'
  run -0 host plan
  [[ "$output" == *'not chosen from the performance cores 0-1,4-5: fewer than 2 whole cores are among them'* ]]
}

@test "CPUs: the configured ones, or an explanation" {
  make_machine none 2
  begin 'cpus = 0-3' 'idle = off'
  [[ "$(reason idle)" == *"no CPU would be left"* ]]
  host restore
  begin 'cpus = 9' 'idle = off'
  [[ "$(reason idle)" == *"CPU 9 is not online"* ]]
}

@test "every knob has a complete header, a line in every profile, and its row in the README" {
  local file name
  for file in "$HOOKS"/knobs/*.sh; do
    for name in Summary Values Why Cost Order; do grep -q "^# $name:  *[^ ]" "$file"; done
    name=${file##*/[0-9][0-9]-}
    for profile in gentle standard strict; do grep -q "^${name%.sh} = " "$HOOKS/profiles/$profile.conf"; done
    [ "$(wc -l <"$file")" -le 150 ]
  done
  "$HOOKS/print-knob-table.sh" --check
}
