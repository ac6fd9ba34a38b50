# Summary: Keeps the processing of received packets (RPS) on the housekeeping CPUs.
# Values:  housekeeping
# Why:     Where somebody spreads packets over all CPUs, the benchmark CPUs process them, whatever the interrupts do.
# Cost:    Network traffic shares fewer CPUs.
# Order:   Beside irq-affinity. Queues without RPS (mask 0) stay so: the CPU of the interrupt processes their packets.
paths=('/sys/class/net/+([a-zA-Z0-9_.:-])/queues/rx-+([0-9])/rps_cpus')
settings=housekeeping values='[0-9a-f,]+' restore_at=21 kernel_moves=no vanishes=yes

detect() {
  REASON='no network interface can steer packets'
  glob_targets
  ((${#TARGETS[@]})) && have_cpus
}

want() {
  local target mask
  list_to_mask "$HOUSE_CPUS"
  mask=$REPLY
  for target in "${TARGETS[@]}"; do
    if ! read_target "$target"; then unreadable "$target" 'cannot be read'; elif [[ $REPLY == *[1-9a-f]* ]]; then
      add "$target" "$mask"
    fi
  done
  ((${#PLAN[@]})) || absent '' 'no queue spreads its packets (RPS)'
}
