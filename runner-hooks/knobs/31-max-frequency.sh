# Summary: Caps the clock of every policy at the base clock, which the processor can sustain.
# Values:  auto (only where turbo should be off and has no control), base
# Why:     amd-pstate-epp before Linux 6.11 and many ARM drivers cannot turn boost off; a cap does the same.
# Cost:    Slower runs: the base clock only.
# Order:   After turbo. Restored after turbo and after min-frequency, and journalled even when not set, since the kernel
#          clamps it while turbo is off.
# The file shows the lowest of all limits. A policy that heat or the firmware holds down at the moment is neither set
# nor restored. Its passing limit, written back, would become permanent; the limit of the hardware might be higher than
# one that somebody has set. Left alone, the limit comes back by itself when the processor is cool.
paths=('/sys/devices/system/cpu/cpufreq/policy+([0-9])/scaling_max_freq')
settings='auto|base' values='[0-9]{4,9}' restore_at=44 kernel_moves=yes watched=yes

detect() {
  REASON='no cpufreq: virtual machine or firmware-controlled'
  glob_targets
  # Nothing else of ours moves it.
  ((${#TARGETS[@]})) && [[ ${SETTING[max-frequency]} != keep || ${SETTING[turbo]} != keep ]]
}

want() {
  local target capped=''
  local -a unknown=()
  if [[ $1 == auto ]] && { [[ ${SETTING[turbo]} != off ]] || turbo_control; }; then
    watch_all
    return
  fi
  for target in "${TARGETS[@]}"; do
    if throttled "${target%/*}"; then
      unable "$target" 'held down by heat or by the firmware at the moment'
    elif base_clock "${target%/*}"; then
      add "$target" "$REPLY"
      capped=yes
    else
      unknown+=("$target")
    fi
  done
  # Beside others that are capped it would be one that keeps its turbo.
  for target in "${unknown[@]}"; do
    if [[ -n $capped ]] && ! cpu_offline "$target"; then
      unable "$target" 'its base clock is not known'
    else
      absent "$target" 'its base clock is not known'
    fi
  done
}

watch_all() {
  local target
  for target in "${TARGETS[@]}"; do throttled "${target%/*}" || watch "$target"; done
}

turbo_control() {
  local file
  for file in intel_pstate/no_turbo cpufreq/boost cpufreq/policy0/boost; do
    has "/sys/devices/system/cpu/$file" && return
  done
  return 1
}

# The policy was not held down at the tune and is now. The limit is written, and shows when that is over.
as_good() { [[ $4 == written ]] && (($2 < $3)); }
