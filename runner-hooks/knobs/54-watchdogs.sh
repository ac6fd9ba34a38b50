# Summary: Stops the NMI and soft lockup watchdogs.
# Values:  off
# Why:     They interrupt every CPU regularly, and the NMI watchdog holds a performance counter.
# Cost:    Lockups are not detected while tuned.
# Order:   Any. The file watchdog is the sum of the two and journalled with them, and restored before them.
dir=/proc/sys/kernel
paths=("$dir/watchdog" "$dir/nmi_watchdog" "$dir/soft_watchdog")
settings=off values='[01]' kernel_moves=yes

# With 5.10.262 one write to soft_watchdog, by hand, was enough in the test machine: the timers of some CPUs were lost, or their
# queue became a ring around which a CPU walked without interrupts.
detect() {
  REASON='this kernel has no watchdogs control'
  glob_targets
  ((${#TARGETS[@]})) || return
  kernel_read /proc/sys/kernel/osrelease && [[ $REPLY == 5.10.* ]] || return 0
  REASON="Linux $REPLY may stop for good when they are switched" LACK=failed
  return 1
}

want() {
  local target
  for target in "${TARGETS[@]}"; do
    if [[ $target == */watchdog ]]; then watch "$target"; else add "$target" 0; fi
  done
}

# Without a performance monitoring unit (virtual machines) the NMI watchdog cannot be set.
explain() {
  case $1 in
    EINVAL | EOPNOTSUPP | EIO | ENOENT) REPLY="unsupported|the kernel cannot set it here ($1)" ;;
    EPERM | EACCES | EROFS) REPLY="denied|the kernel refuses the write ($1)" ;;
    *) REPLY="failed|${1:-reads back something else}" ;;
  esac
}
