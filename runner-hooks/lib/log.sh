# Words for the log. The runner parses what hooks print, so nothing that comes from the machine may form a command.

# Makes REPLY a single harmless line of $1: no control characters, no `::command::`, no `##[command]`.
one_line() {
  REPLY=${1//[^[:print:]]/ }
  while [[ $REPLY == *::* ]]; do REPLY=${REPLY//::/: :}; done
  REPLY=${REPLY//'##['/'## ['}
  REPLY=${REPLY:0:400}
}

say() {
  one_line "$*"
  printf 'stable-bench: %s\n' "$REPLY"
}

complain() {
  one_line "$*"
  printf 'stable-bench: %s\n' "$REPLY" >&2
}

# REPLY: the seconds since 1970.
now() { printf -v REPLY '%(%s)T' -1; }

# REPLY: $1 (seconds since 1970) as 2026-11-20T12:00:00Z.
iso_time() { TZ=UTC printf -v REPLY '%(%Y-%m-%dT%H:%M:%SZ)T' "$1"; }
