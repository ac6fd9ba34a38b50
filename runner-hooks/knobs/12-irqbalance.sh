# Summary: Stops irqbalance.
# Values:  stop
# Why:     It moves interrupts back onto the benchmark CPUs within seconds.
# Cost:    Interrupts stay where irq-affinity puts them.
# Order:   Before irq-affinity; started again after it is restored.
unit_names=(irqbalance.service)
units_are_targets
restore_at=89
