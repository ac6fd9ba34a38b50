# Summary: Confines all services and sessions to the housekeeping CPUs (AllowedCPUs of the top-level slices).
# Values:  confine
# Why:     What is not on the benchmark CPUs cannot disturb them. Kernel threads stay where they are.
# Cost:    Everything else shares the remaining CPUs.
# Order:   Before the partition, which needs its CPUs for itself; restored after it.
# init.scope is confined first and freed last. When systemd drops the controller, Linux looks whether the CPUs of the
# first cgroup change. That is init.scope: if it had all CPUs already, all other processes would stay where they are.
unit_names=(init.scope machine.slice user.slice system.slice)
paths=('@(unit|drop-in):@(system.slice|user.slice|machine.slice|init.scope):AllowedCPUs')
settings=confine values='[0-9,-]*|absent|present' restore_at=28 backwards=yes

detect() { can_confine; }

# Linux does not take all CPUs from a cgroup with processes in it. A restore works when systemd then drops the
# controller, that is when nobody else uses it.
want() {
  local name target in_use stays='others use cpusets here, so Linux would not give it all CPUs back'
  if ! known_unit "${unit_names[0]}"; then
    unable '' 'systemd does not say what CPUs its slices have'
    return
  elif held_by_others "$HOUSE_CPUS"; then
    unable '' "$REPLY"
    return
  fi
  kernel_read /sys/fs/cgroup/cgroup.subtree_control
  in_use=" $REPLY "
  for name in "${unit_names[@]}"; do
    target=unit:$name:AllowedCPUs
    read_target "$target"
    if [[ ${UNIT[$name:ActiveState]-} != active ]]; then
      continue
    elif [[ $in_use == *' cpuset '* && -z $REPLY ]]; then
      if will_start_slice && ! held_by_others "$BENCH_CPUS"; then as_wanted "$target" "$stays; the partition keeps it away"; else
        unable "$target" "$stays"
      fi
    else
      add_property "$name" AllowedCPUs "$HOUSE_CPUS"
    fi
  done
}

read_target() { read_property "$1"; }
write_target() {
  # In a tune it is the first, and no other can have failed.
  if [[ $1 == unit:init.scope:* ]] && ((${#errors[@]})); then
    REPLY='waits for the other slices'
    return 1
  fi
  write_property "$1" "$2"
}
flush() {
  load_units ActiveState,AllowedCPUs "${unit_names[@]}"
  widen_cpus
  sweep_drop_ins
}
