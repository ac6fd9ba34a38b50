# Summary: Keeps the benchmark CPUs out of idle states (C-states).
# Values:  off, everywhere (all CPUs, like /dev/cpu_dma_latency), or the longest wake-up such as 10us
# Why:     Waking up from a deep idle state takes up to a tenth of a millisecond and empties caches.
# Cost:    The benchmark CPUs use full power; the others may sleep and leave them thermal
#          room, except with `everywhere`.
# Order:   After SMT off.
# pm_qos_resume_latency_us: `n/a` allows no latency at all, `0` is no constraint.
paths=('/sys/devices/system/cpu/cpu+([0-9])/power/pm_qos_resume_latency_us')
settings='off|everywhere|[1-9][0-9]{0,5}us' values='n/a|[0-9]{1,10}' restore_at=35

detect() {
  glob_targets
  REASON='this kernel has no latency request per CPU'
  ((${#TARGETS[@]})) && have_cpus
}

want() {
  local number latency=n/a
  [[ $1 != *us ]] || latency=${1%us}
  list_expand "$BENCH_CPUS"
  [[ $1 != everywhere ]] || list_expand "$PLANNED_ONLINE"
  for number in "${LIST[@]}"; do add "/sys/devices/system/cpu/cpu$number/power/pm_qos_resume_latency_us" "$latency"; done
}
