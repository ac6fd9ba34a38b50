#!/bin/bash
# Prints the table of the knobs, made of their headers. --write puts it into docs/knobs.md, --check compares.
# shellcheck disable=SC2016  # backticks of Markdown
set -euo pipefail
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
page=$here/../docs/knobs.md

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
    printf ' `%s` |' "$(sed -n "s/^$name = \([^#]*[^# ]\) *\(#.*\)\?$/\1/p" "$here/profiles/standard.conf")"
    field Why "$file"
    printf ' %s |' "$REPLY"
    field Cost "$file"
    printf ' %s |\n' "$REPLY"
  done
}

# The page with its marked region replaced.
print_page() {
  sed '/^<!-- knobs -->$/q' "$page"
  print_table
  sed -n '/^<!-- \/knobs -->$/,$p' "$page"
}

case ${1-} in
  '') print_table ;;
  --check) diff "$page" <(print_page) ;;
  --write)
    text=$(print_page)
    printf '%s\n' "$text" >"$page"
    ;;
  *)
    sed -n '2s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 64
    ;;
esac
