# plan: what a tune would do on this machine with this configuration, target by target. Changes nothing, and needs no job.

plan() {
  local word knob target original wanted change=0 same=0 absent=0 failed=0
  local -A so=() sets=()
  load_config || return "$EX_USAGE"
  if [[ -e $JOURNAL || -L $JOURNAL ]]; then
    complain 'the machine is tuned, or was not restored: a plan would see what was set (see status)'
    return "$EX_BUSY"
  fi
  JOURNAL=$PRIVATE/plan
  : >"$JOURNAL.new"
  choose_cpus
  [[ -z $CPUS_NOTE ]] || say "$CPUS_NOTE"
  say "benchmark CPUs ${BENCH_CPUS:-none${NO_CPUS:+ ($NO_CPUS)}}${LOAD_CPUS:+, load CPUs $LOAD_CPUS}, others $HOUSE_CPUS"
  plan_knobs "${KNOBS[@]}"
  for knob in "${KNOBS[@]}"; do [[ ${SETTING[$knob]} != keep ]] || say "$knob: keep"; done
  while IFS='|' read -r word knob target original wanted; do
    [[ $word != target || $wanted == '=' ]] || sets[$knob]=yes
  done <"$JOURNAL.new"
  while IFS= read -r target; do so[$target]=yes; done < <(for knob in "${!sets[@]}"; do (print_same "$knob"); done)
  while IFS='|' read -r word knob target original wanted; do
    tell_target
  done <"$JOURNAL.new"
  judge_plan
  rm -f -- "$JOURNAL.new"
  say "$change targets would change, $same are so already, $absent are not on this machine, $failed cannot be set"
  recommend_boot_line
  tell_lacks 'note: results will say degraded'
  ((${#UNMET[@]})) && [[ ${OPTION[on-failure]} == fail ]] || return 0
  tell_unmet
  complain 'a required knob cannot be set: with this configuration jobs fail before they begin'
  return 1
}

# Prints `KNOB|TARGET` for the targets of knob $1 that are as wanted already. It loads the knob, so call it in a child.
print_same() { # KNOB
  local word knob target original wanted
  load_knob "$1"
  while IFS='|' read -r word knob target original wanted; do
    if [[ $word == target && $knob == "$1" && $wanted != '=' ]] && same "$target" "$original" "$wanted"; then
      printf '%s|%s\n' "$knob" "$target"
    fi
  done <"$JOURNAL.new"
}

# Says one line of the plan, and counts it. The fields of an absent target are KNOB TARGET REASON STATUS.
tell_target() {
  local required=''
  [[ ${REQUIRED[$knob]-no} == no ]] || required=' (required)'
  if [[ $word == absent ]]; then
    say "$knob$required: ${target:+$target }${wanted/#failed/cannot be set}: $original"
    case $wanted in
      failed) failed=$((failed + 1)) ;;
      already) same=$((same + 1)) ;;
      *) absent=$((absent + 1)) ;;
    esac
  elif [[ $wanted == '=' ]]; then
    say "$knob: $target: $original, restored in case another knob moves it"
  elif [[ -n ${so[$knob|$target]-} ]]; then
    same=$((same + 1))
    say "$knob$required: $target: $original already"
  else
    change=$((change + 1))
    say "$knob$required: $target: ${original:-none} -> ${wanted/#!/any without }"
  fi
}
