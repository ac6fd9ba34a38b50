# Chooses the CPUs for benchmarks: whole cores without that of CPU 0, in one NUMA node and last-level cache; isolated
# CPUs first, then performance cores of hybrid processors. Everything is read before anything changes. src/measure/pin
# chooses for machines without the kit; tests/examples/cpu-choices.txt has the cases in which both must agree.

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

# Picks OPTION[cores] whole cores: the last ones of the last group (NUMA node and cache) with enough preferred cores.
pick_cores() {
  local core first=${CORE_OF[0]-none} count=${OPTION[cores]}
  local -a best=() preferred=() cpus=()
  for core in "${CORES[@]}"; do [[ $core == "$first" ]] || preferred+=("$core"); done
  if ! find_group "${preferred[@]}"; then
    NO_CPUS="no $count whole cores beside that of CPU 0 share a NUMA node and a last-level cache"
    ((count > 1)) || NO_CPUS='no whole core beside that of CPU 0' NO_CPUS_IS=unsupported
    return
  fi
  wish /sys/devices/system/cpu/isolated 'isolated CPUs (isolcpus)'
  wish /sys/devices/cpu_core/cpus 'performance cores'
  for core in "${best[@]: -count}"; do cpus+=("${CORE_CPUS[$core]}"); done
  planned_only "${cpus[@]}"
}

# best: the cores among $@ that are in the last group with enough of them. Fails without such a group; best then stays.
find_group() {
  local core group found=''
  local -A members=()
  local -a groups=()
  for core in "$@"; do
    core_group "$core"
    [[ -n ${members[$REPLY]-} ]] || groups+=("$REPLY")
    members[$REPLY]+=" $core"
  done
  for group in "${groups[@]}"; do
    read -r -a LIST <<<"${members[$group]}"
    ((${#LIST[@]} < count)) || found=$group
  done
  [[ -n $found ]] && read -r -a best <<<"${members[$found]}"
}

# Narrows the preferred cores to those in the list of file $1. A preference that leaves too few of them is dropped.
wish() { # FILE WHAT
  local core list
  local -A wished=()
  local -a kept=()
  if ! kernel_read "$1" || ! list_expand "$REPLY" || ((${#LIST[@]} == 0)); then return; fi
  list=$REPLY
  for core in "${LIST[@]}"; do wished[$core]=1; done
  for core in "${preferred[@]}"; do [[ -z ${wished[$core]-} ]] || kept+=("$core"); done
  if find_group "${kept[@]}"; then
    preferred=("${kept[@]}")
  else
    CPUS_NOTE+="${CPUS_NOTE:+; }benchmark CPUs are not chosen from the $2 $list: fewer than $count whole cores of one"
    CPUS_NOTE+=" NUMA node and last-level cache are among them"
  fi
}

# BENCH_CPUS: the CPUs of the lists $@ that will be online.
planned_only() {
  local joined
  printf -v joined ',%s' "$@"
  list_without "${joined#,}" "$SIBLINGS_OFF"
  list_compress "${LIST[@]}"
  BENCH_CPUS=$REPLY
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
