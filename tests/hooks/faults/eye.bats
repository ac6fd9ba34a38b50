#!/usr/bin/env bats
# Rounds of installation, job and removal, with something killed at a random moment and an administrator who changes
# something meanwhile, seen by an eye that knows no knob (eye.bash): every difference that is not on a short list, each with
# its reason, is a failure. A run of the tests makes fifteen rounds, and a night (npm run test:kills) 120;
# STABLE_BENCH_SEED repeats those of a printed seed. tests/vm/nightly/eye.bats does the same to a real kernel.
load ../kit
load eye

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

# killed_at WRITE COMMAND...: kills the engine of COMMAND after that write; fine if it has ended before.
killed_at() {
  local code=0
  echo 0 >"$BOX/kill-count" && echo "$1" >"$BOX/kill-at"
  "${@:2}" >>"$BOX/log" 2>&1 || code=$?
  rm -f "$BOX/kill-at"
  ((code == 0 || code == 1 || code == 137)) || { echo "${*:2}: exit code $code"; return 1; }
}
worker() { as_job 500 "$1" >>"$BOX/log" 2>&1; }
guard() { host recover >>"$BOX/log" 2>&1; }
# The worker has ended, and its entries in the process table with it.
no_worker() { find "$MACHINE/proc" -maxdepth 1 -name '[0-9]*' ! -name 400 ! -name '90?' -exec rm -r {} +; }

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

# An administrator sets another number in a file that the tune has changed. ADMIN: the file.
administrator() {
  local -a files
  ADMIN='none'
  ((RANDOM % 3 == 0)) || return 0
  mapfile -t files < <(differs installed tuned | grep -E '^proc/sys/(vm|kernel)/' | grep -v watchdog)
  ((${#files[@]})) || return 0
  pick "${files[@]}"
  ADMIN=$REPLY
  echo 1 >"$MACHINE/$ADMIN"
}

# Fifty calls of status at a time, as a job may make them. calm: until the last has ended.
flood() {
  local i
  FLOOD=()
  for ((i = 0; i < 50; i++)); do
    { as_job 500 status || true; } >/dev/null 2>&1 3>&- &
    FLOOD+=("$!")
  done
}
calm() { wait "${FLOOD[@]}"; }

# The power fails: memory and /run are empty, the kernel comes up with its own settings, the disk is as it was.
power_loss() {
  mv "$MACHINE/etc" "$MACHINE/var" "$MACHINE/usr" "$BOX/disk"
  rm -rf "${MACHINE:?}"/* && cp -a "$BOX/booted/." "$MACHINE/"
  rm -r "${MACHINE:?}"/{etc,var,usr} && mv "$BOX/disk"/* "$MACHINE/"
  # Units that were stopped run again; run-time properties were in /run.
  rm -r "$MACHINE/etc/units" && cp -a "$BOX/booted/etc/units" "$MACHINE/etc/units"
  put /proc/sys/kernel/random/boot_id 99999999-2222-3333-4444-555555555555
  rm -rf "$MACHINE/run/stable-bench"
}

# What happens to the job of this round. WHAT says it.
happen() {
  local at=$((1 + RANDOM % 60))
  case $WHAT in
    nothing) worker restore ;;
    verify) killed_at "$((1 + at % 8))" as_job 500 verify && worker restore ;;
    restore) killed_at "$at" as_job 500 restore && no_worker && guard ;;
    worker) no_worker && guard ;;
    listener)
      rm -r "$MACHINE/proc/400"
      guard && [[ -e $MACHINE/run/stable-bench/receipt.json ]] && worker restore || return
      make_process 400 1 Runner.Listener 1001
      ;;
    recover) no_worker && killed_at "$at" host recover && guard ;;
    guard) no_worker && killed_at "$at" host guard && guard ;;
    # Two runners on one host: the other one's worker was told that the machine is busy. Both workers end at once, and while
    # the guard is killed too, one more comes.
    runners)
      ! as_job 600 tune >>"$BOX/log" 2>&1 || return
      no_worker && killed_at "$at" host guard && as_job 700 tune >>"$BOX/log" 2>&1 && as_job 700 restore >>"$BOX/log" 2>&1
      ;;
    flood) flood && worker restore && calm ;;
    # A caller with few descriptors and many of them open.
    descriptors)
      (
        ulimit -n 64
        for ((i = 20; i < 60; i++)); do eval "exec $i</dev/null"; done
        worker restore
      )
      ;;
    hook) no_worker && as_job 600 tune >>"$BOX/log" 2>&1 && as_job 600 restore >>"$BOX/log" 2>&1 ;;
    offline)
      echo 0 >"$MACHINE/sys/devices/system/cpu/cpu1/online"
      # With SMT off the kit brings it back for the restore, and takes it offline again. Elsewhere what belongs to that CPU is
      # restored when it is there again; the journal waits for it.
      worker restore || grep -q 'its CPU is offline: it comes back when that is online again' "$BOX/log" || return
      [[ $(<"$MACHINE/sys/devices/system/cpu/cpu1/online") == 0 ]] || { echo 'the CPU is back'; return 1; }
      echo 1 >"$MACHINE/sys/devices/system/cpu/cpu1/online"
      cp "$BOX/booted/sys/devices/system/cpu/online" "$MACHINE/sys/devices/system/cpu/online"
      [[ ! -e $MACHINE/run/stable-bench/journal ]] || worker restore
      ;;
    power) power_loss && guard ;;
  esac
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
