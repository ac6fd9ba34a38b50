# Summary: Gives the benchmark CPUs to a cgroup v2 partition of their own (stablebench.slice, owned by systemd).
# Values:  auto (isolated for one CPU, root for more), isolated, root
# Why:     The scheduler then puts nothing else there. Jobs enter by `stable-bench-host attach`.
# Cost:    The CPUs do nothing else. An isolated set has no load balancing: threads would pile up on one CPU.
# Order:   Last: needs housekeeping. Restored right after SMT; whatever is left in the slice is ended.
group=/sys/fs/cgroup/$SLICE
paths=("unit:$SLICE:AllowedCPUs" "unit:$SLICE" "$group/cpuset.cpus.partition")
settings='auto|isolated|root' values='[0-9,-]*|active|inactive|member|root|isolated' restore_at=15
# Taken apart in reverse order: member, stop, property.
backwards=yes

detect() {
  REASON='there is no systemd here'
  has_systemd || return
  REASON='no cgroup v2 with the cpuset controller: attach binds by affinity alone'
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' cpuset '* ]] || return
  REASON=$NO_CPUS
  [[ -n $BENCH_CPUS ]]
}

begin() { load_units ActiveState,AllowedCPUs "$SLICE"; }

want() {
  local kind=$1
  if [[ $kind == auto ]]; then
    list_expand "$BENCH_CPUS"
    if ((${#LIST[@]} == 1)); then kind=isolated; else kind=root; fi
  fi
  add "${paths[0]}" "$BENCH_CPUS"
  add "${paths[1]}" active
  add "${paths[2]}" "$kind"
}

read_target() {
  case $1 in
    "${paths[0]}") cpu_property "$SLICE" AllowedCPUs ;;
    "${paths[1]}") if [[ ${UNIT[$SLICE:ActiveState]-} == active ]]; then REPLY=active; else REPLY=inactive; fi ;;
    # Without its cgroup it is nothing but a member.
    *) if has "$1"; then kernel_read "$1"; else REPLY=member; fi ;;
  esac
}

write_target() {
  case $1 in
    "${paths[0]}") set_unit_property "$SLICE" AllowedCPUs "$2" ;;
    "${paths[1]}")
      if [[ $2 == active ]]; then
        patiently systemctl start --no-pager -- "$SLICE"
      else
        has "$group/cgroup.kill" && kernel_write "$group/cgroup.kill" 1
        patiently systemctl stop --no-pager -- "$SLICE"
      fi || { REPLY=$(<"$RUN/error"); return 1; }
      ;;
    *) kernel_write "$1" "$2" ;;
  esac
  local status=$?
  begin
  return "$status"
}

flush() {
  [[ ${RELOAD_UNITS-} != yes ]] || patiently systemctl daemon-reload
  begin
}

same() {
  if [[ $1 == *:AllowedCPUs ]]; then same_list "$2" "$3"; else [[ $2 == "$3" ]]; fi
}
