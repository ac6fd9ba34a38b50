# Summary: Sets the frequency governor of every policy.
# Values:  performance, or another governor that the driver offers
# Why:     A ramping clock makes early runs slower than late ones.
# Cost:    Higher idle power while tuned.
# Order:   Before turbo: setting a governor can reset no_turbo. Before SMT off: an offline policy answers EBUSY.
paths=('/sys/devices/system/cpu/cpufreq/policy+([0-9])/scaling_governor')
settings='[a-z_]+' values='[a-z_]+' restore_at=40

detect() {
  REASON='no cpufreq: virtual machine or firmware-controlled'
  glob_targets
  ((${#TARGETS[@]}))
}

want() {
  local target offered
  for target in "${TARGETS[@]}"; do
    kernel_read "${target%/*}/scaling_available_governors" || REPLY=$1
    offered=" $REPLY "
    if [[ $offered == *" $1 "* ]]; then add "$target" "$1"; else absent "$target" "the driver offers only$offered"; fi
  done
}
