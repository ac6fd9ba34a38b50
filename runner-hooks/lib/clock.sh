# The base clock: what a processor can sustain on all cores.

# REPLY: the base clock of policy directory $1 in kHz.
base_clock() {
  local cpu=/sys/devices/system/cpu/cpu${1##*policy} listed
  kernel_read "$1/base_frequency" && [[ -n $REPLY ]] && return
  if kernel_read "$cpu/acpi_cppc/nominal_freq" && [[ $REPLY =~ ^[1-9][0-9]{2,5}$ ]]; then
    REPLY=$((REPLY * 1000))
    return
  fi
  # acpi-cpufreq lists turbo first, as the base clock and 1 MHz.
  kernel_read "$1/scaling_available_frequencies" || return
  read -r -a listed <<<"$REPLY"
  REPLY=${listed[0]-}
  [[ -z ${listed[1]-} ]] || ((listed[0] - listed[1] != 1000)) || REPLY=${listed[1]}
  [[ $REPLY =~ ^[0-9]+$ ]]
}
