# The plan of a tune: the targets of every knob with their original and wanted values, all read before the first write.
# A target has the line `target|KNOB|TARGET|ORIGINAL|WANTED`. With `=` as WANTED it is journalled and restored, not set.
# A target that is not set has the line `absent|KNOB|TARGET|REASON|STATUS`. STATUS is `unsupported` when this machine does
# not have it; `failed` when the machine has it, but not now or not as configured; `already` when there is nothing to set,
# since the machine is by itself as the knob would make it.

# Appends the plans of the knobs $@ to $JOURNAL.new. No process for a knob that has nothing to plan.
plan_knobs() { # KNOB...
  local knob unit
  local -a planned=()
  local -A units=()
  for knob in "$@"; do
    [[ ${SETTING[$knob]} != keep || ${WATCHED[$knob]-} == yes ]] || continue
    planned+=("$knob")
    for unit in ${UNITS_OF[$knob]-}; do units[$unit]=yes; done
  done
  load_planned_units "${!units[@]}"
  for knob in "${planned[@]}"; do
    step plan_knob "$knob" || add_plan "absent|$knob||its state could not be read in time|failed"
  done
}

# Appends lines to $JOURNAL.new. Where /run is full, the last of them may be cut short: the whole file is given up then.
add_plan() { printf '%s\n' "$@" >>"$JOURNAL.new" || : >"$JOURNAL.new"; }

# Adds the plan of knob $1 to the journal. Runs in a child of the engine.
plan_knob() {
  local setting=${SETTING[$1]}
  PLAN=()
  load_knob "$1"
  LACK=unsupported
  if ! detect; then
    [[ $setting == keep ]] || not_planned '' "$REASON" "$LACK"
  elif [[ $setting == keep ]]; then watch_all; else want "$setting"; fi
  ((${#PLAN[@]} == 0)) || add_plan "${PLAN[@]}"
}

watch_all() {
  local target
  glob_targets
  for target in "${TARGETS[@]}"; do watch "$target"; done
}

watch() { add "$1" =; }

add() { # TARGET VALUE
  local target=$1 value=$2
  if ! read_target "$target"; then
    unreadable "$target" 'cannot be read'
    return
  fi
  if ! allowed "$target" "$REPLY"; then
    short_line "$REPLY"
    unable "$target" "holds a value this kit does not know: $REPLY"
    return
  fi
  if [[ $value != '=' ]] && ! allowed "$target" "$value"; then
    unable "$target" "$value is not a value for it"
    return
  fi
  PLAN+=("target|$KNOB|$target|$REPLY|$value")
}

# For a target that this machine does not have.
absent() { not_planned "$1" "$2" unsupported; } # TARGET REASON

# For a target that need not be set, since the machine is as it should be without that.
as_wanted() { not_planned "$1" "$2" already; } # TARGET REASON

# For a target that the machine has, but not now or not as configured. A required knob fails then.
unable() { not_planned "$1" "$2" failed; } # TARGET REASON

not_planned() { # TARGET REASON unsupported|failed|already
  PLAN+=("absent|$KNOB|$1|${2//|/ }|$3")
}

# For a target that cannot be read; REPLY says why. A target that is gone, or whose CPU is offline, is absent.
unreadable() { # TARGET WHAT
  case $REPLY in
    ENOENT | ENODEV | EOPNOTSUPP) absent "$1" "$2 ($REPLY)" ;;
    EBUSY) if cpu_offline "$1"; then absent "$1" 'its CPU is offline'; else unable "$1" "$2 (EBUSY)"; fi ;;
    *) unable "$1" "$2 ($REPLY)" ;;
  esac
}

# Succeeds when target $1 is a file of a CPU that is offline. The files of its frequency policy stay and answer EBUSY.
cpu_offline() {
  [[ $1 =~ /(cpu|policy)([0-9]+)/ ]] && kernel_read "/sys/devices/system/cpu/cpu${BASH_REMATCH[2]}/online" &&
    [[ $REPLY == 0 ]]
}
