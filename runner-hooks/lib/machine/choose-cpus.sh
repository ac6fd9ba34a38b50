# Chooses the CPUs for benchmarks, and those for what loads a benchmarked service: those of the configuration, or whole
# cores (pick-cores.sh). Everything is read before anything changes.

# BENCH_CPUS, LOAD_CPUS, HOUSE_CPUS: lists of the CPUs for benchmarks, for load and for everything else, once SMT is as
# configured. RESERVED_CPUS: the first two. LOAD_CPUS is empty unless load-cpus is configured and possible (CPUS_NOTE). SIBLINGS_OFF: the CPUs that SMT off takes offline. PLANNED_ONLINE: the CPUs that stay. CPUS_NOTE: a dropped
# preference. When there is no CPU to spare, BENCH_CPUS is empty and NO_CPUS says why. NO_CPUS_IS then is unsupported on
# a machine that has none, and failed when the configuration asks for CPUs that are not there.
choose_cpus() {
  BENCH_CPUS='' LOAD_CPUS='' NO_CPUS='' NO_CPUS_IS=failed CPUS_NOTE=''
  kernel_read /sys/devices/system/cpu/online && list_expand "$REPLY" && ((${#LIST[@]})) || LIST=(0)
  read_cores "${LIST[@]}"
  list_compress "${!CORE_OF[@]}"
  plan_smt "$REPLY"
  if [[ ${OPTION[cpus]} == auto ]]; then pick_cores; else pick_configured; fi
  list_without "$PLANNED_ONLINE" "$BENCH_CPUS"
  if ((${#LIST[@]} == 0)) || [[ -z $BENCH_CPUS ]]; then
    BENCH_CPUS='' NO_CPUS=${NO_CPUS:-no CPU would be left for everything else}
  else
    choose_load_cpus
  fi
  RESERVED_CPUS=$BENCH_CPUS${LOAD_CPUS:+,$LOAD_CPUS}
  list_expand "$RESERVED_CPUS"
  list_compress "${LIST[@]}"
  RESERVED_CPUS=$REPLY
  list_without "$PLANNED_ONLINE" "$RESERVED_CPUS"
  list_compress "${LIST[@]}"
  HOUSE_CPUS=$REPLY
}

# LOAD_CPUS: disjoint from BENCH_CPUS, and something is left beside both.
choose_load_cpus() {
  local why=''
  case ${OPTION[load-cpus]} in
    none) return ;;
    auto) pick_load_cores ;;
    *) whole_cores "${OPTION[load-cpus]}" || why="load-cpus = ${OPTION[load-cpus]}, but $REPLY" ;;
  esac
  [[ -n $why ]] || LOAD_CPUS=$REPLY
  if touches "$LOAD_CPUS" "$BENCH_CPUS"; then
    why="load-cpus = ${OPTION[load-cpus]} shares a core with the benchmark CPUs $BENCH_CPUS"
  elif [[ -z $why ]]; then
    list_without "$PLANNED_ONLINE" "$BENCH_CPUS,$LOAD_CPUS"
    ((${#LIST[@]})) || why='no CPU would be left for everything else'
  fi
  [[ -n $why ]] || return 0
  LOAD_CPUS=''
  note_cpus "no load CPUs: $why"
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

# REPLY: the CPUs of the lists $@ that will be online.
planned_only() {
  local joined
  printf -v joined ',%s' "$@"
  list_without "${joined#,}" "$SIBLINGS_OFF"
  list_compress "${LIST[@]}"
}

# Picks the configured CPUs, if they exist.
pick_configured() {
  if whole_cores "${OPTION[cpus]}"; then BENCH_CPUS=$REPLY; else NO_CPUS="cpus = ${OPTION[cpus]}, but $REPLY"; fi
}

# REPLY: the CPUs of list $1 with the other threads of their cores, or what is wrong with it.
whole_cores() { # LIST
  local cpu
  local -a cpus=()
  if ! list_expand "$1" || ((${#LIST[@]} == 0)); then
    REPLY='that is not a CPU list'
    return 1
  fi
  for cpu in "${LIST[@]}"; do
    if [[ -z ${CORE_OF[$cpu]-} ]]; then
      REPLY="CPU $cpu is not online"
      return 1
    fi
    cpus+=("${CORE_CPUS[${CORE_OF[$cpu]}]}")
  done
  planned_only "${cpus[@]}"
}
