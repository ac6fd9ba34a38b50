# The plan: every knob's targets with their original and wanted values, all read before the first write.
# A plan line is `target|KNOB|TARGET|ORIGINAL|WANTED` (WANTED `=`: journalled and restored, but not set) or
# `absent|KNOB|TARGET|REASON`.

# Runs in a child of the engine: prints the plan of knob $1.
plan_knob() {
  local setting=${SETTING[$1]}
  # What was known of the units may be from before a restore.
  PLAN=() UNITS_KNOWN=''
  load_knob "$1"
  [[ $setting == keep && $watched == no ]] && return
  if ! detect; then
    [[ $setting == keep ]] || absent '' "$REASON"
  else
    begin
    if [[ $setting == keep ]]; then watch_all; else want "$setting"; fi
  fi
  ((${#PLAN[@]} == 0)) || printf '%s\n' "${PLAN[@]}" >>"$JOURNAL.new"
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
    absent "$target" "cannot be read ($REPLY)"
    return
  fi
  if ! allowed "$target" "$REPLY"; then
    one_line "$REPLY"
    absent "$target" "holds a value this kit does not know: ${REPLY//|/ }"
    return
  fi
  if [[ $value != '=' ]] && ! allowed "$target" "$value"; then
    absent "$target" "$value is not a value for it"
    return
  fi
  PLAN+=("target|$KNOB|$target|$REPLY|$value")
}

absent() { # TARGET REASON
  PLAN+=("absent|$KNOB|$1|$2")
}
