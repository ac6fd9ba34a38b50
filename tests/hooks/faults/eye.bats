#!/usr/bin/env bats
# Rounds of installation, job and removal, with something killed at a random moment and an administrator who changes
# something meanwhile, seen by an eye that knows no knob (eye.bash): every difference that is not on a short list, each with
# its reason, is a failure. A run of the tests makes fifteen rounds, and a night (npm run test:kills) 120;
# STABLE_BENCH_SEED repeats those of a printed seed. tests/vm/nightly/eye.bats does the same to a real kernel.
load ../kit
load eye
load mishaps

# What an installation may change: the kit, its configuration, what sudo and systemd need, its lock.
INSTALLED=('usr/lib/stable-bench(/.*)?' 'etc/stable-bench(/.*)?' 'etc/sudoers\.d/stable-bench'
  'etc/systemd/system/stablebench\.slice' 'etc/systemd/system/stable-bench-(guard|recover)\.service'
  'etc/systemd/system/actions\.runner\.org\.box\.service\.d(/stable-bench\.conf)?' 'run/stable-bench(/.*)?')
# What a job may leave behind: the kit's own notes, which removal takes away.
NOTES=('run/stable-bench(/.*)?' 'var/lib/stable-bench(/.*)?')
# What stays for good: systemd makes these two folders for the first run-time property. They are empty.
FOLDERS=('run/systemd/(system\.control|transient)')
# What moves while tuned without being a setting of ours. The kernel's: limits follow turbo, tunables the governor, the list of
# online CPUs SMT, the sum of the watchdogs its parts. systemd's: cgroups and run-time properties follow the units.
FOLLOWS=('sys/devices/system/cpu/online' 'sys/devices/system/cpu/cpufreq/policy[0-9]+/scaling_(min|max)_freq'
  'sys/devices/system/cpu/cpufreq/policy[0-9]+/(boost|scaling_setspeed|energy_performance_preference(\.saved)?)'
  'sys/devices/system/cpu/cpufreq/(policy[0-9]+/)?(ondemand|conservative|schedutil)(/.*)?'
  'sys/devices/system/cpu/intel_pstate/m.._perf_pct' 'proc/sys/kernel/watchdog' 'proc/irq/[0-9]+/smp_affinity_list'
  'sys/fs/cgroup/.*' 'run/systemd/(system\.control|transient)(/.*)?' 'etc/units/.*:(AllowedCPUs|Memory.*)')

