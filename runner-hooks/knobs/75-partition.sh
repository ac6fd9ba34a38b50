# Summary: Gives the benchmark CPUs, and the load CPUs, to a cgroup v2 partition of their own (stablebench.slice, owned by systemd).
# Values:  auto (isolated for one CPU, or with CPUs of isolcpus=; root for more, or where the kernel has no isolated), isolated, root
# Why:     The scheduler then puts nothing else there. Jobs enter by `stable-bench-host attach`.
# Cost:    The CPUs do nothing else. An isolated set has no load balancing: threads would pile up on one CPU.
# Order:   Needs housekeeping. Restored right after SMT; whatever is left in the slices is ended.
ours="@($SLICE|$LOAD_SLICE)"
unit_names=("$SLICE" "$LOAD_SLICE")
paths=("unit:$ours" "@(unit|drop-in):$ours:AllowedCPUs" "/sys/fs/cgroup/$ours/cpuset.cpus.partition")
settings='auto|isolated|root' values='[0-9,-]*|active|inactive|absent|present|member|root|isolated' restore_at=15
# Restored in reverse order: member, property, stop. Setting a property of a stopped slice would leave a cgroup.
backwards=yes

detect() {
  can_confine && return
  REASON+=': attach binds by affinity alone'
  return 1
}

want() {
  want_slice "$SLICE" "$BENCH_CPUS" "$1"
  [[ -z $LOAD_CPUS ]] || want_slice "$LOAD_SLICE" "$LOAD_CPUS" "$1"
}

want_slice() { # SLICE CPUS KIND
  local kind=$3
  if ! known_unit "$1"; then
    unable '' "systemd does not say what $1 is"
    return
  elif ! held_by_others "$2" && shared_with_others "$2"; then
    unable '' "$REPLY"
    return
  fi
  if [[ $kind == auto ]]; then
    kind=isolated
    # Since Linux 6.7 CPUs of isolcpus= cannot be in a root (and up to 6.17 in no partition). Before, a root did not balance their
    # load either.
    kernel_read /sys/devices/system/cpu/isolated || REPLY=''
    if ! touches "$REPLY" "$2"; then
      list_expand "$2"
      ((${#LIST[@]} == 1)) || kind=root
    fi
  fi
  add "unit:$1" active
  add_property "$1" AllowedCPUs "$2"
  add "/sys/fs/cgroup/$1/cpuset.cpus.partition" "$kind"
}

read_target() {
  local slice=${1#unit:}
  case $1 in
    *:AllowedCPUs) read_property "$1" ;;
    unit:*) if [[ ${UNIT[$slice:ActiveState]-} == active ]]; then REPLY=active; else REPLY=inactive; fi ;;
    # Without a cgroup it counts as a member.
    *) if has "$1"; then kernel_read "$1"; else REPLY=member; fi ;;
  esac
}

write_target() {
  case $1 in
    unit:*:AllowedCPUs) claim_cpus "$1" "$2" ;;
    drop-in:*) write_property "$1" "$2" ;;
    unit:*) if [[ $2 == active ]]; then start_slice "${1#unit:}"; else stop_slice "${1#unit:}"; fi ;;
    *) write_partition "$1" "$2" ;;
  esac
}

claim_cpus() { # TARGET CPUS
  if [[ -n $2 ]] && held_by_others "$2"; then return 1; fi
  write_property "$1" "$2"
}

start_slice() {
  patiently systemctl start --no-pager -- "$1" && return
  systemctl_error
  return 1
}

# Ends all processes in the slice and stops it. Then its cgroup is gone. systemd does not end processes that are
# directly in a slice when it stops it, and before Linux 5.14 there is no cgroup.kill.
stop_slice() {
  if has "/sys/fs/cgroup/$1/cgroup.kill"; then kernel_write "/sys/fs/cgroup/$1/cgroup.kill" 1; else
    patiently systemctl kill --no-pager -s KILL -- "$1"
  fi
  wait_until_empty "$1"
  if ! patiently systemctl stop --no-pager -- "$1"; then
    systemctl_error
    return 1
  fi
}

# A process may need seconds to give its memory back, and systemd forgets a cgroup that is not empty when its slice stops: it
# would stay, with its CPUs.
wait_until_empty() { # SLICE
  local tries
  for ((tries = 100; tries > 0; tries--)); do
    kernel_read "/sys/fs/cgroup/$1/cgroup.events" && [[ $REPLY == 'populated 1' ]] || return 0
    pause 0.05
  done
}

# Before Linux 6.1 there is no `isolated`: with auto the partition becomes a root. A partition that the kernel calls
# invalid becomes a member again.
write_partition() { # FILE KIND
  local reason
  try_partition "$1" "$2" && return
  reason=$REPLY
  # An invalid one stays invalid (before Linux 6.7) until it is a member.
  if [[ $2 == isolated && ${SETTING[partition]-} == auto ]] && { kernel_write "$1" member || true; } && try_partition "$1" root; then
    REPLY="FALLBACK $reason"
    return 1
  fi
  kernel_write "$1" member
  REPLY=$reason
  return 1
}

# The kernel accepts an invalid partition without an error. Only reading shows it, with the reason.
try_partition() { # FILE KIND
  local error=''
  kernel_write "$1" "$2" || error=$REPLY
  kernel_read "$1" && [[ $REPLY == "$2" ]] && return
  [[ $REPLY == *invalid* ]] || REPLY=${error:-$REPLY}
  return 1
}

explain() {
  case $1 in
    FALLBACK*) REPLY="applied|root, since isolated is refused here:${1#FALLBACK}" ;;
    EINVAL | ENOENT | EOPNOTSUPP) REPLY="unsupported|this kernel has no such partition ($1)" ;;
    *'conflicts with housekeeping'*) REPLY="failed|$1: boot without isolcpus= for these CPUs, which the partition makes needless, \
or name others with cpus =" ;;
    *) REPLY="failed|${1:-reads back something else}" ;;
  esac
}

flush() {
  load_units ActiveState,AllowedCPUs "$SLICE" "$LOAD_SLICE"
  sweep_drop_ins
}
