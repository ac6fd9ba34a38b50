# Chooses the CPUs for benchmarks: those of the configuration, or whole cores (pick-cores.sh). Everything is read before
# anything changes.

# BENCH_CPUS, HOUSE_CPUS: lists of the CPUs for benchmarks and for everything else, once SMT is as configured.
# SIBLINGS_OFF: the CPUs that SMT off takes offline. PLANNED_ONLINE: the CPUs that stay. CPUS_NOTE: a dropped
# preference. When there is no CPU to spare, BENCH_CPUS is empty and NO_CPUS says why. NO_CPUS_IS then is unsupported on
# a machine that has none, and failed when the configuration asks for CPUs that are not there.
choose_cpus() {
  BENCH_CPUS='' NO_CPUS='' NO_CPUS_IS=failed CPUS_NOTE=''
  kernel_read /sys/devices/system/cpu/online && list_expand "$REPLY" && ((${#LIST[@]})) || LIST=(0)
  read_cores "${LIST[@]}"
  list_compress "${!CORE_OF[@]}"
  plan_smt "$REPLY"
  if [[ ${OPTION[cpus]} == auto ]]; then pick_cores; else pick_configured; fi
  list_without "$PLANNED_ONLINE" "$BENCH_CPUS"
  if ((${#LIST[@]} == 0)) || [[ -z $BENCH_CPUS ]]; then
    BENCH_CPUS='' NO_CPUS=${NO_CPUS:-no CPU would be left for everything else}
    list_expand "$PLANNED_ONLINE"
  fi
  list_compress "${LIST[@]}"
  HOUSE_CPUS=$REPLY
}

# CORE_OF[CPU]: the first CPU of its core. CORE_CPUS[FIRST]: the online CPUs of that core. CORES: the first CPUs, in
# order.
read_cores() {
  local cpu first dir
  declare -gA CORE_OF=() CORE_CPUS=()
  CORES=()
  for cpu in "$@"; do
    dir=/sys/devices/system/cpu/cpu$cpu/topology
    kernel_read "$dir/core_cpus_list" || kernel_read "$dir/thread_siblings_list" || REPLY=$cpu
    list_expand "$REPLY" && ((${#LIST[@]})) || LIST=("$cpu")
    first=${LIST[0]}
    CORE_OF[$cpu]=$first
    if [[ -z ${CORE_CPUS[$first]-} ]]; then CORES+=("$first") CORE_CPUS[$first]=$cpu; else CORE_CPUS[$first]+=,$cpu; fi
  done
}

# Computes PLANNED_ONLINE and SIBLINGS_OFF, without switching SMT.
plan_smt() { # ONLINE
  local core cpu
  local -a off=() stay=()
  kernel_read /sys/devices/system/cpu/smt/control || REPLY=notimplemented
  SMT_CONTROL=$REPLY
  for core in "${CORES[@]}"; do
    list_expand "${CORE_CPUS[$core]}"
    stay+=("${LIST[0]}")
    off+=("${LIST[@]:1}")
  done
  if [[ ${SETTING[smt]-keep} != off ]]; then
    stay+=("${off[@]}")
    off=()
  fi
  list_compress "${off[@]}"
  SIBLINGS_OFF=$REPLY
  list_compress "${stay[@]}"
  PLANNED_ONLINE=$REPLY
}

# BENCH_CPUS: the CPUs of the lists $@ that will be online.
planned_only() {
  local joined
  printf -v joined ',%s' "$@"
  list_without "${joined#,}" "$SIBLINGS_OFF"
  list_compress "${LIST[@]}"
  BENCH_CPUS=$REPLY
}

# Picks the configured CPUs, if they exist, with the other threads of their cores.
pick_configured() {
  local cpu
  local -a cpus=()
  if ! list_expand "${OPTION[cpus]}" || ((${#LIST[@]} == 0)); then
    NO_CPUS="cpus = ${OPTION[cpus]} is not a CPU list"
    return
  fi
  for cpu in "${LIST[@]}"; do
    if [[ -z ${CORE_OF[$cpu]-} ]]; then
      NO_CPUS="cpus = ${OPTION[cpus]}, but CPU $cpu is not online"
      return
    fi
    cpus+=("${CORE_CPUS[${CORE_OF[$cpu]}]}")
  done
  planned_only "${cpus[@]}"
}
