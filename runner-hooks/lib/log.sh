# Messages. The runner parses what hooks print, so no text from the machine may form a command.

OUT=1 ERR=2

# REPLY: $1 as one harmless line, without control characters, `::command::` and `##[command]`.
one_line() {
  REPLY=$1
  # bash tries the pattern at each character, and hardly any text needs it.
  [[ $1 != *[^[:print:]]* ]] || REPLY=${1//[^[:print:]]/ }
  while [[ $REPLY == *::* ]]; do REPLY=${REPLY//::/: :}; done
  REPLY=${REPLY//'##['/'## ['}
}

# REPLY: the same, cut short for a reader. A value is never cut: a list of CPUs is compared as a whole.
short_line() {
  one_line "$1"
  REPLY=${REPLY:0:400}
}

say() {
  short_line "$*"
  put_message 1 "stable-bench: $REPLY"
}

complain() {
  short_line "$*"
  put_message 2 "stable-bench: $REPLY"
}

# Under the lock nothing is printed: a caller who does not read would keep the lock, and with it the machine. After
# keep_messages, messages stay in memory, and after keep_noise the output of tools in a file, until print_messages prints
# both. The last message is also what the system's log gets (system-log.sh).
put_message() { # 1|2 LINE
  MESSAGES+=("$1$2")
  [[ -n ${KEEPING-} ]] || printf '%s\n' "$2" >&"$1"
}

# Closing a file may take forever (FUSE, NFS), and every child closes its copy. So under the lock no file is open as
# output: a `cat` of its own writes whatever is not a pipe, socket or device. Call this before taking the lock.
relay_files() {
  RELAYS=()
  local same=''
  [[ ! /proc/self/fd/1 -ef /proc/self/fd/2 ]] || same=yes
  if is_file 1; then
    exec > >(exec cat)
    RELAYS+=("$!")
    # One writer, which keeps the order.
    [[ -z $same ]] || exec 2>&1
  fi
  if is_file 2; then
    exec 2> >(exec cat >&2)
    RELAYS+=("$!")
  fi
}

is_file() { [[ ! -p /proc/self/fd/$1 && ! -S /proc/self/fd/$1 && ! -c /proc/self/fd/$1 ]]; }

# Waits until the relays have written everything. The lock is free by now.
end_relays() {
  local pid end=$((SECONDS + READ_TIMEOUT))
  ((${#RELAYS[@]} > 0)) || return 0
  exec >&- 2>&- {OUT}>&- {ERR}>&-
  # Not `wait`, which has no time limit; and bash before 5.1 knows only the last of its process substitutions.
  for pid in "${RELAYS[@]}"; do while lives "$pid" && ((SECONDS < end)); do pause 0.02; done; done
  kill -KILL "${RELAYS[@]}"
} 2>/dev/null

keep_messages() {
  MESSAGES=() KEEPING=yes
  exec {OUT}>&1 {ERR}>&2 >/dev/null 2>&1
}

# Under the lock, since the file is that of all calls.
keep_noise() { exec 2>"$PRIVATE/noise"; }

# Prints the kept messages, for as long as a reader may take: a call is a process of root's, outside of the user's limits, and
# those that nobody reads would become more and more. Releases the lock.
print_messages() {
  local message
  local -a noise=()
  # Without the lock, the file holds errors of other calls.
  [[ -z $HAS_LOCK || ! -s $PRIVATE/noise ]] || mapfile -t noise <"$PRIVATE/noise"
  for message in "${noise[@]}"; do complain "$message"; done
  # When nobody reads any more, drop bash's complaint about that.
  leave_lock
  exec 2>/dev/null
  limited "$READ_TIMEOUT" print_kept
}

print_kept() {
  local message
  for message in "${MESSAGES[@]}"; do
    if [[ $message == 1* ]]; then printf '%s\n' "${message:1}" >&"$OUT"; else printf '%s\n' "${message:1}" >&"$ERR"; fi
  done
}

# REPLY: the seconds since 1970.
now() { printf -v REPLY '%(%s)T' -1; }

# REPLY: $1 (seconds since 1970) as 2026-11-20T12:00:00Z.
iso_time() { TZ=UTC printf -v REPLY '%(%Y-%m-%dT%H:%M:%SZ)T' "$1"; }
