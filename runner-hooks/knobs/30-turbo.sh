# Summary: Turns turbo (boost) off, by whatever control the driver has.
# Values:  off, on
# Why:     Turbo depends on temperature and on what the other cores do.
# Cost:    Slower runs: the base clock only.
# Order:   After governor, which can reset no_turbo. Restored before the limits, which the kernel clamps meanwhile.
#          no_turbo makes intel_pstate lower its minimum for good, so both limits are journalled and restored after it.
cpu=/sys/devices/system/cpu
paths=("$cpu/intel_pstate/no_turbo" "$cpu/cpufreq/boost" "$cpu/cpufreq/policy+([0-9])/boost"
  "$cpu/intel_pstate/max_perf_pct" "$cpu/intel_pstate/min_perf_pct")
settings='off|on' values='[0-9]{1,3}' restore_at=41

detect() {
  kernel_read "$cpu/cpufreq/policy0/scaling_driver" || REPLY=''
  case $REPLY in
    '') REASON='no cpufreq: virtual machine or firmware-controlled' ;;
    amd-pstate-epp) REASON='amd-pstate-epp has no boost control before Linux 6.11: see max-frequency' ;;
    *) REASON="the driver $REPLY has no boost control: see max-frequency" ;;
  esac
  glob_targets
  # A driver that is switched off (intel_pstate/status) keeps its files, but no policies; those answer with an error.
  ((${#TARGETS[@]})) && compgen -G "$ROOT$cpu/cpufreq/policy*/scaling_driver" >/dev/null
}

want() {
  local target boost=1
  [[ $1 == off ]] && boost=0
  for target in "${TARGETS[@]}"; do
    case $target in
      */no_turbo) add "$target" $((1 - boost)) ;;
      *_pct) watch "$target" ;;
      # The global file rewrites those of the policies, so both are journalled.
      *) add "$target" "$boost" ;;
    esac
  done
}

# A driver that has been switched off answers EAGAIN: its settings are gone.
read_target() {
  kernel_read "$1" && return
  [[ $REPLY != *'temporarily unavailable' ]] || REPLY=ENODEV
  return 1
}

# Not every policy can boost. Where the firmware has switched turbo off, even root gets EPERM.
explain() {
  case $1 in
    EINVAL | EOPNOTSUPP | ENOENT | ENODEV) REPLY="unsupported|this policy has no boost control ($1)" ;;
    EPERM | EACCES) REPLY="denied|the firmware has locked turbo ($1)" ;;
    '') REPLY='failed|reads back something else' ;;
    *) REPLY="failed|the write failed ($1)" ;;
  esac
}
