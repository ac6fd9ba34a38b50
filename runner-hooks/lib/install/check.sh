# install.sh --check, besides what an installation would change: whether the configuration lets jobs run on this
# machine, and which boot parameters matter. Changes nothing.

# Fails when an installation would change anything, or when jobs would fail.
check_installation() {
  local finding
  for finding in "${FINDINGS[@]}"; do complain "$finding"; done
  check_configuration || PROBLEMS=$((PROBLEMS + 1))
  if [[ -e $RUN/journal ]]; then say 'the machine is tuned at the moment, or was not restored: see status'; fi
  check_versions || PROBLEMS=$((PROBLEMS + 1))
  check_kernel
  command -v chattr >/dev/null ||
    say "note: there is no chattr here (e2fsprogs), so a runner's .env is not immutable: a job could replace it"
  check_power
  check_neighbours
  ((${#FINDINGS[@]} + PROBLEMS == 0)) && say 'ok: everything is as install.sh writes it'
}

# Reports mistakes in the configuration, and required knobs that this machine cannot set.
check_configuration() {
  if [[ -n $OPEN && $KIT -ef $PLACE ]]; then
    complain 'the configuration is not looked at, since that would run knobs that others may have written'
    return 1
  fi
  # In a child, since it loads the knobs.
  (load_config && check_plan) && return
  complain 'with this configuration every job fails before it begins'
  return 1
}

# Fails when a required knob could not be set as configured; for other knobs this is a note. It makes the plan of a
# tune, which only reads. A tuned machine is not looked at: the plan would see what was set.
check_plan() {
  local knob target reason word status
  local -A reported=()
  [[ ! -e $JOURNAL ]] || return 0
  if ! RUN=$(TMPDIR=/tmp mktemp -d); then
    complain 'no temporary directory can be made (mktemp): the configuration is not looked at'
    return 1
  fi
  PRIVATE=$RUN JOURNAL=$RUN/plan
  trap 'rm -rf -- "$RUN"' EXIT
  : >"$JOURNAL.new"
  choose_cpus
  [[ -z ${CPUS_NOTE-} ]] || say "$CPUS_NOTE"
  plan_knobs "${KNOBS[@]}"
  judge_plan
  while IFS='|' read -r word knob target reason status; do
    [[ $word == absent && $status == failed && -z ${reported[$knob]-} ]] || continue
    reported[$knob]=yes
    reason="$knob = ${SETTING[$knob]}${target:+ ($target)}: $reason"
    if [[ ${REQUIRED[$knob]} == yes && ${OPTION[on-failure]} == fail ]]; then complain "$reason"; else
      say "note: will not be set: $reason"
    fi
  done <"$JOURNAL.new"
  tell_lacks 'note: results will say degraded'
  recommend_boot_line
  ((${#UNMET[@]})) && [[ ${OPTION[on-failure]} == fail ]] || return 0
  tell_unmet
  return 1
}

# Boot parameters are reported with advice, never set.
check_kernel() {
  local line='' file
  kernel_text /proc/cmdline
  line=" $REPLY "
  [[ $line == *' isolcpus=managed_irq,'[0-9]* ]] ||
    report_parameter isolcpus 'not needed: the partition does the same while a job runs, without stacking threads, and Linux 6.7 to 6.17 takes no such CPUs into it'
  report_parameter nohz_full 'no timer ticks on these CPUs, but slower system calls: measure before you keep it'
  report_parameter rcu_nocbs 'moves RCU callbacks away; harmless'
  report_parameter mitigations 'changes results by several percent: keep it equal on machines that are compared'
  for file in "$ROOT"/sys/devices/system/cpu/vulnerabilities/*; do
    [[ $(<"$file") != Vulnerable* ]] || say "note: ${file##*/}: $(<"$file")"
  done
}

# Without mains power the firmware lowers the clock, whatever the driver says.
check_power() {
  local supply plugs='' text
  for supply in "$ROOT"/sys/class/power_supply/*/online; do
    kernel_text "${supply#"$ROOT"}"
    text=$REPLY
    supply=${supply%/online}
    kernel_text "${supply#"$ROOT"}/type"
    [[ $REPLY != Mains ]] || plugs+=$text
  done
  [[ $plugs != +(0) ]] || say 'note: this machine runs on its battery: the firmware lowers the clock'
}

report_parameter() { # NAME ADVICE
  if [[ $line == *" $1="* ]]; then
    local value=${line#*" $1="}
    say "boot parameter $1=${value%% *}: $2"
  fi
}
