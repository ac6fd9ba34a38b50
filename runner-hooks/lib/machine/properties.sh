# Properties of systemd units that are set at run time, and the values that the kernel has for them.

# Adds the target `unit:NAME:PROPERTY`, a property that is set at run time. systemd keeps it in a drop-in, which is the
# target `drop-in:NAME:PROPERTY`. Where there was no drop-in, a restore removes it: an empty one would hide a later
# setting in /etc. There is no daemon-reload, which would bring changes of others into force. Such knobs are restored
# backwards: first the property, then the drop-in.
add_property() { # UNIT PROPERTY VALUE
  if ! known_unit "$1"; then
    unable "unit:$1:$2" 'systemd does not say what it is'
    return
  fi
  find_drop_in "$1:$2"
  [[ -e $ROOT$REPLY ]] || watch "drop-in:$1:$2"
  add "unit:$1:$2" "$3"
}

# REPLY: the path of the drop-in of UNIT:PROPERTY, whether it exists or not. Transient units (init.scope) have their own
# folder.
find_drop_in() {
  local place
  for place in transient system.control; do
    REPLY=/run/systemd/$place/${1%:*}.d/50-${1#*:}.conf
    [[ ! -e $ROOT$REPLY ]] || return 0
  done
}

# REPLY: the property as systemd has it. When the kernel has another value, REPLY says so: systemd only logs it when the
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

# Linux does not take all CPUs from a cgroup with processes in it (ENOSPC). Usually no unit has CPUs of its own after
# the restore; systemd then drops the controller, which solves it. Where some other unit has got CPUs since the tune,
# this gives our targets that had none all CPUs outside of partitions. It writes to the cgroup directly, since for
# systemd these targets have no CPUs of their own already.
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
  find_drop_in "$name"
  if [[ $1 == drop-in:* ]]; then
    rm -f -- "$ROOT$REPLY"
  elif [[ $name == *:AllowedCPUs && -z $2${UNIT[$name]-} ]] && ! has "$REPLY"; then
    # Only the kernel has CPUs left: systemd would say nothing new to it. The stop of the slice or widen_cpus takes them.
    return 0
  elif ! patiently systemctl set-property --runtime --no-pager -- "${name%:*}" "${name#*:}=$2"; then
    systemctl_error
    return 1
  fi
}

# Where somebody has stopped a slice of the kit, or a restore has stopped it while a process in it did not end, starts it again
# for the restore, which stops it. A property of a stopped slice would leave its cgroup behind. Call it after
# load_journalled_units.
wake_slices() {
  local target slice
  [[ -n $UNITS_KNOWN ]] || return 0
  for target in "${J_TARGET[@]}"; do
    [[ $target == drop-in:@("$SLICE"|"$LOAD_SLICE"):* ]] || continue
    slice=${target#drop-in:} slice=${slice%:*}
    find_drop_in "${target#drop-in:}"
    has "$REPLY" || has "/sys/fs/cgroup/$slice" || continue
    [[ ${UNIT[$slice:ActiveState]-active} != active ]] || continue
    patiently systemctl start --no-pager -- "$slice" && UNIT["$slice:ActiveState"]=active
  done
}

# For flush: removes the empty directories of drop-ins that did not exist before, also those that a killed restore left.
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
