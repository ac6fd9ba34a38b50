# Summary: Moves all interrupts that can be moved to the housekeeping CPUs, and future ones too.
# Values:  housekeeping
# Why:     An interrupt takes time from whatever runs on its CPU, and empties its caches.
# Cost:    Network and disk interrupts share fewer CPUs.
# Order:   After irqbalance is stopped and SMT is off. Journalled before both, also with `keep`: an interrupt loses its mask
#          when the last CPU in it goes offline.
paths=('/proc/irq/default_smp_affinity' '/proc/irq/+([0-9])/smp_affinity_list')
settings=housekeeping values='[0-9,-]+|[0-9a-f,]+' restore_at=20 kernel_moves=yes vanishes=yes watched=yes

detect() {
  REASON='this kernel shows no interrupts'
  glob_targets
  ((${#TARGETS[@]})) && { [[ ${SETTING[irq-affinity]} == keep ]] || have_cpus; }
}

watch_all() {
  local target
  [[ -n $SIBLINGS_OFF ]] || return 0
  for target in "${TARGETS[@]}"; do [[ $target == */default_smp_affinity ]] || watch "$target"; done
}

want() {
  local target mask
  list_to_mask "$HOUSE_CPUS"
  mask=$REPLY
  for target in "${TARGETS[@]}"; do
    if [[ $target == */default_smp_affinity ]]; then add "$target" "$mask"; else add "$target" "$HOUSE_CPUS"; fi
  done
}

as_good() { [[ $1 != */default_smp_affinity ]] && as_good_online "$2" "$3" "$4"; }

# An interrupt that has come meanwhile (a device, a driver that was loaded again) began with the default of the tune, and nobody
# else would ever give it that of before. One that somebody has given other CPUs keeps them.
after_restore() {
  local i target original='' wanted=''
  local -A known=()
  for i in ${INDEX_OF[$KNOB]-}; do
    known[${J_TARGET[i]}]=yes
    [[ ${J_TARGET[i]} != */default_smp_affinity || ${J_WANTED[i]} == '=' ]] || original=${J_ORIGINAL[i]} wanted=${J_WANTED[i]}
  done
  [[ -n $original ]] && mask_to_list "$wanted" && wanted=$REPLY && mask_to_list "$original" && original=$REPLY || return 0
  glob_targets
  for target in "${TARGETS[@]}"; do
    if [[ -n ${known[$target]-} ]] || ! kernel_read "$target" || ! same_list "$REPLY" "$wanted"; then continue; fi
    kernel_write "$target" "$original" || [[ $REPLY == @(EIO|EPERM|ENOENT) ]] || give_up "$target" "it keeps the CPUs $wanted ($REPLY)"
  done
}

# Per-CPU and managed interrupts cannot be moved: EIO, and EPERM since Linux 6.12. That is not a failure.
explain() {
  case $1 in
    EIO | EPERM | EACCES | EINVAL | ENOENT | ENOSPC) REPLY="unsupported|its driver or the kernel holds it ($1)" ;;
    '') REPLY='failed|reads back something else' ;;
    *) REPLY="failed|the write failed ($1)" ;;
  esac
}
