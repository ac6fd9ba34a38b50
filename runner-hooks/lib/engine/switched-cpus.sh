# CPUs that an administrator takes offline or online while the machine is tuned, one by one or all second threads (smt/control).

# J_SWITCHED: the CPUs that somebody else has switched since the tune, as `TARGET|0`, `TARGET|1` or `TARGET|off`. Found before the first
# write of the first restore; the journal keeps them. Where a full /run has no room for that, empty files do, which need none.
find_switched_cpus() {
  local i target
  local -a kept
  for i in ${INDEX_OF[smt]-}; do
    target=${J_TARGET[i]}
    if [[ $J_STATE == tuned ]] && kernel_read "$target" && [[ $REPLY == @($SWITCHES) && $REPLY != "${J_ORIGINAL[i]}" ]]; then
      [[ $REPLY == "${J_READBACK[smt|$target]-${J_ORIGINAL[i]}}" ]] || J_SWITCHED+=("$target|$REPLY")
    else
      kept=("$SWITCHED-$i-"@($SWITCHES))
      ((${#kept[@]} == 0)) || J_SWITCHED+=("$target|${kept[0]##*-}")
    fi
  done
}

keep_switched_cpus() {
  local i switched
  for i in ${INDEX_OF[smt]-}; do
    for switched in "${J_SWITCHED[@]}"; do
      [[ ${switched%|*} != "${J_TARGET[i]}" ]] || : >"$SWITCHED-$i-${switched#*|}"
    done
  done
}
SWITCHED=$PRIVATE/switched

SWITCHES='0|1|on|off|forceoff'

# Switches them again. In between they are as the tune found them, since what belongs to a CPU is restored only while that is
# online.
switch_again() {
  local switched target value
  load_knob smt
  for switched in "${J_SWITCHED[@]}"; do
    target=${switched%|*} value=${switched#*|}
    if ! allowed "$target" "$value" || { kernel_read "$target" && [[ $REPLY == "$value" ]]; }; then continue; fi
    kernel_write "$target" "$value"
  done
}
