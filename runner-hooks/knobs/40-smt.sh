# Summary: Takes the second thread of every core offline.
# Values:  off
# Why:     A sibling shares caches and execution units with the benchmark.
# Cost:    Half of the logical CPUs while tuned; hotplug takes a moment.
# Order:   After everything that writes to files of the second threads. Restored first, and waited for, since all
#          per-CPU files and interrupt masks need the CPUs back.
cpu=/sys/devices/system/cpu
paths=("$cpu/smt/control" "$cpu/cpu+([0-9])/online")
settings=off values='on|off|[0-9]{1,2}' restore_at=10 kernel_moves=yes watched=yes settle=5

detect() {
  no_second_threads
  LACK=already
  glob_targets
  ((${#TARGETS[@]}))
}

# Succeeds when there is nothing to take offline; REASON says why.
no_second_threads() {
  case $SMT_CONTROL in
    notsupported) REASON='this processor has no SMT, or it is off in the firmware' ;;
    forceoff) REASON='SMT is off for good (nosmt=force)' ;;
    *) REASON='no core has a second thread' ;;
  esac
  [[ ! $SMT_CONTROL =~ ^(on|off|[0-9]+|notimplemented)$ || ( -z $SIBLINGS_OFF && $SMT_CONTROL != off ) ]]
}

want() {
  local target sibling number
  local -A off=()
  if no_second_threads; then
    as_wanted '' "$REASON"
    watch_all
    return
  fi
  list_expand "$SIBLINGS_OFF"
  for sibling in "${LIST[@]}"; do off[$sibling]=1; done
  [[ $SMT_CONTROL == notimplemented ]] || add "$cpu/smt/control" off
  # Turning SMT on again brings all CPUs, also those that an administrator had taken offline: all are journalled. Those that are
  # to stay are targets, so that it is seen when somebody takes one.
  for target in "${TARGETS[@]}"; do
    [[ $target == */online ]] || continue
    number=${target%/online}
    if [[ -n ${off[${number##*cpu}]-} ]]; then add "$target" 0; elif kernel_read "$target" && [[ $REPLY == 1 ]]; then
      add "$target" 1
    else
      watch "$target"
    fi
  done
}

# Whatever the setting: an administrator may take a CPU offline during the job, and what belongs to it is restored only while
# it is online.
watch_all() {
  local target
  for target in "${TARGETS[@]}"; do
    [[ $target != */control || $SMT_CONTROL =~ ^(on|off|[0-9]+)$ ]] || continue
    watch "$target"
  done
}

# What somebody has switched on since need not be off for the restore.
write_target() {
  switched_on "$1" || kernel_write "$1" "$2"
}
as_good() { switched_on "$1"; }
switched_on() { [[ " ${J_SWITCHED[*]} " == *" $1|"@(1|on)' '* ]]; }

# What somebody has switched off since may not come again: a broken CPU, or SMT off for good (forceoff).
out_of_reach() { # TARGET VALUE ORIGINAL ERROR
  [[ -n $4 && " ${J_SWITCHED[*]} " == *" $1|"@(0|off|forceoff)' '* ]] || return
  REPLY="somebody set it to $2, and it does not come back ($4)"
}

explain() {
  case $1:${J_WANTED[i]-} in
    EPERM:1) REPLY='unsupported|it went with the second threads, since the first thread of its core is offline' ;;
    EPERM:* | EACCES:* | EROFS:*) REPLY="denied|the kernel refuses the write ($1)" ;;
    :*) REPLY='failed|reads back something else' ;;
    *) REPLY="failed|the write failed ($1)" ;;
  esac
}
