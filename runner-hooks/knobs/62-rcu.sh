# Summary: Keeps RCU from interrupting all CPUs to end a grace period early (expedited).
# Values:  normal
# Why:     An expedited grace period sends an interrupt to every CPU that is busy.
# Cost:    What waits for RCU takes longer while tuned: changes of the network, of mounts and of cgroups.
# Order:   Before the partition.
paths=('/sys/kernel/rcu_normal')
settings=normal values='[01]'
want() { add "${paths[0]}" 1; }
