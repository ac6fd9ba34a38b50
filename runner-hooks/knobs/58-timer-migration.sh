# Summary: Lets timers move away from idle CPUs, or forbids it (kernel.timer_migration).
# Values:  on, off
# Why:     With isolated CPUs `on` keeps foreign timers with the other CPUs; guides for real-time systems want `off`.
# Cost:    `off` leaves timers on the CPU that has started them, and wakes it up. Which is quieter depends on the machine.
# Order:   Before the partition.
paths=('/proc/sys/kernel/timer_migration')
settings='on|off' values='[01]'
want() { if [[ $1 == on ]]; then add "${paths[0]}" 1; else add "${paths[0]}" 0; fi; }
