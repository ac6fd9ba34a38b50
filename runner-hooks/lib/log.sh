# Words for the log. The runner parses what hooks print, so nothing that comes from the machine may form a command.

OUT=1 ERR=2

# Makes REPLY a single harmless line of $1: no control characters, no `::command::`, no `##[command]`.
one_line() {
  REPLY=${1//[^[:print:]]/ }
  while [[ $REPLY == *::* ]]; do REPLY=${REPLY//::/: :}; done
  REPLY=${REPLY//'##['/'## ['}
  REPLY=${REPLY:0:400}
}

say() {
  one_line "$*"
  utter 1 "stable-bench: $REPLY"
}

complain() {
  one_line "$*"
  utter 2 "stable-bench: $REPLY"
}

# Nothing is printed under the lock: a caller who does not read would keep it, and with it the machine. From
# keep_words on, words stay in memory, and what tools say on their own in a file; tell_words prints them.
utter() { # 1|2 LINE
  if [[ -n ${KEEPING-} ]]; then WORDS+=("$1$2"); else printf '%s\n' "$2" >&"$1"; fi
}

# A file may keep waiting whoever closes it (FUSE, NFS), and every child closes its copy. So under the lock there is
# none: what is no pipe, socket or device is written by a `cat` of its own. To be called before the lock is taken.
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

# Waits until they have written it all: without the lock, so as long as the file likes.
end_relays() {
  local pid
  ((${#RELAYS[@]} > 0)) || return 0
  exec >&- 2>&- {OUT}>&- {ERR}>&-
  for pid in "${RELAYS[@]}"; do wait "$pid"; done
}

keep_words() {
  WORDS=() KEEPING=yes
  exec {OUT}>&1 {ERR}>&2 >/dev/null 2>"$RUN/noise"
}

# To be called under the lock, which it releases.
tell_words() {
  local word
  local -a noise=()
  [[ ! -s $RUN/noise ]] || mapfile -t noise <"$RUN/noise"
  for word in "${noise[@]}"; do complain "$word"; done
  # What bash says when nobody listens any more is for nobody.
  exec 9>&- 2>/dev/null
  for word in "${WORDS[@]}"; do
    if [[ $word == 1* ]]; then printf '%s\n' "${word:1}" >&"$OUT"; else printf '%s\n' "${word:1}" >&"$ERR"; fi
  done
}

# REPLY: the seconds since 1970.
now() { printf -v REPLY '%(%s)T' -1; }

# REPLY: $1 (seconds since 1970) as 2026-11-20T12:00:00Z.
iso_time() { TZ=UTC printf -v REPLY '%(%Y-%m-%dT%H:%M:%SZ)T' "$1"; }
