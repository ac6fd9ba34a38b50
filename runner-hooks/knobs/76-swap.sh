# Summary: Forbids swapping out what runs in the benchmark slice.
# Values:  off
# Why:     A page that comes back from disk costs milliseconds.
# Cost:    None: a limit of the slice, no global state. A benchmark larger than the memory fails instead of crawling.
# Order:   With the partition.
unit_names=("$SLICE")
paths=("@(unit|drop-in):$SLICE:MemorySwapMax")
settings=off values='infinity|[0-9]{1,20}|absent|present' restore_at=14 backwards=yes

detect() { can_limit_memory; }
want() { add_property "$SLICE" MemorySwapMax 0; }

read_target() {
  read_property "$1"
  # What systemd prints for no limit.
  [[ $1 == drop-in:* || ( -n $REPLY && $REPLY != 18446744073709551615 ) ]] || REPLY=infinity
}

write_target() { write_property "$1" "$2"; }
flush() {
  load_units MemorySwapMax "$SLICE"
  sweep_drop_ins
}
