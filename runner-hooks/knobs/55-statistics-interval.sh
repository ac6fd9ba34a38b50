# Summary: Lets the kernel collect memory statistics less often (vm.stat_interval, seconds).
# Values:  1 to 9999
# Why:     It wakes a kernel thread on every CPU each second.
# Cost:    /proc/vmstat is up to that much late.
# Order:   Any.
paths=('/proc/sys/vm/stat_interval')
settings='[1-9][0-9]{0,3}' values='[0-9]{1,9}'
