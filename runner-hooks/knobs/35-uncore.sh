# Summary: Holds the uncore clock at its maximum.
# Values:  max
# Why:     Cache and memory latency follow the uncore clock, which follows the load of the whole socket.
# Cost:    Higher power while tuned; less thermal room for the cores.
# Order:   After turbo.
dir=/sys/devices/system/cpu/intel_uncore_frequency
paths=("$dir/@(uncore+([0-9])|package_+([0-9])_die_+([0-9]))/min_freq_khz")
settings=max values='[0-9]{4,9}' restore_at=42

detect() {
  REASON='no intel_uncore_frequency: another processor, or the module is not loaded'
  glob_targets
  ((${#TARGETS[@]}))
}

want() {
  local target tpmi=''
  # Newer kernels have both kinds; the entries named uncoreNN are the real ones.
  [[ ${TARGETS[*]} != *"$dir"/uncore* ]] || tpmi=yes
  for target in "${TARGETS[@]}"; do
    [[ -n $tpmi && $target != "$dir"/uncore* ]] && continue
    if ! kernel_read "${target%/*}/max_freq_khz"; then
      unreadable "$target" 'its upper limit cannot be read'
      continue
    fi
    add "$target" "$REPLY"
  done
}
