# Summary: Moves the kernel threads that can be moved to the housekeeping CPUs.
# Values:  housekeeping
# Why:     Reclaim, compaction, journalling and RCU threads otherwise run on any CPU; slices do not hold them.
# Cost:    They share fewer CPUs. One short process for each thread that is moved.
# Order:   Last. Since Linux 6.1 a partition moves these threads by itself, and gives all of them all CPUs when it goes;
#          SMT widens what it has narrowed. So the CPUs of every movable thread are journalled, also with `keep`.
# Wanted is `!CPUS`: anything without these.
paths=('kthread:+([0-9]):+([0-9])')
settings=housekeeping values='!?[0-9,-]+' restore_at=32 kernel_moves=yes vanishes=yes watched=yes

detect() {
  REASON='there is no taskset here'
  type -P taskset >/dev/null || return
  REASON='there are no kernel threads that can be moved'
  glob_targets
  ((${#TARGETS[@]}))
}

# The movable threads are those of the kernel (PF_KTHREAD) whose CPUs may be set (no PF_NO_SETAFFINITY).
glob_targets() {
  local dir
  TARGETS=()
  for dir in "$ROOT"/proc/[1-9]*([0-9]); do
    ! movable "${dir##*/}" || TARGETS+=("kthread:${dir##*/}:$STAT_START")
  done
}

want() {
  local target
  [[ -n $BENCH_CPUS ]] || absent '' "$NO_CPUS"
  for target in "${TARGETS[@]}"; do
    if read_target "$target" && touches "$REPLY" "$BENCH_CPUS"; then add "$target" "!$BENCH_CPUS"; else watch "$target"; fi
  done
}

movable() { process_stat "$1" && ((STAT_FLAGS & 0x00200000 && !(STAT_FLAGS & 0x04000000))); }

# The number may belong to another process by now: the start time decides.
read_target() {
  local pid=${1#kthread:} text=''
  if movable "${pid%:*}" && [[ $STAT_START == "${pid#*:}" ]]; then
    { IFS= read -r -d '' text <"$ROOT/proc/${pid%:*}/status"; } 2>/dev/null
  fi
  REPLY=ENOENT
  [[ $text == *Cpus_allowed_list:* ]] || return
  text=${text#*Cpus_allowed_list:?}
  REPLY=${text%%$'\n'*}
}

write_target() {
  local pid=${1#kthread:} cpus=$2
  [[ $cpus != '!'* ]] || cpus=$J_HOUSE
  taskset -pc "$cpus" "${pid%:*}" </dev/null >/dev/null 2>"$RUN/error" && return
  error_name
  return 1
}

same() {
  if [[ $3 == '!'* ]]; then ! touches "$2" "${3#!}"; else same_list "$2" "$3"; fi
}

explain() {
  case $1 in
    EINVAL | EPERM | ENOENT) REPLY="unsupported|the kernel holds it ($1)" ;;
    *) REPLY="failed|${1:-reads back something else}" ;;
  esac
}
