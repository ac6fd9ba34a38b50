# install.sh --check: what is installed, what would happen to a job, and which boot parameters would help. Changes
# nothing. Fails when something that was installed is missing or can be changed by others.

check_installation() {
  local bad=0
  only_root_writes "$PLACE/stable-bench-host" || bad=1
  check_there "$PLACE/stable-bench-host" 'the kit' || bad=1
  [[ ! -e $PLACE/stable-bench-host ]] || starts "$PLACE/stable-bench-host" || bad=1
  check_there "$CONFIG" 'the configuration' || bad=1
  check_there "$SUDOERS" 'the sudoers file' || bad=1
  if has_systemd; then
    check_there "$UNITS/$GUARD" 'the guard' || bad=1
  else
    say 'no systemd: what a killed job leaves behind stays until the next hook, and the lease cannot end by itself'
  fi
  check_hooks || bad=1
  if [[ -e $RUN/journal ]]; then say 'the machine is tuned at the moment, or was not restored: see status'; fi
  check_kernel
  return "$bad"
}

check_there() {
  if [[ -e $1 ]]; then say "ok: $2 is at $1"; else
    complain "missing: $2 at $1"
    return 1
  fi
}

# Every runner that was installed still has its hook variables, and they are root's.
check_hooks() {
  local dir line bad=0
  local -a runners=("${RUNNERS[@]}")
  [[ ! -f $PLACE/runners ]] || mapfile -t -O "${#runners[@]}" runners <"$PLACE/runners"
  for dir in "${runners[@]}"; do
    for line in "${HOOK_VARIABLES[@]}"; do
      [[ -f $dir/.env ]] && grep -qxF -- "$line" "$dir/.env" 2>/dev/null && continue
      complain "$dir/.env does not set ${line%%=*}: its jobs are not tuned"
      bad=1
    done
    [[ ! -f $dir/.env || $(stat -c %u "$dir/.env") == "$UID" ]] || say "$dir/.env belongs to the runner, not to root"
  done
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
