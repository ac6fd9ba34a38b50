# Summary: Sets the energy performance preference (EPP) of every policy.
# Values:  performance, or another preference that the driver offers
# Why:     With a dynamic governor the hardware weighs energy against speed by this hint.
# Cost:    Higher power while tuned.
# Order:   After governor. Under the governor performance the kernel shows performance and answers EBUSY to anything
#          else, so it is journalled before the governor changes and restored after it.
paths=('/sys/devices/system/cpu/cpufreq/policy+([0-9])/energy_performance_preference')
settings='[a-z_]+' values='[a-z_]+|[0-9]{1,3}' restore_at=45 kernel_moves=yes watched=yes

detect() {
  REASON='no EPP: neither intel_pstate with HWP nor amd-pstate-epp'
  glob_targets
  ((${#TARGETS[@]}))
}
