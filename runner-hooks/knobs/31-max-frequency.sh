# Summary: Caps the clock of every policy at the base clock, which the processor can sustain.
# Values:  auto (only where turbo should be off and has no control), base
# Why:     amd-pstate-epp before Linux 6.11 and many ARM drivers cannot turn boost off; a cap does the same.
# Cost:    Slower runs: the base clock only.
# Order:   After turbo. Restored after turbo and after min-frequency, and journalled even when not set, since the kernel
#          clamps it while turbo is off.
paths=('/sys/devices/system/cpu/cpufreq/policy+([0-9])/scaling_max_freq')
settings='auto|base' values='[0-9]{4,9}' restore_at=44 kernel_moves=yes watched=yes

detect() {
  REASON='no cpufreq: virtual machine or firmware-controlled'
  glob_targets
  ((${#TARGETS[@]}))
}

want() {
  local target
  if [[ $1 == auto ]] && { [[ ${SETTING[turbo]} != off ]] || turbo_control; }; then
    watch_all
    return
  fi
  for target in "${TARGETS[@]}"; do
    if base_clock "${target%/*}"; then add "$target" "$REPLY"; else absent "$target" 'its base clock is not known'; fi
  done
}

turbo_control() {
  local file
  for file in intel_pstate/no_turbo cpufreq/boost cpufreq/policy0/boost; do
    has "/sys/devices/system/cpu/$file" && return
  done
  return 1
}
