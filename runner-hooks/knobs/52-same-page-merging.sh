# Summary: Stops kernel same-page merging (KSM).
# Values:  off
# Why:     ksmd scans memory, and merged pages fault at the first write.
# Cost:    None while tuned; what is merged stays merged.
# Order:   Any.
paths=('/sys/kernel/mm/ksm/run')
settings=off values='[012]'

detect() {
  REASON='this kernel has no KSM'
  has "${paths[0]}" || return
  kernel_read "${paths[0]}"
  REASON='KSM is unmerging at the moment (2)' LACK=failed
  [[ $REPLY != 2 ]]
}

want() { add "${paths[0]}" 0; }
