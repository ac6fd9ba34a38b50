#!/usr/bin/env bats
# All other knobs on the fake machine: which targets they set, leave alone and restore.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
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
  [ "$(receipt "r.knobs.filter(k => k.knob === 'irq-affinity').map(k => k.status).join()")" = applied,unsupported,applied,unsupported,applied,applied ]
  rm -r "$MACHINE/proc/irq/4"
  host restore
  [ "$(value /proc/irq/1/smp_affinity_list)" = 7 ]
  [ "$(value /proc/irq/3/smp_affinity_list)" = 0-7 ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "an interrupt that comes while the machine is tuned gets the default of before, unless somebody has given it other CPUs" {
  local irq
  make_machine none 20
  echo ff,fffffff7 >"$MACHINE/proc/irq/default_smp_affinity"
  conf 'irq-affinity = housekeeping'
  host tune
  house=$(receipt r.cpus.housekeeping)
  # Of a device that was plugged in, and one for which an administrator has set CPUs.
  put /proc/irq/40/smp_affinity_list "$house"
  put /proc/irq/41/smp_affinity_list 2
  put /proc/irq/42/smp_affinity_list "$house"
  echo '/proc/irq/42/* EINVAL' >"$BOX/refuse"
  run -0 host restore
  [ "$(value /proc/irq/40/smp_affinity_list) $(value /proc/irq/41/smp_affinity_list)" = '0-2,4-39 2' ]
  [[ "$output" == *"irq-affinity: /proc/irq/42/smp_affinity_list left: it keeps the CPUs $house (EINVAL)"* ]]
  # Where the default was left alone, such CPUs are its own.
  conf 'irq-affinity = keep' 'smt = off'
  host tune
  put /proc/irq/43/smp_affinity_list "$house"
  run -0 host restore
  [ "$(value /proc/irq/43/smp_affinity_list)" = "$house" ]
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

@test "huge pages: a size that does not inherit the setting of all (Linux 6.8) is set too" {
  local size
  make_machine none
  for size in 64 128; do
    put "/sys/kernel/mm/transparent_hugepage/hugepages-${size}kB/enabled" '[always] inherit madvise never'
  done
  put /sys/kernel/mm/transparent_hugepage/hugepages-32kB/enabled 'always inherit madvise [never]'
  put /sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled 'always [inherit] madvise never'
  begin 'huge-pages = madvise required'
  [ "$(cat "$MACHINE"/sys/kernel/mm/transparent_hugepage/hugepages-*/enabled | grep -o '\[.*\]' | sort | xargs)" = \
    '[inherit] [madvise] [madvise] [never]' ]
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

@test "every knob has a complete header, a line in every profile, and its row in docs/knobs.md" {
  local file name field profile lacks=()
  for file in "$HOOKS"/knobs/*.sh; do
    for field in Summary Values Why Cost Order; do grep -q "^# $field:  *[^ ]" "$file" || lacks+=("$file: no line '# $field:'"); done
    name=${file##*/[0-9][0-9]-}
    for profile in gentle standard strict; do
      grep -q "^${name%.sh} = " "$HOOKS/profiles/$profile.conf" || lacks+=("profiles/$profile.conf: no line of ${name%.sh}")
    done
    [ "$(wc -l <"$file")" -le 150 ] || lacks+=("$file: more than 150 lines")
  done
  printf '%s\n' "${lacks[@]}"
  [ "${#lacks[@]}" = 0 ]
  "$HOOKS/print-knob-table.sh" --check
}
