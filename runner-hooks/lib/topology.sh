# Which CPUs are for the benchmark: isolated ones first, whole cores, not the core of CPU 0, performance cores of hybrid
# parts, one NUMA node and one last-level cache. Everything is read before anything changes.

# BENCH_CPUS and HOUSE_CPUS (lists, as they will be once SMT is as wanted), SIBLINGS_OFF (what SMT off takes away),
# PLANNED_ONLINE. BENCH_CPUS is empty, with NO_CPUS saying why, when there is no CPU to spare.
choose_cpus() {
  BENCH_CPUS='' NO_CPUS=''
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

# CORE_OF[CPU]: the first CPU of its core; CORE_CPUS[that]: the list of the core's online CPUs; CORES in order.
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

# What SMT off takes away, computed rather than tried: PLANNED_ONLINE, SIBLINGS_OFF.
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

# Picks OPTION[cores] whole cores: of the preferred ones, the last group (NUMA node and cache) that has enough of them.
pick_cores() {
  local core group best='' count=${OPTION[cores]}
  local -A members=()
  local -a preferred groups=()
  prefer_cores
  for core in "${preferred[@]}"; do
    core_group "$core"
    [[ -n ${members[$REPLY]-} ]] || groups+=("$REPLY")
    members[$REPLY]+=" $core"
  done
  for group in "${groups[@]}"; do
    read -r -a LIST <<<"${members[$group]}"
    ((${#LIST[@]} >= count)) && best=$group
  done
  if [[ -z $best ]]; then
    NO_CPUS="no $count whole core(s) beside that of CPU 0 share a NUMA node and a last-level cache"
    return
  fi
  read -r -a LIST <<<"${members[$best]}"
  local -a cpus=()
  for core in "${LIST[@]: -count}"; do cpus+=("${CORE_CPUS[$core]}"); done
  planned_only "${cpus[@]}"
}

# BENCH_CPUS: those of the lists $@ that will be online.
planned_only() {
  local joined
  printf -v joined ',%s' "$@"
  list_without "${joined#,}" "$SIBLINGS_OFF"
  list_compress "${LIST[@]}"
  BENCH_CPUS=$REPLY
}

# preferred: the cores to choose from. A wish that leaves no core is dropped.
prefer_cores() {
  local core first=${CORE_OF[0]-none} wish
  preferred=()
  for core in "${CORES[@]}"; do [[ $core == "$first" ]] || preferred+=("$core"); done
  for wish in /sys/devices/cpu_core/cpus /sys/devices/system/cpu/isolated; do
    if ! kernel_read "$wish" || ! list_expand "$REPLY" || ((${#LIST[@]} == 0)); then continue; fi
    local -A wished=()
    local -a kept=()
    for core in "${LIST[@]}"; do wished[$core]=1; done
    for core in "${preferred[@]}"; do [[ -z ${wished[$core]-} ]] || kept+=("$core"); done
    ((${#kept[@]} == 0)) || preferred=("${kept[@]}")
  done
}

# REPLY: the NUMA node and the last-level cache of CPU $1, as one word.
core_group() {
  local node='' cache='' path
  for path in "$ROOT/sys/devices/system/cpu/cpu$1"/node+([0-9]); do node=${path##*/}; done
  for path in "$ROOT/sys/devices/system/cpu/cpu$1"/cache/index+([0-9])/shared_cpu_list; do
    kernel_read "${path#"$ROOT"}" && cache=$REPLY
  done
  # Without caches in sysfs (virtual machines) the node alone decides.
  REPLY=$node:$cache
}

# The configured CPUs, if they exist; the siblings of their cores go with them.
pick_configured() {
  local cpu
  local -a cpus=()
  if ! list_expand "${OPTION[cpus]}"; then
    NO_CPUS="cpus = ${OPTION[cpus]} is no CPU list"
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
