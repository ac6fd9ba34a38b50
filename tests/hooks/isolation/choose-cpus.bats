#!/usr/bin/env bats
# Which CPUs the kit takes: whole cores, caches and nodes, isolated ones, performance cores.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
}

@test "CPUs: whole cores, not that of CPU 0, on one node and cache if one has enough" {
  make_machine none 8
  begin 'cores = 2'
  [ "$(cpus)" = '6-7,14-15 0-5,8-13' ]
  host restore
  begin 'cores = 5'
  [ "$(cpus)" = '3-7,11-15 0-2,8-10' ]
  [ "$(receipt r.cpus.note)" = 'benchmark CPUs share no NUMA node: none has 5 whole cores to choose from' ]
  host restore
  begin 'cores = 8'
  [ "$(cpus)" = ' 0-15' ]
}

# each_core node|cache NAME...: the NUMA node, or the last-level cache, of core 0, 1 ...; both its threads are in it.
each_core() {
  local kind=$1 core=0 name thread dir
  local -a nodes=()
  shift
  for name in "$@"; do
    for thread in "$core" $((core + $#)); do
      dir=$MACHINE$cpu/cpu$thread
      if [[ $kind == cache ]]; then echo "$name" >"$dir/cache/index3/shared_cpu_list"; else nodes+=("$dir/node$name"); fi
    done
    core=$((core + 1))
  done
  [[ $kind == cache ]] || { rmdir "$MACHINE$cpu"/cpu*/node* && mkdir "${nodes[@]}"; }
}

@test "CPUs: one last-level cache, where a node has several" {
  make_machine none 8
  each_core node 0 0 0 0 0 0 0 0
  each_core cache A A A B B B B C
  begin 'cores = 2'
  [ "$(cpus)" = '5-6,13-14 0-4,7-12,15' ]
  host restore
  begin 'cores = 4'
  [ "$(cpus) $(receipt r.cpus.note)" = '3-6,11-14 0-2,7-10,15 ' ]
  host restore
  begin 'cores = 5'
  [ "$(cpus)" = '3-7,11-15 0-2,8-10' ]
  [ "$(receipt r.cpus.note)" = 'benchmark CPUs share no last-level cache: none has 5 whole cores to choose from' ]
}

@test "CPUs: one NUMA node, where a cache serves several, or the kernel shows none" {
  make_machine none 8
  each_core cache A A A A A A A A
  each_core node 0 0 0 1 1 1 1 2
  begin 'cores = 2'
  [ "$(cpus)" = '5-6,13-14 0-4,7-12,15' ]
  host restore
  rm -r "$MACHINE$cpu"/cpu*/cache
  begin 'cores = 4'
  [ "$(cpus)" = '3-6,11-14 0-2,7-10,15' ]
  host restore
  begin 'cores = 5'
  [ "$(cpus)" = '3-7,11-15 0-2,8-10' ]
}

@test "CPUs: older kernels call the threads of a core thread_siblings_list" {
  local dir
  make_machine none 4
  for dir in "$MACHINE$cpu"/cpu[0-7]/topology; do mv "$dir/core_cpus_list" "$dir/thread_siblings_list"; done
  begin 'smt = keep'
  [ "$(cpus)" = '3,7 0-2,4-6' ]
}

@test "CPUs: fewer isolated ones than cores: the preference is dropped, and log and receipt say so" {
  make_machine none 8
  put "$cpu/isolated" 2
  conf 'cores = 2'
  run -0 host tune
  [[ "$output" == *'not chosen from the isolated CPUs (isolcpus) 2: fewer than 2 whole cores are among them'* ]]
  [ "$(cpus)" = '6-7,14-15 0-5,8-13' ]
  [[ "$(receipt r.cpus.note)" == *'not chosen from the isolated CPUs (isolcpus) 2: '* ]]
  host verify
  [[ "$(receipt r.cpus.note)" == *'not chosen from the isolated CPUs (isolcpus) 2: '* ]]
  host restore
  # Not mixed with others.
  echo 7,15 >"$MACHINE$cpu/isolated"
  begin 'cores = 2'
  [ "$(cpus)" = '5-6,13-14 0-4,7-12,15' ]
  host restore
  # Two of them, but in two nodes: root has isolated them all the same.
  echo 2,5 >"$MACHINE$cpu/isolated"
  begin 'cores = 2'
  [ "$(cpus)" = '2,5,10,13 0-1,3-4,6-9,11-12,14-15' ]
  [[ "$(receipt r.cpus.note)" == 'benchmark CPUs share no NUMA node: '* ]]
  host restore
  echo 1,2,5 >"$MACHINE$cpu/isolated"
  begin 'cores = 2'
  [ "$(cpus) $(receipt r.cpus.note)" = '1-2,9-10 0,3-8,11-15 ' ]
}

@test "CPUs: isolated ones come before performance cores, which are preferred among them" {
  make_machine none 8
  put /sys/devices/cpu_core/cpus 0-3,8-11
  put "$cpu/isolated" 6-7,14-15
  begin 'cores = 2' 'smt = off'
  [ "$(cpus)" = '6-7 0-5' ]
  [[ "$(receipt r.cpus.note)" == *'not chosen from the performance cores 0-3,8-11: '* ]]
  host restore
  put "$cpu/isolated" 2-3,6-7
  begin 'smt = off'
  [ "$(cpus)" = '3 0-2,4-7' ]
}

@test "CPUs: isolated ones first, performance cores of hybrid parts" {
  make_machine none 8
  put /sys/devices/cpu_core/cpus 0-2,8-10
  begin 'smt = off'
  [ "$(cpus)" = '2 0-1,3-7' ]
  host restore
  echo 1,9 >"$MACHINE$cpu/isolated"
  begin 'smt = off'
  [ "$(cpus)" = '1 0,2-7' ]
}

@test "CPUs: performance cores of ARM by capacity, of AMD by their highest clock; too few of them are named" {
  local n
  make_machine none 4
  for n in 0 1 2 3 4 5 6 7; do put "$cpu/cpu$n/cpu_capacity" $((n % 4 < 3 ? 1024 : 446)); done
  begin 'smt = off'
  [ "$(cpus) $(receipt r.cpus.note)" = '2 0-1,3 ' ]
  host restore
  for n in 0 1 2 3 4 5 6 7; do
    rm "$MACHINE$cpu/cpu$n/cpu_capacity"
    put "$cpu/cpu$n/cpufreq/cpuinfo_max_freq" $((n % 4 < 2 ? 5100000 : 3300000))
  done
  begin 'smt = off'
  [ "$(cpus)" = '1 0,2-3' ]
  host restore
  conf 'cores = 2'
  run -0 host plan
  [[ "$output" == *'not chosen from the performance cores 0-1,4-5: fewer than 2 whole cores are among them'* ]]
}

@test "CPUs: the configured ones, or an explanation" {
  make_machine none 2
  begin 'cpus = 0-3' 'idle = off'
  [[ "$(reason idle)" == *"no CPU would be left"* ]]
  host restore
  begin 'cpus = 9' 'idle = off'
  [[ "$(reason idle)" == *"CPU 9 is not online"* ]]
}
