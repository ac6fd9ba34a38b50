# Summary: Sets transparent huge pages.
# Values:  never, madvise, always
# Why:     Whether an allocation gets huge pages depends on how fragmented the memory is.
# Cost:    It changes what is measured: production mostly runs madvise or always. Off (keep) by default.
# Order:   Any.
paths=('/sys/kernel/mm/transparent_hugepage/@(enabled|defrag)')
settings='never|madvise|always' values='[a-z+]+'

# The file lists all values and marks the one in force.
read_target() {
  kernel_read "$1" || return
  REPLY=${REPLY#*\[}
  REPLY=${REPLY%%\]*}
}
