# Summary: Raises the lower limit of every policy to its upper limit.
# Values:  max
# Why:     For drivers whose governor performance still lets the clock fall.
# Cost:    Higher idle power while tuned.
# Order:   After max-frequency. Restored before it, since a lower limit above the upper one is refused; journalled even
#          when not set, since the kernel moves it with turbo.
paths=('/sys/devices/system/cpu/cpufreq/policy+([0-9])/scaling_min_freq')
settings=max values='[0-9]{1,9}' restore_at=43 kernel_moves=yes watched=yes

detect() {
  REASON='no cpufreq: virtual machine or firmware-controlled'
  glob_targets
  ((${#TARGETS[@]}))
}

want() {
  local target limit
  for target in "${TARGETS[@]}"; do
    kernel_read "${target%/*}/scaling_max_freq" || continue
    limit=$REPLY
    # Without turbo the kernel holds the upper limit at the base clock.
    if [[ ${SETTING[turbo]} == off || ${SETTING[max-frequency]} == base ]] && base_clock "${target%/*}"; then
      ((REPLY < limit)) && limit=$REPLY
    fi
    add "$target" "$limit"
  done
}
