# The contract of a knob: what a file in knobs/ may declare, and the defaults, which suit kernel files.
#
# A knob declares its targets and the values that it wants. It has no restore code and no default to return to, does
# not decide whether state is saved, and does not verify itself. The engine does all that, alike for every knob.
#
#   paths=(GLOB ...)    the targets, as globs; nothing outside them is ever written
#   settings=REGEX      what the configuration may ask for (besides keep)
#   values=REGEX        what a target may hold
#   restore_at=NN       when it is restored, in ascending order
#   detect              fails and sets REASON when this machine does not have the knob; also sets LACK=failed when it has
#                       the knob, but not now or not as configured, and LACK=already when it needs none
#   want SETTING        calls one of these for each target: `add TARGET VALUE`; `watch TARGET` (journalled and restored,
#                       not set); `absent TARGET REASON` (unsupported); `unable TARGET REASON` (failed); `as_wanted TARGET
#                       REASON` (already). The default
#                       adds SETTING on every target
#   kernel_moves=yes    the kernel itself changes the targets: they are restored even if they do not hold our value
#   vanishes=yes        targets disappear all the time (interrupts): nobody needs to know
#   backwards=yes       its targets are put back in reverse order
#   watched=yes         journalled even when the setting is keep, since another knob moves the targets
#   unit_names=(UNIT ...)   the units of systemd whose state it reads
#   settle=SECONDS      how long the kernel may take until a target reads back
#   same TARGET A B     compares two values of a target
#   as_good TARGET VALUE ORIGINAL HOW    accepts VALUE as restored, where the kernel cannot show ORIGINAL at the moment.
#                       HOW: `written`, the error, or empty if not written
#   out_of_reach TARGET VALUE ORIGINAL ERROR    after a restore that left VALUE: succeeds when somebody has since taken away what
#                       ORIGINAL needs. REPLY says what, and what to do. No restore can succeed, so the target stays as it is
#   flush               after the last write (for batches)
#   after_restore       after flush, when targets were put back; `give_up TARGET WHY` reports what it cannot put right
#   read_target, write_target   for targets that are not kernel files
#   explain ERROR       REPLY: "status|reason" for a refused write

load_knob() {
  KNOB=$1
  paths=() unit_names=() settings='[a-z]+' values='[a-z]+' restore_at=30
  kernel_moves=no vanishes=no watched=no backwards=no settle=0
  # shellcheck source=/dev/null
  source "${KNOB_FILE[$1]}"
}

# SETTINGS_OF, UNITS_OF, WATCHED, RESTORE_AT: what the knobs $@ declare. One child reads it, since a knob that is loaded
# defines functions.
read_declarations() { # KNOB...
  local knob restore_at watched units settings
  declare -gA SETTINGS_OF UNITS_OF WATCHED RESTORE_AT
  while IFS='|' read -r knob restore_at watched units settings; do
    RESTORE_AT[$knob]=$restore_at WATCHED[$knob]=$watched UNITS_OF[$knob]=$units SETTINGS_OF[$knob]=$settings
  done < <(print_declarations "$@")
}

print_declarations() { # KNOB...
  local knob
  for knob in "$@"; do
    load_knob "$knob"
    printf '%s|%s|%s|%s|%s\n' "$knob" "$restore_at" "$watched" "${unit_names[*]}" "$settings"
  done
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

# CPU lists and masks are the same when they name the same CPUs, all other values when their text is the same.
same() {
  [[ $2 == "$3" ]] && return
  case $1 in
    */smp_affinity_list | *:AllowedCPUs) same_list "$2" "$3" ;;
    */default_smp_affinity | */cpumask | */rps_cpus) same_mask "$2" "$3" ;;
    *) false ;;
  esac
}
as_good() { false; }
out_of_reach() { false; }
flush() { :; }
after_restore() { :; }
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

declare -gA FITS=()

# Succeeds when the loaded knob may write value $2 to target $1. This protects root from a forged journal.
allowed() {
  local pattern
  # The list of every second of 8192 CPUs, Linux's most, has 20 kB.
  ((${#2} <= 32768)) && [[ $1 != *..* && $1 != *//* && $2 != *'|'* ]] || return 1
  # bash compiles the expression each time, and the targets of a knob share a handful of values.
  [[ -n ${FITS[$KNOB|$2]-} || $2 =~ ^($values)$ ]] || return 1
  FITS[$KNOB|$2]=yes
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
