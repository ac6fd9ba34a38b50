#!/bin/bash
# Prints the README's table of knobs, made of the knobs' headers. --write puts it into the README, --check compares.
# shellcheck disable=SC2016  # backticks of Markdown
set -euo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)

# REPLY: the header field $1 of file $2 with its continuation lines, as a table cell.
field() {
  REPLY=$(sed -n "/^# $1: */,/^# [A-Z][a-z]*: \|^[^#]/{/^# $1: */s///p;/^#  /s/^# *//p}" "$2" | tr '\n' ' ')
  REPLY=${REPLY% }
  REPLY=${REPLY//'|'/'\|'}
}

print_table() {
  local file name
  printf '| knob | what it does | values | default | why | cost |\n|---|---|---|---|---|---|\n'
  for file in "$here"/knobs/*.sh; do
    name=${file##*/[0-9][0-9]-}
    name=${name%.sh}
    printf '| `%s` |' "$name"
    field Summary "$file"
    printf ' %s |' "$REPLY"
    field Values "$file"
    printf ' %s |' "$REPLY"
    printf ' `%s` |' "$(sed -n "s/^$name = \([^#]*[^# ]\) *\(#.*\)\?$/\1/p" "$here/stable-bench.conf")"
    field Why "$file"
    printf ' %s |' "$REPLY"
    field Cost "$file"
    printf ' %s |\n' "$REPLY"
  done
}

# The README with its marked region replaced.
print_readme() {
  sed '/^<!-- knobs -->$/q' "$here/README.md"
  print_table
  sed -n '/^<!-- \/knobs -->$/,$p' "$here/README.md"
}

case ${1-} in
  '') print_table ;;
  --check) diff "$here/README.md" <(print_readme) ;;
  --write)
    readme=$(print_readme)
    printf '%s\n' "$readme" >"$here/README.md"
    ;;
  *)
    sed -n '2s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 64
    ;;
esac
