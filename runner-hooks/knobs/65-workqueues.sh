# Summary: Keeps unbound kernel work on the housekeeping CPUs.
# Values:  housekeeping
# Why:     Write-back, crypto and file system work otherwise runs on any CPU.
# Cost:    That work shares fewer CPUs.
# Order:   Before the partition, from which newer kernels take the mask themselves; restored after it.
dir=/sys/devices/virtual/workqueue
paths=("$dir/cpumask" "$dir/+([a-zA-Z0-9_:.-])/cpumask")
settings=housekeeping values='[0-9a-f,]+' restore_at=29 kernel_moves=yes

detect() {
  REASON='this kernel has no workqueue masks'
  glob_targets
  ((${#TARGETS[@]})) && have_cpus
}

want() {
  local target mask
  list_to_mask "$HOUSE_CPUS"
  mask=$REPLY
  for target in "${TARGETS[@]}"; do add "$target" "$mask"; done
}
