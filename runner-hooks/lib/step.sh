# A step is the work on one knob, in a child process with its own timeout. So knobs cannot see each other, and a stuck
# write cannot stop the others. A child that outlives a killed engine still holds the lock, so a restore waits for it.
STUCK=()

# Runs `$@`, which prints nothing, in a child. Fails when it does not finish within STEP_TIMEOUT seconds. The child
# writes its results to $RUN/results.
step() {
  local fd pid word tries
  exec {fd}< <(leave_output; "$@" </dev/null; printf finished)
  pid=$!
  # The child says that it has finished: bash may have forgotten the exit status of so short a child.
  IFS= read -r -d '' -t "$STEP_TIMEOUT" -u "$fd" word
  exec {fd}<&-
  [[ $word == finished ]] && return
  kill -KILL "$pid" 2>/dev/null
  for ((tries = 0; tries < 20; tries++)); do
    lives "$pid" || return 1
    pause 0.05
  done
  STUCK+=("$pid")
  return 1
}

lives() { kill -0 "$1" 2>/dev/null; }

# Succeeds while a child of a step hangs in the kernel, where not even SIGKILL ends it: it may still write. REPLY: its number.
hangs() {
  for REPLY in "${STUCK[@]}"; do ! lives "$REPLY" || return 0; done
  return 1
}

# A child that is stuck in the kernel outlives its step, and must not keep the caller's output open until it ends.
leave_output() { ((OUT == 1)) || exec {OUT}>&- {ERR}>&-; }

# Runs a command that may hang (systemctl), without a terminal or a pager.
patiently() { timeout -k 2 "$((STEP_TIMEOUT - 5))" "$@" </dev/null 2>"$RUN/error"; }

# Takes the lock of this machine. Children inherit it; it is free when the last of them is gone. Fails also when the
# kit was removed meanwhile, and the lock file with it: somebody else may hold the lock of a new file. Where the kit was
# replaced meanwhile, the root program begins again (main.sh). HAS_LOCK says whether this call has it.
take_lock() { # [SECONDS]
  HAS_LOCK=''
  exec 9>>"$RUN/lock"
  flock -w "${1-$LOCK_WAIT}" 9 && [[ /proc/self/fd/9 -ef $RUN/lock ]] || return
  [[ -z ${KIT_FD-} ]] || same_kit
  HAS_LOCK=yes
}

lock_or_say() {
  take_lock "$LOCK_WAIT" && return
  if [[ -e $RUN/lock ]]; then complain "another call has held the lock for $LOCK_WAIT s"; else
    complain 'the kit was removed meanwhile: nothing was done'
  fi
  return "$EX_BUSY"
}

# Makes $RUN, which belongs to root and which others can read.
prepare_run() {
  if [[ ! -d $RUN || -L $RUN ]]; then
    rm -f -- "$RUN"
    mkdir -m 0755 -- "$RUN" || return
  fi
  if [[ ! -O $RUN ]]; then
    complain "$RUN does not belong to root"
    return 1
  fi
}

# Sleeps for $1 seconds without a process.
pause() {
  [[ -n ${PAUSE_FD-} ]] || exec {PAUSE_FD}<> <(:)
  read -r -t "$1" -u "$PAUSE_FD" _
}
