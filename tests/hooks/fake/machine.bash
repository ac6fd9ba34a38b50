# Makes a fake machine: /sys, /proc and /run trees under one folder, as far as the knobs look.

# put PATH VALUE: a file of the fake machine.
put() {
  # Hundreds of files: no process for those whose folder is there.
  [[ -d $MACHINE${1%/*} ]] || mkdir -p "$MACHINE${1%/*}"
  printf '%s\n' "$2" >"$MACHINE$1"
}

# make_machine DRIVER [CORES] [IRQS]: two threads a core, two NUMA nodes when there are four cores or more. The tests of a
# file make each kind once and copy it: a machine has a hundred folders and files.
make_machine() {
  local made="$BATS_FILE_TMPDIR/machine $*"
  [[ -d $made ]] || MACHINE=$made build_machine "$@"
  cp -a "$made/." "$MACHINE"
}

# Without the trap that bats runs before each of thousands of commands, and with one process for all folders.
build_machine() (
  trap - DEBUG
  local driver=$1 cores=${2-2} irqs=${3-6} cpus cpu sibling node irq i
  local -a paths=() values=() nodes=()
  put() { paths+=("$MACHINE$1") values+=("$2"); }
  cpus=$((cores * 2))
  put /proc/sys/kernel/random/boot_id 11111111-2222-3333-4444-555555555555
  put /sys/devices/system/cpu/online "0-$((cpus - 1))"
  put /sys/devices/system/cpu/isolated ''
  put /sys/devices/system/cpu/smt/control on
  for ((cpu = 0; cpu < cpus; cpu++)); do
    local dir=/sys/devices/system/cpu/cpu$cpu
    sibling=$(((cpu + cores) % cpus))
    node=$((cores >= 4 && cpu % cores >= cores / 2))
    ((cpu)) && put "$dir/online" 1
    if ((cpu < cores)); then put "$dir/topology/core_cpus_list" "$cpu,$sibling"; else
      put "$dir/topology/core_cpus_list" "$sibling,$cpu"
    fi
    nodes+=("$MACHINE$dir/node$node")
    put "$dir/cache/index3/shared_cpu_list" "node $node"
    put "$dir/power/pm_qos_resume_latency_us" 0
    make_policy "$driver" "$cpu"
  done
  make_driver "$driver"
  for ((irq = 0; irq < irqs; irq++)); do put "/proc/irq/$irq/smp_affinity_list" "0-$((cpus - 1))"; done
  list_mask $((cpus))
  put /proc/irq/default_smp_affinity "$MASK"
  make_globals
  mkdir -p "${paths[@]%/*}" "${nodes[@]}"
  for i in "${!paths[@]}"; do printf '%s\n' "${values[i]}" >"${paths[i]}"; done
  # It goes on by itself, like the real one.
  ln -s /proc/uptime "$MACHINE/proc/uptime"
)

# MASK: the lowest $1 bits, in groups of 32.
list_mask() {
  local left=$1
  MASK=''
  while ((left >= 32)); do
    MASK+=,ffffffff
    left=$((left - 32))
  done
  ((left == 0)) || printf -v MASK '%x%s' $(((1 << left) - 1)) "$MASK"
  MASK=${MASK#,}
}

make_policy() { # DRIVER CPU
  local policy=/sys/devices/system/cpu/cpufreq/policy$2 governors='performance powersave' governor=powersave
  [[ $1 == none ]] && return
  case $1 in
    acpi-cpufreq | intel_cpufreq | amd-pstate | amd-pstate-guided | cppc_cpufreq | cpufreq-dt)
      governors='conservative ondemand userspace powersave performance schedutil' governor=ondemand
      ;;
  esac
  put "$policy/scaling_driver" "${1%%@*}"
  put "$policy/scaling_available_governors" "$governors"
  put "$policy/scaling_governor" "$governor"
  put "$policy/cpuinfo_max_freq" 4000000
  put "$policy/cpuinfo_min_freq" 800000
  put "$policy/scaling_max_freq" 4000000
  put "$policy/scaling_min_freq" 800000
  case $1 in
    intel_pstate)
      put "$policy/base_frequency" 2400000
      put "/sys/devices/system/cpu/cpu$2/power/energy_perf_bias" 6
      ;;
    acpi-cpufreq)
      # It lists turbo as its base clock and 1 MHz.
      put "$policy/scaling_available_frequencies" '2401000 2400000 1600000 800000 '
      put "$policy/cpuinfo_max_freq" 2401000
      put "$policy/scaling_max_freq" 2401000
      ;;
    # Drivers with a table of operating points list them in ascending order.
    cpufreq-dt) put "$policy/scaling_available_frequencies" '600000 1000000 2400000 ' ;;
    amd-pstate* | cppc_cpufreq) put "/sys/devices/system/cpu/cpu$2/acpi_cppc/nominal_freq" 2400 ;;
  esac
  case $1 in
    intel_pstate | amd-pstate-epp*)
      put "$policy/energy_performance_preference" balance_performance
      put "$policy/energy_performance_available_preferences" 'default performance balance_performance power'
      ;;
  esac
  case $1 in amd-pstate-epp | amd-pstate | amd-pstate-guided) put "$policy/boost" 1 ;; esac
}

make_driver() { # DRIVER; amd-pstate-epp@6.10 has no boost control
  case $1 in
    intel_pstate | intel_cpufreq)
      put /sys/devices/system/cpu/intel_pstate/no_turbo 0
      put /sys/devices/system/cpu/intel_pstate/max_perf_pct 100
      put /sys/devices/system/cpu/intel_pstate/min_perf_pct 20
      ;;
    acpi-cpufreq | amd-pstate-epp | amd-pstate | amd-pstate-guided) put /sys/devices/system/cpu/cpufreq/boost 1 ;;
  esac
}

make_globals() {
  put /proc/sys/kernel/nmi_watchdog 1
  put /proc/sys/kernel/soft_watchdog 1
  put /proc/sys/kernel/watchdog 1
  put /proc/sys/kernel/numa_balancing 1
  put /proc/sys/kernel/randomize_va_space 2
  put /proc/sys/vm/stat_interval 1
  put /proc/sys/vm/drop_caches 0
  put /proc/sys/vm/compaction_proactiveness 20
  put /proc/sys/vm/min_free_kbytes 45056
  put /proc/sys/kernel/timer_migration 1
  put /proc/sys/kernel/perf_event_paranoid 3
  put /sys/kernel/rcu_normal 0
  put /sys/class/net/eth0/queues/rx-0/rps_cpus "$MASK"
  put /sys/class/net/eth0/queues/rx-1/rps_cpus 0
  put /sys/kernel/mm/transparent_hugepage/enabled 'always [madvise] never'
  put /sys/kernel/mm/transparent_hugepage/defrag 'always defer defer+madvise [madvise] never'
  put /sys/kernel/mm/transparent_hugepage/khugepaged/defrag 1
  put /sys/kernel/mm/ksm/run 1
  put /sys/devices/virtual/workqueue/cpumask "$MASK"
  put /sys/devices/virtual/workqueue/writeback/cpumask "$MASK"
  put /sys/devices/system/cpu/intel_uncore_frequency/uncore00/initial_max_freq_khz 2400000
  put /sys/devices/system/cpu/intel_uncore_frequency/uncore00/max_freq_khz 2400000
  put /sys/devices/system/cpu/intel_uncore_frequency/uncore00/min_freq_khz 800000
}

# make_process PID PARENT NAME UID [START]
make_process() {
  local zeros
  printf -v zeros '%0.s0 ' {1..17}
  put "/proc/$1/stat" "$1 ($3) S $2 $zeros${5-1000} 0 0"
  put "/proc/$1/status" $'Name:\tx\nUid:\t'"$4"$'\t'"$4"$'\t'"$4"$'\t'"$4"
  put "/proc/$1/cgroup" '0::/system.slice/runner.service'
}

# make_thread PID FLAGS CPUS: a kernel thread.
make_thread() {
  put "/proc/$1/stat" "$1 (kthread) S 2 0 0 0 -1 $2 0 0 0 0 0 0 0 0 20 0 1 0 50 0 0"
  put "/proc/$1/status" $'Name:\tkthread\nCpus_allowed_list:\t'"$3"
}

# Everything a knob could have changed, as text.
snapshot() {
  (
    cd "$MACHINE" || exit
    shopt -s nullglob globstar
    { grep -r '' sys proc/irq proc/sys etc/unit[s] run/system[d]; printf '%s\n' sys/fs/*/**/* run/system[d]/*/**/*; } |
      # Every call of the kit moves there.
      grep -vE '^sys/fs/cgroup/([a-z]+/)?cgroup.procs:' | sort
  )
}
