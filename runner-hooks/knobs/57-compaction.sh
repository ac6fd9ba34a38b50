# Summary: Stops the kernel from compacting memory in advance (vm.compaction_proactiveness).
# Values:  off
# Why:     kcompactd moves pages under a running benchmark whenever memory gets fragmented.
# Cost:    A huge page may take longer to get while tuned. A restore lets kcompactd work once.
# Order:   Any.
paths=('/proc/sys/vm/compaction_proactiveness')
settings=off values='[0-9]{1,3}'
want() { add "${paths[0]}" 0; }
