# Summary: Lets processes count their own instructions and cycles, where the distribution forbids even that.
# Values:  own (kernel.perf_event_paranoid 2, if it is higher)
# Why:     Debian and Ubuntu allow no counters without privileges (3 or 4). Upstream allows a process its own, in user space.
# Cost:    While tuned every process may open counters of its own; none of other processes, the kernel or a whole CPU.
# Order:   Any.
# Never lower than 2: 1 shows addresses of the kernel, 0 and -1 show what other users run.
paths=('/proc/sys/kernel/perf_event_paranoid')
settings=own values='-?[0-9]'

want() {
  if kernel_read "${paths[0]}" && [[ $REPLY == [3-9] ]]; then add "${paths[0]}" 2; else add "${paths[0]}" "$REPLY"; fi
}
