# Summary: Confines all services and sessions to the housekeeping CPUs (AllowedCPUs of the top-level slices).
# Values:  confine
# Why:     What is not on the benchmark CPUs cannot disturb them. Kernel threads stay where they are.
# Cost:    Everything else shares the remaining CPUs.
# Order:   Before the partition, which needs its CPUs for itself; restored after it.
unit_names=(system.slice user.slice machine.slice init.scope)
paths=("${unit_names[@]/#/unit:}")
paths=("${paths[@]/%/:AllowedCPUs}")
settings=confine values='[0-9,-]*' restore_at=28

detect() {
  REASON='there is no systemd here'
  has_systemd || return
  REASON='no cgroup v2 with the cpuset controller'
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' cpuset '* ]] || return
  REASON=$NO_CPUS
  [[ -n $BENCH_CPUS ]]
}

begin() { load_units ActiveState,AllowedCPUs "${unit_names[@]}"; }

want() {
  local name
  for name in "${unit_names[@]}"; do
    [[ ${UNIT[$name:ActiveState]-} != active ]] || add "unit:$name:AllowedCPUs" "$HOUSE_CPUS"
  done
}

read_target() {
  local name=${1#unit:}
  cpu_property "${name%:*}" AllowedCPUs
}

write_target() {
  local name=${1#unit:}
  set_unit_property "${name%:*}" AllowedCPUs "$2"
}

flush() {
  [[ ${RELOAD_UNITS-} != yes ]] || patiently systemctl daemon-reload
  begin
}

same() { same_list "$2" "$3"; }
