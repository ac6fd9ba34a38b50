# Summary: Sets transparent huge pages.
# Values:  never, madvise, always
# Why:     Whether an allocation gets huge pages depends on how fragmented the memory is.
# Cost:    It changes what is measured: production mostly runs madvise or always. Off (keep) by default.
# Order:   Any. Whenever `enabled` changes, Linux computes vm.min_free_kbytes again (mm/khugepaged.c), over what somebody has
#          set there: it is journalled with them, and restored after them.
reserve=/proc/sys/vm/min_free_kbytes
# Since Linux 6.8 each size has its own `enabled`: it inherits this one, is never used, or does not ask this one.
dir=/sys/kernel/mm/transparent_hugepage
paths=("$dir/@(enabled|defrag)" "$dir/hugepages-+([0-9])kB/enabled" "$reserve")
settings='never|madvise|always' values='[a-z+]+|[0-9]+'

detect() {
  REASON='this kernel has no huge-pages control'
  has "$dir/enabled"
}

want() {
  local target
  glob_targets
  for target in "${TARGETS[@]}"; do
    if [[ $target == "$reserve" ]]; then watch "$target"; elif [[ $target != */hugepages-* ]] ||
      { read_target "$target" && [[ $REPLY != @(inherit|never) ]]; }; then add "$target" "$1"; fi
  done
}

# The file lists all values and marks the one in force.
read_target() {
  kernel_read "$1" || return
  REPLY=${REPLY#*\[}
  REPLY=${REPLY%%\]*}
}
