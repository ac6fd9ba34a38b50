# Properties of systemd units that are set at run time, and what the kernel makes of them.

# Succeeds when systemd can confine CPUs here; REASON says why not.
can_confine() {
  local dir
  REASON='there is no systemd here'
  has_systemd || return
  REASON='no cgroup v2 with the cpuset controller'
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' cpuset '* ]] || return
  # Restored to no CPUs at all, systemd takes the controller away from everybody, and their settings go with it.
  for dir in "$ROOT"/sys/fs/cgroup/*/; do
    dir=${dir%/}
    dir=${dir##*/}
    [[ $dir != *.@(slice|scope|service|mount|automount|socket|swap) ]] || continue
    if ! kernel_read "/sys/fs/cgroup/$dir/cpuset.cpus" || [[ -z $REPLY ]]; then continue; fi
    REASON="the cgroup $dir, which is not systemd's, has CPUs of its own" LACK=failed
    return 1
  done
  have_cpus
}

# Succeeds when the benchmark slice is there to limit its memory; REASON says why not.
can_limit_memory() {
  can_confine || return
  REASON='no cgroup v2 with the memory controller' LACK=unsupported
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' memory '* ]] || return
  REASON='no benchmark slice: partition is keep' LACK=failed
  [[ ${SETTING[partition]} != keep ]]
}

# Succeeds when a partition of somebody else holds one of the CPUs $1; REPLY says which. Whoever claims them as well makes
# that partition invalid for good: Linux does not make it valid again when the claim is given up.
held_by_others() { # LIST
  local dir
  for dir in "$ROOT"/sys/fs/cgroup/*/cpuset.cpus.partition; do
    dir=${dir#"$ROOT"}
    dir=${dir%/*}
    [[ $dir != */"$SLICE" ]] || continue
    kernel_read "$dir/cpuset.cpus.partition"
    [[ $REPLY == @(root|isolated) ]] || continue
    if kernel_read "$dir/cpuset.cpus" && touches "$REPLY" "$1"; then
      REPLY="${dir##*/} is a partition that holds CPUs $REPLY"
      return
    fi
  done
  return 1
}

# For knobs whose targets are `unit:NAME:PROPERTY`, a property set at run time. systemd keeps it in a drop-in, the
# target `drop-in:NAME:PROPERTY`: where there was none, restoring takes it away again, since an empty one would hide
# what an administrator writes into /etc later. No daemon-reload: it would bring changes of others into force.
# Such knobs are put back backwards: the property, then the drop-in.
add_property() { # UNIT PROPERTY VALUE
  if ! known_unit "$1"; then
    unable "unit:$1:$2" 'systemd does not say what it is'
    return
  fi
  find_drop_in "$1:$2"
  [[ -e $ROOT$REPLY ]] || watch "drop-in:$1:$2"
  add "unit:$1:$2" "$3"
}

# REPLY: where the drop-in of UNIT:PROPERTY is, or would be. For transient units (init.scope) it is in another place.
find_drop_in() {
  local place
  for place in transient system.control; do
    REPLY=/run/systemd/$place/${1%:*}.d/50-${1#*:}.conf
    [[ ! -e $ROOT$REPLY ]] || return 0
  done
}

# REPLY: the property in UNIT, or what is wrong when the kernel holds something else: systemd only logs it when the
# kernel refuses CPUs.
read_property() { # TARGET
  local name=${1#*:} property
  if [[ $1 == drop-in:* ]]; then
    find_drop_in "$name"
    if [[ -e $ROOT$REPLY ]]; then REPLY=present; else REPLY=absent; fi
    return
  fi
  # systemd separates ranges of CPUs with blanks.
  property=${UNIT[$name]-}
  property=${property// /,}
  if [[ $name == *:AllowedCPUs ]] && kernel_read "/sys/fs/cgroup/${name%:*}/cpuset.cpus" &&
    ! same_list "$REPLY" "$property" && ! { [[ -z $property ]] && holds_all_cpus "$REPLY"; }; then
    REPLY="${property:-none} for systemd and ${REPLY:-none} for the kernel"
  else
    REPLY=$property
  fi
}

holds_all_cpus() { # LIST; keeps REPLY
  local REPLY
  kernel_read /sys/fs/cgroup/cpuset.cpus.effective && same_list "$1" "$REPLY"
}

# Linux does not take all CPUs from a cgroup with processes in it (ENOSPC). When no unit of the machine has CPUs left,
# systemd drops the controller and all is well. Where one has got some since the tune, those of our targets that had none
# get every CPU that no partition has, behind systemd, for which they have none already.
widen_cpus() {
  local i unit all
  kernel_read /sys/fs/cgroup/cpuset.cpus.effective && all=$REPLY || return 0
  for i in ${INDEX_OF[$KNOB]-}; do
    unit=${J_TARGET[i]#unit:}
    if [[ -n ${J_ORIGINAL[i]} ]] || ! allowed "unit:$unit" "$all"; then continue; fi
    read_property "unit:$unit"
    [[ $REPLY != 'none for systemd and '* ]] || kernel_write "/sys/fs/cgroup/${unit%:AllowedCPUs}/cpuset.cpus" "$all"
  done
}

write_property() { # TARGET VALUE
  local name=${1#*:}
  if [[ $1 == drop-in:* ]]; then
    find_drop_in "$name"
    rm -f -- "$ROOT$REPLY"
  elif ! patiently systemctl set-property --runtime --no-pager -- "${name%:*}" "${name#*:}=$2"; then
    REPLY=$(<"$RUN/error")
    return 1
  fi
}

# For flush: takes away the empty directories of drop-ins that were not there, also those that a restore which was killed
# has left behind.
sweep_drop_ins() {
  local i place dir
  for i in ${INDEX_OF[$KNOB]-}; do
    [[ ${J_TARGET[i]} == drop-in:* && ${J_ORIGINAL[i]} == absent ]] || continue
    for place in transient system.control; do
      dir=${J_TARGET[i]#drop-in:}
      dir=$ROOT/run/systemd/$place/${dir%:*}.d
      [[ ! -d $dir ]] || rmdir -- "$dir" 2>/dev/null
    done
  done
  return 0
}
