# install.sh --check: whether jobs will be tuned by what was installed, and which boot parameters would help. Changes
# nothing. Fails when something is missing, can be changed by others or is not as it was installed, and when the
# configuration is wrong.

check_installation() {
  local bad=0
  CHECKED=() OPEN=''
  load_runners
  check_kit || bad=1
  check_configuration || bad=1
  if has_systemd; then check_units || bad=1; else
    say 'no systemd: what a killed job leaves behind stays until the next hook, and the lease cannot end by itself'
  fi
  check_runners_installed || bad=1
  check_sudoers || bad=1
  only_root_writes "${CHECKED[@]}" || bad=1
  if [[ -e $RUN/journal ]]; then say 'the machine is tuned at the moment, or was not restored: see status'; fi
  check_kernel
  return "$bad"
}

check_configuration() {
  CHECKED+=("${CONFIG%/*}")
  if [[ -n $OPEN && $KIT -ef $PLACE ]]; then
    complain 'the configuration is not looked at, since that would run knobs that others may have written'
    return 1
  fi
  # In a child: it loads the knobs.
  (load_config && check_plan) && say "ok: the configuration is at $CONFIG" && return
  complain 'with this configuration every job fails before it begins'
  return 1
}

# Fails when a required knob could not be set as configured, and tells it of the others too. It plans as tune does, which
# only reads. On a machine that is tuned a plan would see what was set.
check_plan() {
  local knob target reason word status bad=0
  local -A told=()
  [[ ! -e $JOURNAL ]] || return 0
  if ! RUN=$(mktemp -d); then
    complain 'no temporary directory can be made (mktemp): the configuration is not looked at'
    return 1
  fi
  JOURNAL=$RUN/plan
  trap 'rm -rf -- "$RUN"' EXIT
  : >"$JOURNAL.new"
  choose_cpus
  [[ -z ${CPUS_NOTE-} ]] || say "$CPUS_NOTE"
  for knob in "${KNOBS[@]}"; do
    step plan_knob "$knob" || printf 'absent|%s||its state could not be read in time|failed\n' "$knob" >>"$JOURNAL.new"
  done
  while IFS='|' read -r word knob target reason status; do
    [[ $word == absent && $status == failed && -z ${told[$knob]-} ]] || continue
    told[$knob]=yes
    reason="$knob = ${SETTING[$knob]}${target:+ ($target)}: $reason"
    if [[ ${REQUIRED[$knob]} == yes && ${OPTION[on-failure]} == fail ]]; then
      complain "$reason"
      bad=1
    else
      say "note: will not be set: $reason"
    fi
  done <"$JOURNAL.new"
  return "$bad"
}

check_units() {
  local bad=0 unit
  for unit in stable-bench-guard.service stable-bench-recover.service stablebench.slice; do
    check_there "$UNITS/$unit" "$unit" "$PLACE/systemd/$unit" || bad=1
  done
  timeout -k 2 "$STEP_TIMEOUT" systemctl is-enabled --quiet stable-bench-recover.service </dev/null 2>/dev/null &&
    return "$bad"
  complain 'stable-bench-recover.service is not enabled: run install.sh again'
  return 1
}

# Every runner has what tunes for its jobs, those named by --runner too.
check_runners_installed() {
  local dir mode=hooks bad=0
  [[ -z $EPHEMERAL ]] || mode=ephemeral
  for dir in "${RUNNERS[@]}"; do [[ -n ${RUNNER_MODE[$dir]-} ]] || know_runner "$mode" - "$dir"; done
  for dir in "${RUNNER_DIRS[@]}"; do check_runner "$dir" "${RUNNER_MODE[$dir]}" "${RUNNER_SERVICE[$dir]}" || bad=1; done
  ((${#RUNNER_DIRS[@]})) && return "$bad"
  complain 'no runner is installed, so no job will be tuned: install.sh --runner DIR'
  return 1
}

check_runner() { # RUNNER_DIR MODE UNIT
  local EPHEMERAL='' source=runner.conf unit=$3 bad=0
  if [[ ! -d $1 ]]; then
    complain "$1 is not there any more: install.sh forgets it"
    return 1
  fi
  if [[ $2 == hooks ]]; then check_hooks "$1" || bad=1; else
    EPHEMERAL=yes source=runner-ephemeral.conf
  fi
  has_systemd || return "$bad"
  # What the runner says now; or else the service that it was installed with.
  if ! find_unit "$1"; then bad=1; elif [[ -n $RUNNER_UNIT ]]; then unit=$RUNNER_UNIT; fi
  [[ $unit != - ]] || return "$bad"
  check_there "$UNITS/$unit.d/stable-bench.conf" "the drop-in of $unit" "$PLACE/systemd/$source" && return "$bad"
}

# The runner in $1 still has its hook variables, and they are root's.
check_hooks() { # RUNNER_DIR
  local line lines bad=0
  lines=$(enter_runner "$1" remove && read_environment "$1" && printf '%s\n' "${KEPT[@]}") || bad=1
  for line in "${HOOK_VARIABLES[@]}"; do
    [[ $'\n'$lines$'\n' != *$'\n'"$line"$'\n'* ]] || continue
    complain "$1/.env does not set ${line%%=*}: its jobs are not tuned"
    bad=1
  done
  [[ ! -f $1/.env || $(stat -c %u "$1/.env") == "$ROOT_ID" ]] || say "$1/.env belongs to the runner, not to root"
  return "$bad"
}

# Boot parameters are reported with advice, never set.
check_kernel() {
  local line='' file
  kernel_text /proc/cmdline
  line=" $REPLY "
  report_parameter isolcpus 'not needed: the partition does the same while a job runs, and without stacking threads'
  report_parameter nohz_full 'no timer ticks on these CPUs, but slower system calls: measure before you keep it'
  report_parameter rcu_nocbs 'moves RCU callbacks away; harmless'
  report_parameter mitigations 'changes results by several percent: keep it equal on machines that are compared'
  for file in "$ROOT"/sys/devices/system/cpu/vulnerabilities/*; do
    [[ $(<"$file") != Vulnerable* ]] || say "note: ${file##*/}: $(<"$file")"
  done
}

report_parameter() { # NAME ADVICE
  if [[ $line == *" $1="* ]]; then
    local value=${line#*" $1="}
    say "boot parameter $1=${value%% *}: $2"
  fi
}

# REPLY: the first line of $1, or nothing. For programs that may not run as root, so without kernel_read's files.
kernel_text() {
  REPLY=''
  [[ ! -r $ROOT$1 ]] || IFS= read -r REPLY <"$ROOT$1"
  return 0
}
