# One step: one knob, in a child of its own with a timeout of its own. Knobs cannot see each other, a stuck write
# cannot stop the rest, and a child that outlives a killed engine holds the lock, so recovery waits for it.

# Runs `$@`, which prints nothing, in a child. Fails when it does not finish within STEP_TIMEOUT seconds. What the child
# has to say goes to $RUN/results.
step() {
  local fd pid word
  exec {fd}< <(leave_output; "$@" </dev/null; printf finished)
  pid=$!
  # The child says by itself that it got through: bash may have forgotten the exit status of a child so short-lived.
  IFS= read -r -d '' -t "$STEP_TIMEOUT" -u "$fd" word
  exec {fd}<&-
  [[ $word == finished ]] && return
  kill -KILL "$pid" 2>/dev/null
  return 1
}

# What is stuck in the kernel outlives its step: the caller's output must not be open until then.
leave_output() { ((OUT == 1)) || exec {OUT}>&- {ERR}>&-; }

# Runs a command that may hang (systemctl), without a terminal or a pager.
patiently() { timeout -k 2 "$((STEP_TIMEOUT - 5))" "$@" </dev/null 2>"$RUN/error"; }

# Takes the one lock of this machine. Children inherit it; it is free when the last of them is gone. Fails also when the
# kit was removed meanwhile, and the lock with it: a new one may be somebody else's.
take_lock() { # [SECONDS]
  exec 9>>"$RUN/lock"
  flock -w "${1-$LOCK_WAIT}" 9 && [[ /proc/self/fd/9 -ef $RUN/lock ]]
}

# Makes $RUN, a directory of root that others can read.
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
