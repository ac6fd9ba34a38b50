# Summary: Protects this much memory of what runs in the benchmark slice from being reclaimed, and lets it lock pages.
# Values:  a size such as 512M or 4G
# Why:     When memory is short, the kernel takes program text and page cache also from those that use them now.
#          With swap = off this is what mlockall does, from outside. Attached benchmarks may also call it themselves.
# Cost:    Everything else has that much less memory once the benchmark has used it; too large a size gets other
#          processes killed. Off (keep) by default.
# Order:   With the partition.
unit_names=("$SLICE")
paths=("@(unit|drop-in):$SLICE:MemoryMin")
settings='[1-9][0-9]{0,5}[MG]' values='infinity|[0-9]{1,20}|absent|present' restore_at=14 backwards=yes

detect() { can_limit_memory; }

want() {
  local bytes=$((${1%[MG]} << 20))
  [[ $1 == *M ]] || bytes=$((bytes << 10))
  add_property "$SLICE" MemoryMin "$bytes"
}

read_target() {
  read_property "$1"
  case $1:$REPLY in
    drop-in:*) ;;
    *:18446744073709551615) REPLY=infinity ;;
    *:) REPLY=0 ;;
  esac
}

write_target() { write_property "$1" "$2"; }
flush() {
  load_units MemoryMin "$SLICE"
  sweep_drop_ins
}
