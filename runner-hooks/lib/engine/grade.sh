# What a tune is worth: whether its required knobs are met, and whether the machine counts as tuned. The rule, and why it is
# this one, is in docs/runner-hooks.md (What tuned means). src/testbed/receipt/grade-of.ts has it too;
# tests/examples/grades.txt has cases in which both must agree.

# Forgets what was counted. STATE_OF: the end of each knob: drifted, failed, set, or unsupported where this machine has
# none of its targets. WHY_OF: the first reason for that. COUNT: the targets by status.
begin_count() { declare -gA STATE_OF=() WHY_OF=() COUNT=() AMISS=(); }

# Counts a target with this status; `planned` is one that will be set. A knob is set when one of its targets is, and none
# failed or drifted. AMISS: knobs that are set to something that does not steady the clock.
count_status() { # KNOB TARGET WANTED STATUS REASON
  local state=unsupported
  local -A rank=([drifted]=3 [failed]=2 [set]=1 [unsupported]=0)
  COUNT[$4]=$((${COUNT[$4]-0} + 1))
  case $4 in
    applied | already | planned) state='set' ;;
    denied | failed) state=failed ;;
    drifted) state=drifted ;;
  esac
  [[ -z $3 ]] || case $1:$2=$3 in
    governor:*/scaling_governor=performance | turbo:*/no_turbo=1 | turbo:*boost=0) ;;
    governor:*/scaling_governor=* | turbo:*/no_turbo=* | turbo:*boost=*) AMISS[$1]="set to $3" ;;
  esac
  # The worst so far stays.
  [[ -z ${STATE_OF[$1]-} ]] || ((${rank[$state]} > ${rank[${STATE_OF[$1]}]})) || return 0
  STATE_OF[$1]=$state WHY_OF[$1]=${2:+$2: }$5
}

# UNMET: the required knobs that are not met. One without targets has nothing to set, and is.
find_unmet() {
  local knob
  UNMET=()
  for knob in "${KNOBS[@]}"; do
    [[ ${REQUIRED[$knob]-no} == no || ${STATE_OF[$knob]-set} == set ]] || is_capped "$knob" || UNMET+=("$knob")
  done
}

# Where turbo cannot be switched, a clock that is capped at the base clock has none.
is_capped() { [[ $1 == turbo && ${STATE_OF[turbo]-unsupported} == unsupported && ${STATE_OF[max-frequency]-} == set ]]; }

# LACKS: why the machine is not tuned, apart from required knobs.
find_lacks() {
  local knob
  LACKS=()
  ! is_virtual || LACKS+=('a virtual machine: its host decides about the clock and who shares its CPUs')
  for knob in "${!STATE_OF[@]}"; do [[ ${STATE_OF[$knob]} != drifted ]] || LACKS+=("$knob drifted: ${WHY_OF[$knob]}"); done
  for knob in governor turbo partition; do
    if is_capped "$knob" || [[ ${STATE_OF[$knob]-} == @(set|drifted) && -z ${AMISS[$knob]-} ]]; then continue; fi
    LACKS+=("$knob is not in force: ${AMISS[$knob]-${WHY_OF[$knob]-it is not set here}}")
    [[ $knob != partition || -n ${STATE_OF[partition]-} || ${OPTION[profile]-} != gentle ]] ||
      LACKS[-1]='partition is not in force: the profile gentle takes no CPUs from others, so its jobs are always degraded'
  done
}

tell_lacks() { # BEGINNING
  local lack
  for lack in "${LACKS[@]}"; do say "$1: $lack"; done
}

# Judges the plan in $JOURNAL.new: UNMET, LACKS.
judge_plan() {
  local word knob target original wanted
  begin_count
  while IFS='|' read -r word knob target original wanted; do
    case $word in
      target) [[ $wanted == '=' ]] || count_status "$knob" "$target" "$wanted" planned '' ;;
      absent) count_status "$knob" "$target" '' "$wanted" "$original" ;;
    esac
  done <"$JOURNAL.new"
  find_unmet
  find_lacks
}

# Fails, and says why, when the plan already shows that a required knob cannot be set. Nothing has been changed then.
plan_holds() {
  local word knob target reason status
  judge_plan
  ((${#UNMET[@]})) && [[ ${OPTION[on-failure]} == fail ]] || return 0
  while IFS='|' read -r word knob target reason status; do
    [[ $word != absent || $status != failed ]] || complain "$knob:${target:+ $target} $status: $reason"
  done <"$JOURNAL.new"
  tell_unmet
  complain 'a required knob failed: nothing was changed, this job fails before anything is measured'
  return 1
}

# Says which required knobs this machine does not have, after judge_plan or judge, and which profile it can meet.
tell_unmet() {
  local knob profile lacking=''
  for knob in "${UNMET[@]}"; do
    [[ ${STATE_OF[$knob]} == unsupported ]] || continue
    complain "$knob = ${SETTING[$knob]} is required, and this machine does not have it: ${WHY_OF[$knob]}"
    lacking=yes
  done
  [[ -n $lacking ]] || return 0
  for profile in strict standard gentle; do
    (can_meet "$profile") || continue
    complain "this machine can meet the profile $profile (profile = $profile)"
    return
  done
  complain 'this machine can meet no profile: with on-failure = degraded its jobs go on, and their results say degraded'
}

# Succeeds when this machine has what profile $1 requires. Plans, so call it in a child, on a machine that is not tuned. Of the
# other knobs only max-frequency counts (is_capped).
can_meet() { # PROFILE
  local knob
  local -a deciding=()
  declare -gA SETTING REQUIRED
  JOURNAL=$PRIVATE/plan
  : >"$JOURNAL.new"
  for knob in "${KNOBS[@]}"; do SETTING[$knob]=keep REQUIRED[$knob]=no; done
  read_config "$KIT/profiles/$1.conf" || return
  choose_cpus
  for knob in "${KNOBS[@]}"; do [[ ${REQUIRED[$knob]} == no && $knob != max-frequency ]] || deciding+=("$knob"); done
  plan_knobs "${deciding[@]}"
  judge_plan
  rm -f -- "$JOURNAL.new"
  ((${#UNMET[@]} == 0))
}
