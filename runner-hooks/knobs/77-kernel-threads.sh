# Summary: Moves the kernel threads that can be moved to the housekeeping CPUs.
# Values:  housekeeping
# Why:     Reclaim, compaction, journalling and RCU threads otherwise run on any CPU; slices do not hold them.
# Cost:    They share fewer CPUs. One short process for each thread that is moved.
# Order:   Last. Since Linux 6.1 a partition moves these threads by itself, and gives all of them all CPUs when it goes;
#          SMT widens what it has narrowed. So the CPUs of every movable thread are journalled, also with `keep`.
# The wanted value `!CPUS` is any list without these CPUs.
# Other threads may have CPUs of their own (taskset, CPUAffinity=, virtual CPUs). They lose them when the last of these
# goes offline, and before Linux 6.2 when a slice is confined: the kernel then gives them all CPUs of their cgroup. Up
# to MOST such threads of services and containers are journalled. Their CPUs are restored once only: their owner may set
# others at any time, and must not be able to keep a restore from ending.
paths=('kthread:+([0-9]):+([0-9])' 'thread:+([0-9])/+([0-9]):+([0-9])')
settings=housekeeping values='!?[0-9,-]+' restore_at=32 kernel_moves=yes vanishes=yes watched=yes

detect() {
  REASON='there is no taskset here' LACK=failed
  type -P taskset >/dev/null || return
  LACK=already REASON='there are no kernel threads that can be moved'
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
  local target stays=''
  have_cpus || not_planned '' "$REASON" "$LACK"
  for target in "${TARGETS[@]}"; do
    if ! read_target "$target"; then
      watch "$target"
    elif lent_out "$REPLY"; then
      ! touches "$REPLY" "$RESERVED_CPUS" || stays=$HOLDER
    elif touches "$REPLY" "$RESERVED_CPUS"; then
      add "$target" "!$RESERVED_CPUS"
    else
      watch "$target"
    fi
  done
  [[ -z $stays ]] || unable '' "$stays, and Linux would not give them back to kernel threads"
  watch_threads
}

watch_all() {
  local target
  for target in "${TARGETS[@]}"; do
    if ! read_target "$target" || ! lent_out "$REPLY"; then watch "$target"; fi
  done
  watch_threads
}

MOST=512

watch_threads() {
  local file pid count=0
  [[ ${SETTING[housekeeping]}${SETTING[partition]}${SETTING[smt]} != keepkeepkeep ]] || return 0
  for file in "$ROOT"/proc/[1-9]*([0-9])/task/[1-9]*([0-9])/status; do
    file=${file#"$ROOT"/proc/}
    pid=${file%/status}
    if cpus_of "$pid" && of_service && own_cpus "${pid%%/*}" "$REPLY" && process_stat "$pid" &&
      ! ((STAT_FLAGS & 0x00200000)); then
      if ((++count > MOST)); then
        absent '' "more than $MOST threads have CPUs of their own; the others may lose them"
        break
      fi
      watch "thread:${pid%%/*}/${pid##*/}:$STAT_START"
    fi
  done
}

movable() { process_stat "$1" && ((STAT_FLAGS & 0x00200000 && !(STAT_FLAGS & 0x04000000))); }

# The number may belong to another process by now. The start time tells.
read_target() {
  local pid=${1#*thread:}
  pid=${pid%:*}
  if [[ $1 == kthread:* ]]; then movable "$pid"; else process_stat "${pid/'/'//task/}"; fi &&
    [[ $STAT_START == "${1##*:}" ]] && cpus_of "${pid/'/'//task/}" && return
  REPLY=ENOENT
  return 1
}

write_target() {
  local pid=${1#*thread:} cpus=$2
  pid=${pid%:*}
  # A thread with CPUs of its own has not lost them, or somebody has set others since.
  if [[ $1 == thread:* ]] && cpus_of "${pid/'/'//task/}" && own_cpus "${pid%/*}" "$REPLY"; then return; fi
  if [[ $cpus == '!'* ]]; then cpus=$J_HOUSE; elif [[ $1 == kthread:* ]]; then
    ! has_again "$pid" "$cpus" || return 0
    with_offline "$cpus"
    cpus=$REPLY
  fi
  taskset -pc "$cpus" "${pid#*/}" </dev/null >/dev/null 2>"$PRIVATE/error" && return
  error_name
  return 1
}

# Since Linux 7.0 a new thread has the CPUs of kthreadd (2). One that began while the machine was tuned gets those that
# kthreadd has got back. A thread that somebody gave the very CPUs of the tuned kthreadd cannot be told from it.
after_restore() {
  local i at='' tuned all why journalled=" ${J_TARGET[*]} "
  for i in ${INDEX_OF[$KNOB]-}; do [[ ${J_TARGET[i]}${J_WANTED[i]} != kthread:2:*'!'* ]] || at=$i; done
  [[ -n $at ]] && kernel_read /proc/sys/kernel/osrelease && ((${REPLY%%.*} >= 7)) || return 0
  tuned=${J_READBACK[$KNOB|${J_TARGET[at]}]-$J_HOUSE}
  cpus_of 2 && all=$REPLY && same_list "$all" "${J_ORIGINAL[at]}" && ! same_list "$all" "$tuned" || return 0
  glob_targets
  for i in "${TARGETS[@]}"; do
    if [[ $journalled == *" $i "* ]] || ! read_target "$i" || ! same_list "$REPLY" "$tuned"; then continue; fi
    write_target "$i" "$all" && continue
    why=$REPLY
    ! read_target "$i" || give_up "$i" "began while the machine was tuned, and keeps CPUs $REPLY ($why)"
  done
}

same() {
  if [[ $3 == '!'* ]]; then ! touches "$2" "${3#!}"; else same_list "$2" "$3"; fi
}

as_good() {
  [[ $1 == thread:* ]] || as_good_online "$2" "$3" "$4"
}

explain() {
  case $1 in
    EINVAL | EPERM | ENOENT) REPLY="unsupported|the kernel holds it ($1)" ;;
    *) REPLY="failed|${1:-reads back something else}" ;;
  esac
}
