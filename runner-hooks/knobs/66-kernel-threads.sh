# Summary: Moves the kernel threads that can be moved to the housekeeping CPUs.
# Values:  housekeeping
# Why:     Reclaim, compaction, journalling and RCU threads otherwise run on any CPU; slices do not hold them.
# Cost:    They share fewer CPUs. One short process for each thread that is moved.
# Order:   After workqueues and irq-affinity, which move their own threads.
paths=('kthread:+([0-9]):+([0-9])')
settings=housekeeping values='[0-9,-]+' restore_at=22 kernel_moves=yes vanishes=yes

detect() {
  REASON=$NO_CPUS
  [[ -n $BENCH_CPUS ]] || return
  REASON='there is no taskset here'
  type -P taskset >/dev/null
}

want() {
  local dir cpu
  local -A bench=()
  list_expand "$BENCH_CPUS"
  for cpu in "${LIST[@]}"; do bench[$cpu]=1; done
  for dir in "$ROOT"/proc/[1-9]*([0-9]); do
    if ! movable "${dir##*/}" || ! allowed_cpus "${dir##*/}" || ! list_expand "$REPLY"; then continue; fi
    for cpu in "${LIST[@]}"; do
      [[ -n ${bench[$cpu]-} ]] || continue
      add "kthread:${dir##*/}:$STAT_START" "$HOUSE_CPUS"
      break
    done
  done
  ((${#PLAN[@]})) || absent '' 'no movable kernel thread is allowed on the benchmark CPUs'
}

# Succeeds for a kernel thread (PF_KTHREAD) whose CPUs may be set (no PF_NO_SETAFFINITY).
movable() {
  process_stat "$1" && ((STAT_FLAGS & 0x00200000)) && ((!(STAT_FLAGS & 0x04000000)))
}

# REPLY: the CPUs that process $1 may use.
allowed_cpus() {
  local key value
  while read -r key value; do
    REPLY=$value
    [[ $key != Cpus_allowed_list: ]] || return 0
  done 2>/dev/null <"$ROOT/proc/$1/status"
  return 1
}

# The number may belong to another process by now: the start time decides.
read_target() {
  local pid=${1#kthread:}
  if ! movable "${pid%:*}" || [[ $STAT_START != "${pid#*:}" ]] || ! allowed_cpus "${pid%:*}"; then
    REPLY=ENOENT
    return 1
  fi
}

write_target() {
  local pid=${1#kthread:}
  patiently taskset -pc "$2" "${pid%:*}" >/dev/null && return
  error_name
  return 1
}

same() { same_list "$2" "$3"; }

explain() {
  case $1 in
    EINVAL | EPERM | ENOENT) REPLY="unsupported|the kernel holds it ($1)" ;;
    *) REPLY="failed|${1:-reads back something else}" ;;
  esac
}
