# Summary: Forbids swapping out what runs in the benchmark slice.
# Values:  off
# Why:     A page that comes back from disk costs milliseconds.
# Cost:    None: a limit of the slice, no global state. A benchmark larger than the memory fails instead of crawling.
# Order:   With the partition.
paths=("unit:$SLICE:MemorySwapMax")
settings=off values='infinity|[0-9]{1,20}' restore_at=14

detect() {
  REASON='there is no systemd here'
  has_systemd || return
  REASON='no cgroup v2 with the memory controller'
  kernel_read /sys/fs/cgroup/cgroup.controllers && [[ " $REPLY " == *' memory '* ]]
}

begin() { load_units MemorySwapMax "$SLICE"; }
want() { add "${paths[0]}" 0; }

read_target() {
  REPLY=${UNIT[$SLICE:MemorySwapMax]:-infinity}
  # What systemd prints for no limit.
  [[ $REPLY != 18446744073709551615 ]] || REPLY=infinity
}

write_target() {
  local value=$2
  # Our own slice: no drop-in is no limit.
  [[ $2 != infinity ]] || value=''
  set_unit_property "$SLICE" MemorySwapMax "$value"
}

flush() {
  [[ ${RELOAD_UNITS-} != yes ]] || patiently systemctl daemon-reload
  begin
}
