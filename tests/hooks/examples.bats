#!/usr/bin/env bats
# The kit and stable-bench itself have some code in common. Both pass the same tables of examples (tests/examples).
load kit

setup() { make_kit; }

# parts PART...: reads these parts of the kit, as in the clean environment of the root program.
parts() {
  local part
  export LC_ALL=C
  for part in environment "$@"; do source "$KIT/lib/$part.sh"; done
  mkdir -p "$PRIVATE"
}

# each_example TABLE COMMAND: runs COMMAND with the left side of every line, and compares what it prints with the right one.
each_example() {
  local line got wrong=0 count=0
  while IFS= read -r line; do
    [[ $line != '#'* && -n $line ]] || continue
    # Without the trap that bats runs before each command: a twelfth of the time.
    got=$(trap - DEBUG; "$2" "${line% => *}")
    [[ $got == "${line##* => }" ]] || { echo "$line, not $got"; wrong=1; }
    count=$((count + 1))
  done <"${BATS_TEST_DIRNAME}/../examples/$1.txt"
  ((count > 5 && wrong == 0))
}

canonical() {
  local list=$1
  [[ $list != none ]] || list=''
  if list_expand "$list"; then
    # shellcheck disable=SC2153  # list_expand sets it
    list_compress "${LIST[@]}"
    echo "${REPLY:-none}"
  else
    echo refused
  fi
}

@test "CPU lists are read and written as in the examples" {
  parts machine/cpu-list
  each_example cpu-lists canonical
}

written() {
  one_line "$1"
  echo "${REPLY//'|'/ }"
}

@test "values of the kernel are written down as in the examples" {
  parts log
  each_example receipt-values written
}

# JOINED: the positions in LIST that hold VALUE, as a list.
joined() { # LIST VALUE
  local i
  local -a values
  IFS=, read -r -a values <<<"$1"
  JOINED=''
  for i in "${!values[@]}"; do [[ ${values[i]} != "$2" ]] || JOINED+=${JOINED:+,}$i; done
}

chosen() {
  local cpu word core='' node='' cache='' online='' isolated='' performance='' capacity='' clock='' cores=1
  local -a core_of node_of cache_of capacity_of clock_of folders=()
  local dir=/sys/devices/system/cpu
  for word in $1; do local "${word%%=*}=${word#*=}"; done
  rm -rf "$MACHINE/sys"
  IFS=, read -r -a core_of <<<"$core"
  IFS=, read -r -a node_of <<<"$node"
  IFS=, read -r -a cache_of <<<"$cache"
  IFS=, read -r -a capacity_of <<<"$capacity"
  IFS=, read -r -a clock_of <<<"$clock"
  put "$dir/online" "${online:-0-$((${#core_of[@]} - 1))}"
  put "$dir/isolated" "$isolated"
  [[ -z $performance ]] || put /sys/devices/cpu_core/cpus "$performance"
  # One process for all folders of a machine.
  for cpu in "${!core_of[@]}"; do
    folders+=("$MACHINE$dir/cpu$cpu"/{topology,"node${node_of[cpu]-0}",cpufreq,cache/index3})
  done
  mkdir -p "${folders[@]}"
  for cpu in "${!core_of[@]}"; do
    joined "$core" "${core_of[cpu]}"
    put "$dir/cpu$cpu/topology/core_cpus_list" "$JOINED"
    [[ -z ${capacity_of[cpu]-} ]] || put "$dir/cpu$cpu/cpu_capacity" "${capacity_of[cpu]}"
    [[ -z ${clock_of[cpu]-} ]] || put "$dir/cpu$cpu/cpufreq/cpuinfo_max_freq" "${clock_of[cpu]}000"
    [[ -n $cache ]] || continue
    joined "$cache" "${cache_of[cpu]}"
    put "$dir/cpu$cpu/cache/index3/shared_cpu_list" "$JOINED"
  done
  declare -A OPTION=([cpus]=auto [cores]="$cores" [load-cpus]=none) SETTING=([smt]=off)
  choose_cpus
  echo "${BENCH_CPUS:-none}"
}

@test "CPUs for benchmarks are chosen as in the examples" {
  parts log fields machine/{kernel,cpu-list,choose-cpus,pick-cores}
  each_example cpu-choices chosen
}
