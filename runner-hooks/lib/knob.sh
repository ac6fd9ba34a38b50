# The contract of a knob: what a file in knobs/ may declare, and the defaults for what is a kernel file.
#
# A knob declares data and says what it wants. It has no restore code and no default to return to, cannot decide
# whether state is saved, and never verifies itself: the engine does all that, for every knob alike.
#
#   paths=(GLOB ...)    the targets, as globs; nothing outside them is ever written
#   settings=REGEX      what the configuration may ask for (besides keep)
#   values=REGEX        what a target may hold
#   restore_at=NN       when it is restored, in ascending order
#   detect              fails and sets REASON when this machine does not have the knob; with LACK=failed when it has it,
#                       but not now, or not as configured
#   want SETTING        calls `add TARGET VALUE`, `watch TARGET` (journalled, restored, not set), or what LACK says for the
#                       whole: `absent TARGET REASON` (unsupported) or `unable TARGET REASON` (failed); the default adds
#                       SETTING on every target
#   kernel_moves=yes    the kernel itself moves the targets: restored even if they do not hold our value
#   vanishes=yes        targets may disappear meanwhile (interrupts)
#   backwards=yes       its targets are put back in reverse order
#   watched=yes         journalled even when the setting is keep, since another knob moves the targets
#   settle=SECONDS      how long the kernel may take until a target reads back
#   same TARGET A B     compares two values of a target
#   as_good TARGET VALUE ORIGINAL HOW    whether a restored target that holds VALUE is back all the same, since the kernel
#                       gives no more of ORIGINAL now. HOW: `written`, the error, or nothing if it was not written
#   begin, flush        before the first read; after the last write (for batches)
#   read_target, write_target   for what is no kernel file
#   explain ERROR       REPLY: "status|reason" for a refused write

load_knob() {
  KNOB=$1
  paths=() settings='[a-z]+' values='[a-z]+' restore_at=30
  kernel_moves=no vanishes=no watched=no backwards=no settle=0
  # shellcheck source=/dev/null
  source "${KNOB_FILE[$1]}"
}

detect() {
  REASON="this kernel has no $KNOB control"
  glob_targets
  ((${#TARGETS[@]}))
}

want() {
  local target
  for target in "${TARGETS[@]}"; do add "$target" "$1"; done
}

# CPU lists and masks are the same when their CPUs are, everything else when the text is.
same() {
  [[ $2 == "$3" ]] && return
  case $1 in
    */smp_affinity_list | *:AllowedCPUs) same_list "$2" "$3" ;;
    */default_smp_affinity | */cpumask) same_mask "$2" "$3" ;;
    *) false ;;
  esac
}
as_good() { false; }
begin() { :; }
flush() { :; }
read_target() { kernel_read "$1"; }
write_target() { kernel_write "$1" "$2"; }

explain() {
  case $1 in
    EPERM | EACCES | EROFS) REPLY="denied|the kernel refuses the write ($1)" ;;
    ENOENT | ENODEV | EOPNOTSUPP) REPLY="unsupported|the kernel does not offer it here ($1)" ;;
    '') REPLY="failed|reads back something else" ;;
    *) REPLY="failed|the write failed ($1)" ;;
  esac
}

# TARGETS: everything that matches paths, without the test root.
glob_targets() {
  local pattern path
  TARGETS=()
  for pattern in "${paths[@]}"; do
    for path in $ROOT$pattern; do
      [[ -e $path ]] && TARGETS+=("${path#"$ROOT"}")
    done
  done
}

# Succeeds when the loaded knob may write value $2 to target $1. This is what stands between a forged journal and root.
allowed() {
  local pattern
  ((${#2} <= 400)) && [[ $1 != *..* && $1 != *//* && $2 != *'|'* && $2 =~ ^($values)$ ]] || return 1
  for pattern in "${paths[@]}"; do
    # shellcheck disable=SC2053  # a pattern on purpose
    [[ $1 == $pattern ]] && return
  done
  return 1
}

# For detect: succeeds when there are CPUs for the benchmark.
have_cpus() {
  REASON=$NO_CPUS LACK=$NO_CPUS_IS
  [[ -n $BENCH_CPUS ]]
}

# Succeeds when the file $1 exists.
has() { [[ -e $ROOT$1 ]]; }
