# The base clock, which a processor can sustain on all cores; and whether something holds its clock down at the moment.

# REPLY: the base clock of policy directory $1 in kHz.
base_clock() {
  local cpu=/sys/devices/system/cpu/cpu${1##*policy} second
  kernel_read "$1/base_frequency" && [[ -n $REPLY ]] && return
  if kernel_read "$cpu/acpi_cppc/nominal_freq" && [[ $REPLY =~ ^[1-9][0-9]{2,5}$ ]]; then
    REPLY=$((REPLY * 1000))
    return
  fi
  highest_listed "$1" || return
  # acpi-cpufreq lists turbo as the base clock and 1 MHz.
  ((REPLY - second != 1000)) || REPLY=$second
}

# REPLY, second: the highest two of the frequencies that policy directory $1 lists. Drivers differ in the order.
highest_listed() {
  local frequency first=0
  second=0
  kernel_read "$1/scaling_available_frequencies" && [[ $REPLY =~ ^[0-9\ ]+$ ]] || return
  fields "$REPLY" ' '
  for frequency in "${FIELDS[@]}"; do
    if ((frequency > first)); then
      second=$first first=$frequency
    elif ((frequency > second && frequency < first)); then second=$frequency; fi
  done
  REPLY=$first
  ((first))
}

# Succeeds when heat or the firmware holds down the upper limit of policy directory $1, as far as the kernel shows it.
# The limit that somebody has set is not visible then: the file shows the lowest of all limits.
throttled() {
  local limit top second file
  kernel_read "$1/scaling_max_freq" && limit=$REPLY || return
  # Where there is a table, cpuinfo_max_freq may be a boost clock that no limit can name.
  highest_listed "$1" || kernel_read "$1/cpuinfo_max_freq" || return
  top=$REPLY
  [[ $limit.$top =~ ^[0-9]+\.[0-9]+$ ]] && ((limit < top)) || return
  if kernel_read "$1/bios_limit" && [[ $REPLY =~ ^[0-9]+$ ]] && ((REPLY < top && limit >= REPLY)); then return; fi
  for file in "$ROOT"/sys/class/thermal/cooling_device+([0-9])/type; do
    file=${file#"$ROOT"}
    if ! kernel_read "$file" || [[ $REPLY != @(Processor*|*cpufreq*) ]]; then continue; fi
    kernel_read "${file%type}cur_state" && [[ $REPLY == [1-9]* ]] && return
  done
  return 1
}
