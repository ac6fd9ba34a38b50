# Summary: Raises the lower limit of every policy to its upper limit.
# Values:  max
# Why:     For drivers whose governor performance still lets the clock fall.
# Cost:    Higher idle power while tuned.
# Order:   After max-frequency. Restored before it, since a lower limit above the upper one is refused; journalled even
#          when not set, since the kernel moves it with turbo.
# It is left alone while heat or the firmware holds the upper limit down to it (see max-frequency).
paths=('/sys/devices/system/cpu/cpufreq/policy+([0-9])/scaling_min_freq')
settings=max values='[0-9]{1,9}' restore_at=43 kernel_moves=yes watched=yes

detect() {
  REASON='no cpufreq: virtual machine or firmware-controlled'
  glob_targets
  ((${#TARGETS[@]})) &&
    [[ ${SETTING[min-frequency]} != keep || ${SETTING[max-frequency]} != keep || ${SETTING[turbo]} != keep ]]
}

want() {
  local target limit
  for target in "${TARGETS[@]}"; do
    if ! kernel_read "${target%/*}/scaling_max_freq"; then
      unreadable "$target" 'its upper limit cannot be read'
      continue
    fi
    limit=$REPLY
    if pressed_down "$target"; then
      unable "$target" 'held down by heat or by the firmware at the moment'
      continue
    fi
    # Without turbo the kernel holds the upper limit at the base clock.
    if [[ ${SETTING[turbo]} == off || ${SETTING[max-frequency]} == base ]] && base_clock "${target%/*}"; then
      ((REPLY < limit)) && limit=$REPLY
    fi
    add "$target" "$limit"
  done
}

watch_all() {
  local target
  for target in "${TARGETS[@]}"; do pressed_down "$target" || watch "$target"; done
}

# Succeeds when the upper limit is a passing one, as low as the lower limit $1, which may have been set higher.
pressed_down() {
  local upper
  kernel_read "${1%/*}/scaling_max_freq" && upper=$REPLY && kernel_read "$1" && [[ $REPLY == "$upper" ]] &&
    throttled "${1%/*}"
}

as_good() { [[ $4 == written ]] && (($2 < $3)); }
