# Summary: Confines all services and sessions to the housekeeping CPUs (AllowedCPUs of the top-level slices).
# Values:  confine
# Why:     What is not on the benchmark CPUs cannot disturb them. Kernel threads stay where they are.
# Cost:    Everything else shares the remaining CPUs.
# Order:   Before the partition, which needs its CPUs for itself; restored after it.
unit_names=(system.slice user.slice machine.slice init.scope)
paths=('@(unit|drop-in):@(system.slice|user.slice|machine.slice|init.scope):AllowedCPUs')
settings=confine values='[0-9,-]*|absent|present' restore_at=28 backwards=yes

detect() { can_confine; }
begin() { know_units ActiveState,AllowedCPUs "${unit_names[@]}"; }

want() {
  local name
  for name in "${unit_names[@]}"; do
    [[ ${UNIT[$name:ActiveState]-} != active ]] || add_property "$name" AllowedCPUs "$HOUSE_CPUS"
  done
}

read_target() { read_property "$1"; }
write_target() { write_property "$1" "$2"; }
flush() { load_units ActiveState,AllowedCPUs "${unit_names[@]}"; }
same() { same_list "$2" "$3"; }
