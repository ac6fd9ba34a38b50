# Picks whole cores for benchmarks, never that of CPU 0: isolated ones first, then performance cores of hybrid processors,
# then those that are near each other. src/measure/pin chooses for machines without the kit; tests/examples/cpu-choices.txt
# has the cases in which both must agree. The load CPUs are the kit's alone.

# Picks OPTION[cores] cores; fails with NO_CPUS. A preference that leaves too few is dropped: CPUS_NOTE says so.
pick_cores() {
  local core first=${CORE_OF[0]-none} count=${OPTION[cores]}
  local -a near=() preferred=() others=() cpus=()
  for core in "${CORES[@]}"; do [[ $core == "$first" ]] || preferred+=("$core"); done
  if ((${#preferred[@]} < count)); then
    NO_CPUS="no $count whole cores beside that of CPU 0"
    ((count > 1)) || NO_CPUS='no whole core beside that of CPU 0' NO_CPUS_IS=unsupported
    return
  fi
  kernel_read /sys/devices/system/cpu/isolated || REPLY=''
  # The kernel does not spread threads over isolated CPUs, so they are not mixed with others.
  wish "$REPLY" 'isolated CPUs (isolcpus)' || ((${#others[@]} < count)) || preferred=("${others[@]}")
  fast_cpus "${!CORE_OF[@]}"
  wish "$REPLY" 'performance cores'
  near_cores "$count" "${preferred[@]}"
  [[ -z $REPLY ]] || note_cpus "benchmark CPUs share no $REPLY: none has $count whole cores to choose from"
  for core in "${near[@]}"; do cpus+=("${CORE_CPUS[$core]}"); done
  planned_only "${cpus[@]}"
  BENCH_CPUS=$REPLY
}

# REPLY: the CPUs of OPTION[load-cores] cores that are neither that of CPU 0 nor the benchmark's; of its NUMA node, and
# there of another last-level cache, where that has enough. Nothing, and why, where there are not enough.
pick_load_cores() {
  local core bench count=${OPTION[load-cores]} node cache
  local -a free=() same_node=() other_cache=() near=() cpus=()
  list_expand "$BENCH_CPUS"
  bench=${LIST[0]}
  core_group "$bench" 'last-level cache' && node=$REPLY
  core_group "$bench" '' && cache=$REPLY
  for core in "${CORES[@]}"; do
    if [[ $core == "${CORE_OF[0]-none}" ]] || touches "${CORE_CPUS[$core]}" "$BENCH_CPUS"; then continue; fi
    free+=("$core")
    core_group "$core" 'last-level cache'
    [[ $REPLY == "$node" ]] || continue
    same_node+=("$core")
    core_group "$core" ''
    [[ $REPLY == "$cache" ]] || other_cache+=("$core")
  done
  REPLY=''
  if ((${#free[@]} < count)); then
    why="${#free[@]} whole cores are left beside those of CPU 0 and of the benchmark, load-cores = $count"
    return
  elif ((${#other_cache[@]} >= count)); then near_cores "$count" "${other_cache[@]}"
  elif ((${#same_node[@]} >= count)); then near_cores "$count" "${same_node[@]}"
  else
    note_cpus "load CPUs are not on the NUMA node of the benchmark CPUs: fewer than $count whole cores are left there"
    near_cores "$count" "${free[@]}"
  fi
  for core in "${near[@]}"; do cpus+=("${CORE_CPUS[$core]}"); done
  planned_only "${cpus[@]}"
}

note_cpus() { CPUS_NOTE+="${CPUS_NOTE:+; }$1"; }

# Narrows the preferred cores to those in list $1, if they are enough. others: the cores that are not in the list. Fails
# when they are not enough.
wish() { # LIST WHAT
  local core
  local -A wished=()
  local -a kept=()
  others=()
  list_expand "$1" && ((${#LIST[@]})) || return 0
  for core in "${LIST[@]}"; do wished[$core]=1; done
  for core in "${preferred[@]}"; do
    if [[ -n ${wished[$core]-} ]]; then kept+=("$core"); else others+=("$core"); fi
  done
  if ((${#kept[@]} >= count)); then
    preferred=("${kept[@]}")
    return
  fi
  note_cpus "benchmark CPUs are not chosen from the $2 $1: fewer than $count whole cores are among them"
  return 1
}

# REPLY: the list of the CPUs among $@ on performance cores, where there are others as well: the kernel's own list on Intel,
# else those within a tenth of the highest capacity (ARM) or clock (compact cores of AMD). Favoured cores differ by less.
fast_cpus() { # CPU...
  local file cpu highest lowest
  local -a speeds fast
  if kernel_read /sys/devices/cpu_core/cpus && [[ -n $REPLY ]] && list_expand "$REPLY"; then return; fi
  for file in cpu_capacity cpufreq/cpuinfo_max_freq; do
    speeds=() fast=() highest=0 lowest=''
    for cpu in "$@"; do
      # Where one speed is not known, none says anything.
      if ! kernel_read "/sys/devices/system/cpu/cpu$cpu/$file" || [[ ! $REPLY =~ ^[1-9][0-9]{0,14}$ ]]; then continue 2; fi
      speeds[cpu]=$REPLY
      ((REPLY <= highest)) || highest=$REPLY
      [[ -n $lowest ]] && ((REPLY >= lowest)) || lowest=$REPLY
    done
    ((lowest * 10 < highest * 9)) || continue
    for cpu in "$@"; do ((speeds[cpu] * 10 < highest * 9)) || fast+=("$cpu"); done
    list_compress "${fast[@]}"
    return
  done
  REPLY=''
}

# near: the last COUNT of these cores in the last group that has enough: of those that share a last-level cache, else a NUMA
# node, else of all. REPLY: what they do not share; nothing where they share a cache.
near_cores() { # COUNT CORE...
  local core group missing count=$1
  local -A members
  local -a groups
  shift
  for missing in '' 'last-level cache' 'NUMA node'; do
    members=() groups=()
    for core in "$@"; do
      core_group "$core" "$missing"
      [[ -n ${members[x$REPLY]-} ]] || groups+=("x$REPLY")
      members[x$REPLY]+=" $core"
    done
    near=()
    for group in "${groups[@]}"; do
      fields "${members[$group]}" ' '
      LIST=("${FIELDS[@]}")
      ((${#LIST[@]} < count)) || near=("${LIST[@]: -count}")
    done
    ((${#near[@]} == 0)) || break
  done
  REPLY=$missing
}

# REPLY: the NUMA node and the last-level cache of CPU $1, as one word: without what is not shared ($2).
core_group() {
  local node='' cache='' path
  REPLY=''
  [[ $2 != 'NUMA node' ]] || return 0
  for path in "$ROOT/sys/devices/system/cpu/cpu$1"/node+([0-9]); do node=${path##*/}; done
  # Without caches in sysfs (virtual machines) the node alone decides.
  [[ -n $2 ]] || for path in "$ROOT/sys/devices/system/cpu/cpu$1"/cache/index+([0-9])/shared_cpu_list; do
    kernel_read "${path#"$ROOT"}" && cache=$REPLY
  done
  REPLY=$node:$cache
}
