# The groups of knobs that the ladder adds one after the other, in the order in which the guides of the field do. Each knob is
# in one group. `pinned` has none: the benchmark's processes are bound to the benchmark CPUs.
GROUPS_IN_ORDER=(pinned clock smt turbo idle quiet interrupts isolation)
declare -gA KNOBS_OF=(
  [pinned]=''
  [clock]='governor energy-preference energy-bias min-frequency uncore'
  [smt]=smt
  [turbo]='turbo max-frequency'
  [idle]=idle
  [quiet]="services daemons watchdogs numa-balancing same-page-merging huge-page-daemon statistics-interval compaction timer-migration
    counters rcu huge-pages address-randomisation"
  [interrupts]='irqbalance irq-affinity packet-steering workqueues'
  [isolation]='housekeeping partition swap memory kernel-threads'
)

# Sets SETTING for the groups $@: their knobs as the profile strict has them, or as the configuration names them one by one; all
# others keep. Nothing is required: what this machine does not have is named in the report.
use_groups() { # GROUP...
  local group knob file
  local -A strict=()
  for knob in "${KNOBS[@]}"; do SETTING["$knob"]=keep; done
  for file in "$KIT/profiles/strict.conf" "$CONFIG" "${CONFIG%/*}"/conf.d/*.conf; do read_config "$file" || return; done
  for knob in "${KNOBS[@]}"; do strict[$knob]=${SETTING["$knob"]} SETTING["$knob"]=keep REQUIRED["$knob"]=no; done
  for group in "$@"; do
    for knob in ${KNOBS_OF[$group]}; do SETTING["$knob"]=${strict[$knob]}; done
  done
  OPTION[on-failure]=degraded OPTION[busy-wait]=0
}

# HERE: the groups that change something on this machine. WHY_NOT[GROUP]: why the others do not. Plans and sets nothing, so
# it needs the lock and no open journal.
find_groups() {
  local group knob target original wanted word
  declare -gA WHY_NOT=()
  declare -gA changes=()
  HERE=()
  use_groups "${GROUPS_IN_ORDER[@]}" || return
  JOURNAL=$PRIVATE/plan
  : >"$JOURNAL.new"
  choose_cpus
  plan_knobs "${KNOBS[@]}"
  while IFS='|' read -r word knob target original wanted; do
    case $word in
      target) [[ $wanted == '=' || $wanted == "$original" ]] || changes[$knob]=yes ;;
      absent) WHY_NOT[$knob]=${WHY_NOT[$knob]-$original} ;;
    esac
  done <"$JOURNAL.new"
  rm -f -- "$JOURNAL.new"
  for group in "${GROUPS_IN_ORDER[@]}"; do
    word=''
    for knob in ${KNOBS_OF[$group]}; do
      [[ -z ${changes[$knob]-} ]] || word=yes
      [[ -n ${WHY_NOT[$group]-} ]] || WHY_NOT[$group]=${WHY_NOT[$knob]-}
    done
    if [[ $group == pinned ]]; then
      word=$BENCH_CPUS
      WHY_NOT[pinned]=$NO_CPUS
    fi
    [[ -z $word ]] || HERE+=("$group")
  done
}

# CONFIGS: the names of the configurations; CONFIG_GROUPS[I]: the groups of each; REFERENCE[I]: the one that it is compared with.
# On the ladder each adds a group to the one before. With `without` each takes a group away from all of them.
make_configurations() { # [without]
  local group so_far='' all="${HERE[*]}" i=0
  CONFIGS=(untuned) CONFIG_GROUPS=('') REFERENCE=('')
  [[ $1 != without ]] || CONFIGS+=('all groups') CONFIG_GROUPS+=("$all") REFERENCE+=(0)
  for group in "${HERE[@]}"; do
    if [[ $1 == without ]]; then
      CONFIGS+=("without $group") REFERENCE+=(1)
      so_far=" $all "
      so_far=${so_far/" $group "/' '}
    else
      CONFIGS+=("+ $group") REFERENCE+=("$((i++))")
      so_far+=" $group"
    fi
    fields "$so_far" ' '
    LIST=("${FIELDS[@]}")
    CONFIG_GROUPS+=("${LIST[*]}")
  done
}
