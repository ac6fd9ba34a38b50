# ladder: what each group of knobs is worth on this machine. It measures a command under configurations that add one group after
# the other, in a random order in each of several rounds, so that drift meets all alike. Each configuration is tuned and restored
# as for a job, with the same journal; its owner is this process, so the guard restores when it is killed.

ladder() { # [--rounds N] [--runs N] [--seed N] [--without] -- COMMAND...
  local status=0
  ROUNDS=10 RUNS=3 SEED='' MODE='' COMMAND=() RUN_PID='' STOPPED='' HERE=() HAS_LOCK=yes
  if [[ $CALLER_KIND == worker ]]; then
    complain 'ladder is for root by hand, not for a job'
    return "$EX_NOPERM"
  fi
  parse_ladder "$@" || return "$EX_USAGE"
  process_stat "$$" || return
  CALLER_KIND=root CALLER_PID=$$ CALLER_START=$STAT_START CALLER_UNIT=''
  # The program is in /. sudo, or the shell, is where the caller is.
  DIRECTORY=$(cd -P -- "/proc/$PPID/cwd" && pwd -P) || DIRECTORY=/
  SEED=${SEED:-$((RANDOM * 32768 + RANDOM))}
  load_config || return "$EX_USAGE"
  trap 'stop_ladder 130' INT
  trap 'stop_ladder 143' TERM
  trap 'stop_ladder 129' HUP
  prepare_ladder || return
  [[ -n $STOPPED ]] || measure_all || status=$?
  trap '' INT TERM HUP
  if [[ -n $STOPPED ]]; then
    ((status)) || complain 'interrupted: the machine is restored, and nothing is reported'
    return "$STOPPED"
  fi
  ((status)) && return "$status"
  report_ladder
}

parse_ladder() {
  while (($#)) && [[ $1 != -- ]]; do
    case $1=${2-} in
      --rounds=[1-9]?([0-9])?([0-9])) ROUNDS=$2 && shift ;;
      --runs=[1-9]?([0-9])?([0-9])) RUNS=$2 && shift ;;
      --seed=+([0-9])) SEED=$((10#${2:0:9})) && shift ;;
      --without=*) MODE=without ;;
      *)
        complain "ladder does not know ${1:-an empty argument} ${2-}: ladder [--rounds N] [--runs N] [--seed N] [--without] -- COMMAND"
        return 1
        ;;
    esac
    shift
  done
  COMMAND=("${@:2}")
  if ((${#COMMAND[@]} == 0)); then
    complain 'ladder needs a command: stable-bench-host ladder -- ./bench'
    return 1
  elif ((ROUNDS < 3)); then
    complain "ladder needs at least three rounds, not $ROUNDS: their differences are what its intervals are made of"
    return 1
  fi
}

# Runs $@ under the lock, in a child, so that no configuration sees what another one has read. Signals wait until it is done. Its
# messages are printed when it fails.
locked() {
  (
    trap '' INT TERM HUP
    lock_or_say || exit
    keep_messages
    keep_noise
    start_clock
    status=0
    "$@" || status=$?
    keep_history "$status"
    ((status)) || MESSAGES=()
    print_messages
    exit "$status"
  )
}

# What would change here; the configurations and their samples.
prepare_ladder() {
  SAMPLES=$PRIVATE/ladder-samples
  PLANNED=$PRIVATE/ladder-plan
  locked plan_ladder || return
  # shellcheck source=/dev/null
  source "$PLANNED"
  make_configurations "$MODE"
  say "seed $SEED: $ROUNDS rounds of ${#CONFIGS[@]} configurations, $RUNS runs each (--seed $SEED repeats their order)"
  begin_samples
}

plan_ladder() {
  settle_open_journal || return
  if ((DONE)); then return 1; fi
  find_groups || return
  BENCH=("$BENCH_CPUS")
  declare -p HERE WHY_NOT BENCH | sed 's/^declare -/&g/' >"$PLANNED"
}

measure_all() {
  local round i
  NEXT=$((SEED % 2147483646 + 1))
  for ((round = 1; round <= ROUNDS; round++)); do
    shuffled "${#CONFIGS[@]}"
    for i in "${ORDER[@]}"; do
      measure_configuration "$round" "$i" || return
      [[ -z $STOPPED ]] || return 0
    done
    say "round $round of $ROUNDS is done"
  done
}

# Tunes, runs once to warm up and RUNS times, and restores.
measure_configuration() { # ROUND INDEX
  local run pinned=no status=0
  [[ " ${CONFIG_GROUPS[$2]} " != *' pinned '* ]] || pinned=yes
  # shellcheck disable=SC2086  # words on purpose
  locked tune_groups ${CONFIG_GROUPS[$2]} || { status=$?; locked restore; return "$status"; }
  for ((run = 0; run <= RUNS && status == 0; run++)); do
    if ! run_command "$pinned"; then status=1; elif ((run)); then
      printf 'sample|%d|%d|%d\n' "$1" "$2" "$REPLY" >>"$SAMPLES" || status=1
    fi
  done
  if [[ -n $STOPPED ]]; then
    # What was measured so far is too little to say anything.
    status=0
  elif ! load_journal brief || ! same_owner || [[ $J_STATE != tuned ]]; then
    complain "somebody has restored the machine in the middle of a configuration (${CONFIGS[$2]}): begin again"
    status=1
  fi
  locked restore || status=$?
  return "$status"
}

tune_groups() { # GROUP...
  load_config && use_groups "$@" || return "$EX_USAGE"
  settle_open_journal || return
  tune_now
}

# ORDER: the numbers from 0 to $1 - 1 in a random order: Fisher and Yates, with the minimal standard generator (Park and Miller,
# 1988), since RANDOM has another sequence in each bash.
shuffled() {
  local i j swap
  ORDER=()
  for ((i = 0; i < $1; i++)); do ORDER+=("$i"); done
  for ((i = $1 - 1; i > 0; i--)); do
    NEXT=$((NEXT * 16807 % 2147483647))
    j=$((NEXT % (i + 1))) swap=${ORDER[i]}
    ORDER[i]=${ORDER[j]} ORDER[j]=$swap
  done
}
