# CPUs that an administrator takes offline or online while the machine is tuned.

# J_SWITCHED: the CPUs that somebody else has switched since the tune, as `TARGET|0` or `TARGET|1`. Found before the first
# write of the first restore; the journal keeps them.
find_switched_cpus() {
  local i target
  [[ $J_STATE == tuned ]] || return 0
  for i in ${INDEX_OF[smt]-}; do
    target=${J_TARGET[i]}
    if [[ $target != */online ]] || ! kernel_read "$target" || [[ $REPLY != [01] || $REPLY == "${J_ORIGINAL[i]}" ]]; then continue; fi
    [[ $REPLY == "${J_READBACK[smt|$target]-${J_ORIGINAL[i]}}" ]] || J_SWITCHED+=("$target|$REPLY")
  done
}

# Switches them again. In between they are as the tune found them, since what belongs to a CPU is restored only while that is
# online.
switch_again() {
  local switched
  load_knob smt
  for switched in "${J_SWITCHED[@]}"; do
    ! allowed "${switched%|*}" "${switched#*|}" || write_target "${switched%|*}" "${switched#*|}"
  done
}
