# Summary: Turns address space randomisation off for the whole machine. Only on request.
# Values:  off
# Why:     Layout differs from process to process. The action does the same per process (setarch -R), which is enough.
# Cost:    Weakens every process of the machine against attacks while tuned. Off (keep) by default.
# Order:   Any.
paths=('/proc/sys/kernel/randomize_va_space')
settings=off values='[0-2]'
want() { add "${paths[0]}" 0; }
