# Summary: Stops automatic NUMA balancing.
# Values:  off
# Why:     It unmaps pages to see who touches them, and moves them between nodes.
# Cost:    None for a benchmark that is bound to one node.
# Order:   Any.
paths=('/proc/sys/kernel/numa_balancing')
settings=off values='[0-3]'

detect() {
  REASON='no NUMA balancing: a single node'
  has "${paths[0]}"
}

want() { add "${paths[0]}" 0; }
