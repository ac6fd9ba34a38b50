# Summary: Sets the energy performance bias (EPB) of every CPU.
# Values:  0 (performance) to 15 (power saving)
# Why:     Intel processors slow down their clock and uncore by this hint, also without EPP.
# Cost:    Higher power while tuned.
# Order:   Before SMT off, which takes the files of the second threads away.
paths=('/sys/devices/system/cpu/cpu+([0-9])/power/energy_perf_bias')
settings='[0-9]|1[0-5]' values='[0-9]|1[0-5]' restore_at=46

detect() {
  REASON='no EPB: not an Intel processor, or a virtual machine'
  glob_targets
  ((${#TARGETS[@]}))
}
