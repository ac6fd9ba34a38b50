# Which CPUs and memory the kit may claim on this machine, beside systemd and others who hand them out.

# Succeeds when systemd can confine CPUs here; REASON says why not.
can_confine() {
  local dir
  REASON='there is no systemd here'
  has_systemd || return
  REASON='no cgroup v2 with the cpuset controller'
  has /sys/fs/cgroup/cgroup.controllers || REASON='no cgroup v2 here (boot with systemd.unified_cgroup_hierarchy=1)'
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' cpuset '* ]] || return
  # When systemd restores slices to no CPUs of their own, it takes the controller from everybody, with their settings.
  for dir in "$ROOT"/sys/fs/cgroup/*/; do
    dir=${dir%/}
    dir=${dir##*/}
    [[ $dir != *.@(slice|scope|service|mount|automount|socket|swap) ]] || continue
    given_cpus "$dir" || continue
    REASON="the cgroup $GIVEN, which is not systemd's, has CPUs of its own" LACK=failed
    return 1
  done
  have_cpus
}

# Succeeds when the cgroup $1, or one below it, has been given CPUs, and with a list $2 one of these. GIVEN: the first
# such cgroup. REPLY: its CPUs. Managers of containers give them to the cgroup of the container; those above have none.
# Where a container may use all CPUs of the machine, it has none of its own.
given_cpus() { # GROUP [LIST]
  local file top=$ROOT/sys/fs/cgroup/
  for file in "$top$1"/**/cpuset.cpus; do
    GIVEN=${file#"$top"} GIVEN=${GIVEN%/*}
    if ! kernel_read "${file#"$ROOT"}" || [[ -z $REPLY ]]; then continue; fi
    [[ -n ${2-} ]] || return 0
    touches "$REPLY" "$2" && ! { [[ $GIVEN == */* ]] && holds_all_cpus "$REPLY"; } && return
  done
  return 1
}

# Succeeds when the benchmark slice is there to limit its memory; REASON says why not.
can_limit_memory() {
  can_confine || return
  REASON='no cgroup v2 with the memory controller' LACK=unsupported
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' memory '* ]] || return
  # A property of a slice that is not started would leave its cgroup behind.
  will_start_slice
}

# Succeeds when the knob partition will start the benchmark slice; REASON says why not.
will_start_slice() {
  REASON='no benchmark slice: partition is keep' LACK=failed
  [[ ${SETTING[partition]} != keep ]] || return
  if held_by_others "$BENCH_CPUS" || ! shared_with_others "$BENCH_CPUS"; then return 0; fi
  REASON="no benchmark slice: $REPLY"
  return 1
}

# Succeeds when a partition of somebody else holds one of the CPUs $1; REPLY says which. A second claim would make that
# partition invalid for good: Linux does not make it valid again when the claim ends.
held_by_others() { # LIST
  local group
  find_partitions
  for group in "${!PARTITIONS[@]}"; do
    touches "${PARTITIONS[$group]}" "$1" || continue
    REPLY="$group is a partition that holds CPUs ${PARTITIONS[$group]}"
    return
  done
  return 1
}

# PARTITIONS[CGROUP]: the CPUs of each partition of somebody else. Since Linux 6.7 one may be anywhere below the top level, and
# has its exclusive CPUs, whatever its cpuset.cpus. They are missing at the top: only then all cgroups are looked at.
find_partitions() {
  local file cpus online top=$ROOT/sys/fs/cgroup
  local -a files=("$top"/*/cpuset.cpus.partition)
  declare -gA PARTITIONS=()
  kernel_text /sys/devices/system/cpu/online
  online=$REPLY
  kernel_text /sys/fs/cgroup/cpuset.cpus.effective
  ! { [[ -n $REPLY ]] && list_without "$online" "$REPLY" && ((${#LIST[@]})); } ||
    mapfile -t files < <(find "$top" -name cpuset.cpus.partition -exec grep -lxE 'root|isolated' {} + 2>/dev/null)
  for file in "${files[@]#"$ROOT"}"; do
    kernel_text "$file"
    file=${file%/cpuset.cpus.partition}
    [[ $REPLY == @(root|isolated) && $file != /sys/fs/cgroup/@("$SLICE"|"$LOAD_SLICE") ]] || continue
    for cpus in cpuset.cpus.exclusive.effective cpuset.cpus; do
      kernel_text "$file/$cpus"
      [[ -z $REPLY ]] || break
    done
    [[ -z $REPLY ]] || PARTITIONS[${file#/sys/fs/cgroup/}]=$REPLY
  done
}

declare -gA HOLDERS=()

# Succeeds when a partition of somebody else holds one of the CPUs $1; HOLDER says which. Linux would not give them
# back to a kernel thread. For many threads, which share a handful of lists. Keeps REPLY.
lent_out() {
  local REPLY
  if [[ -z ${HOLDERS[$1]+yes} ]]; then
    REPLY=''
    held_by_others "$1" || REPLY=''
    HOLDERS[$1]=$REPLY
  fi
  HOLDER=${HOLDERS[$1]}
  [[ -n $HOLDER ]]
}

# Succeeds when a cgroup that the kit does not confine, or one below it, has been given one of the CPUs $1 (Kubernetes);
# REPLY says which. A partition may not share them, or would take them away.
shared_with_others() { # LIST
  local dir
  for dir in "$ROOT"/sys/fs/cgroup/*/; do
    dir=${dir%/}
    dir=${dir##*/}
    [[ $dir != @("$SLICE"|"$LOAD_SLICE"|system.slice|user.slice|machine.slice|init.scope) ]] || continue
    given_cpus "$dir" "$1" || continue
    REPLY="$GIVEN has been given CPUs $REPLY, which a partition may not share: name others with cpus ="
    return
  done
  return 1
}