# pick ITEM...: REPLY is one of them.
pick() {
  local items=("$@")
  REPLY=${items[RANDOM % $#]}
}

setup() {
  SEED=${STABLE_BENCH_SEED-$((RANDOM * 32768 + RANDOM))}
  ROUNDS=15
  [[ ${STABLE_BENCH_KILLS-} != all ]] || ROUNDS=120
}

# A machine with a random driver and random settings of its administrator, the kit not installed.
random_machine() {
  local cpu=/sys/devices/system/cpu policy file
  make_kit
  # However long a flood of calls takes here.
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=600/' "$KIT/lib/environment.sh"
  rm -r "$MACHINE/etc/stable-bench"
  pick acpi-cpufreq intel_pstate intel_cpufreq amd-pstate-epp amd-pstate-epp@6.10 amd-pstate cppc_cpufreq cpufreq-dt none
  DRIVER=$REPLY
  make_machine "$DRIVER" "$((2 + RANDOM % 3))" 3
  make_systemd
  make_taskset
  for file in 901 902; do make_thread "$file" $((0x00200000)) 0-3; done
  for policy in "$MACHINE$cpu"/cpufreq/policy*; do
    [[ -e $policy/scaling_governor ]] || continue
    read -r -a governors <"$policy/scaling_available_governors"
    pick "${governors[@]}"
    echo "$REPLY" >"$policy/scaling_governor"
    [[ $REPLY != performance || ! -e $policy/energy_performance_preference ]] || echo powersave >"$policy/scaling_governor"
  done
  put /proc/sys/vm/stat_interval $((1 + RANDOM % 9))
  put /proc/sys/kernel/numa_balancing $((RANDOM % 2))
  put /sys/kernel/mm/ksm/run $((RANDOM % 2))
  RUNNER=$BOX/actions-runner UNIT=actions.runner.org.box.service
  mkdir -p "$RUNNER" "$MACHINE/usr/lib" "$MACHINE"/etc/{systemd/system,sudoers.d}
  echo '{}' >"$RUNNER/.runner" && echo "$UNIT" >"$RUNNER/.service"
  put "/etc/units/$UNIT:WorkingDirectory" "$RUNNER"
  [[ $EUID -ne 0 ]] || chown -R nobody "$RUNNER"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  # The process table has what runs meanwhile.
  make_process 400 1 Runner.Listener 1001
}

# While tuned: every difference is in the receipt, or follows from what is there.
stated() {
  local target path
  local -a list=()
  while IFS= read -r target; do
    case $target in
      /*) path=${target#/} ;;
      kthread:*) path=${target#kthread:} path=proc/${path%%:*}/status ;;
      unit:*) path=etc/units/${target#unit:} ;;
    esac
    list+=("${path//./\\.}")
  done < <(receipt 'r.knobs.filter(k => k.status === "applied").map(k => k.target).join("\n")')
  only installed tuned "${NOTES[@]}" "${FOLLOWS[@]}" "${list[@]}" 'proc/[0-9]+(/.*)?'
}

round() {
  local at
  ADMIN=none
  random_machine
  source_kit=$KIT place=$MACHINE/usr/lib/stable-bench
  mkdir -p "$BOX/disk" && cp -a "$MACHINE" "$BOX/booted"
  look fresh
  "$source_kit/install.sh" --runner "$RUNNER" >>"$BOX/log" 2>&1 || return
  look installed
  only fresh installed "${INSTALLED[@]}" || return
  pick gentle standard standard strict
  mkdir -p "$MACHINE/etc/stable-bench/conf.d" && printf 'profile = %s\non-failure = degraded\n' "$REPLY" >"$MACHINE/etc/stable-bench/conf.d/1.conf"
  look installed
  KIT=$place
  pick nothing tune tune tune verify restore restore worker listener recover guard guard hook offline power applying runners flood \
    descriptors
  WHAT=$REPLY
  echo "# round $1: $DRIVER, $REPLY" >>"$BOX/log"
  at=$((1 + RANDOM % 80))
  if [[ $WHAT == tune ]]; then
    killed_at "$at" as_job 500 tune && no_worker && guard || return
  elif [[ $WHAT == applying ]]; then
    # The power fails while it sets the machine.
    killed_at "$at" as_job 500 tune && power_loss && guard || return
  else
    worker tune || return
    look tuned
    stated || return
    administrator
    happen || return
  fi
  no_worker
  [[ ! -e $MACHINE/run/stable-bench/journal && ! -e $MACHINE/run/stable-bench/receipt.json ]] || { echo 'the journal is still there'; return 1; }
  look after
  [[ $WHAT != @(power|applying) ]] || ADMIN=proc/sys/kernel/random/boot_id
  only installed after "${NOTES[@]}" "${FOLDERS[@]}" "$ADMIN" || return
  "$place/uninstall.sh" >>"$BOX/log" 2>&1 || return
  look removed
  # Nothing of the kit, not even its notes.
  only fresh removed "${FOLDERS[@]}" "$ADMIN" || return
  KIT=$source_kit
}

@test "whatever is killed at whatever moment: nothing differs that is not on the list" {
  echo "# seed $SEED: STABLE_BENCH_SEED=$SEED repeats these $ROUNDS rounds" >&3
  RANDOM=$((SEED % 32768))
  for ((n = 1; n <= ROUNDS; n++)); do
    round "$n" || { echo "round $n of seed $SEED: $DRIVER, $WHAT"; tail -n 20 "$BOX/log"; return 1; }
    rm -rf "$BOX"
  done
}

@test "the eye sees what it must see: a value, a mode, a file that is new, a file that is gone" {
  make_kit
  make_machine none 2
  look fresh
  only fresh fresh
  put /proc/sys/vm/stat_interval 77
  chmod 600 "$MACHINE/sys/kernel/mm/ksm/run"
  put /etc/left:behind x
  rm "$MACHINE/proc/irq/1/smp_affinity_list"
  look now
  run -1 only fresh now
  [[ "$output" == *' etc/left:behind proc/irq/1/smp_affinity_list proc/sys/vm/stat_interval sys/kernel/mm/ksm/run'* ]]
  only fresh now 'etc/.*' 'proc/.*' 'sys/kernel/mm/ksm/run'
}
