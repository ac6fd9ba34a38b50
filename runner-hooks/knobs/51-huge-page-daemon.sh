# Summary: Stops khugepaged from compacting memory in the background.
# Values:  off
# Why:     It works when it likes, and changes the page sizes under a running benchmark.
# Cost:    None while tuned.
# Order:   Any.
paths=('/sys/kernel/mm/transparent_hugepage/khugepaged/defrag')
settings=off values='[01]'
want() { add "${paths[0]}" 0; }
