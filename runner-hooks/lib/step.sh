# A step is the work on one knob, in a child process with its own timeout. So knobs cannot see each other, and a stuck
# write cannot stop the others. A child that outlives a killed engine still holds the lock, so a restore waits for it.
STUCK=()

# Runs `$@`, which prints nothing, in a child. The child writes its results to $PRIVATE/results.
step() { limited "$STEP_TIMEOUT" apart "$@"; }

# A child that is stuck in the kernel outlives its step, and must not keep the caller's output open until it ends.
apart() {
  ((OUT == 1)) || exec {OUT}>&- {ERR}>&-
  "$@" </dev/null
}

# Runs `$2 ...`, which prints nothing to its standard output, in a child. Fails when it does not finish within $1 seconds.
limited() {
  local fd pid word tries
  exec {fd}< <("${@:2}"; printf finished)
  pid=$!
  # The child says that it has finished: bash may have forgotten the exit status of so short a child.
  IFS= read -r -d '' -t "$1" -u "$fd" word
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

# Runs a command that may hang (systemctl), without a terminal or a pager.
patiently() { timeout -k 2 "$((STEP_TIMEOUT - 5))" "$@" </dev/null 2>"$PRIVATE/error"; }

# Sleeps for $1 seconds without a process.
pause() {
  [[ -n ${PAUSE_FD-} ]] || exec {PAUSE_FD}<> <(:)
  read -r -t "$1" -u "$PAUSE_FD" _
}
