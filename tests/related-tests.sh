#!/usr/bin/env bash
# Prints the unit tests of the changed files whose paths come on standard input: those beside a changed test or what it reads, those in
# the folder of tests that mirrors a folder of src, and those that have the name of a changed file. What needs the built action, and what
# uses a file from afar, is for npm test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The tests in folder $1, or in the nearest one above that has some.
tests_in() {
  local folder=$1 found=()
  while [[ $folder == tests/* ]]; do
    mapfile -t found < <(compgen -G "$folder/*.test.ts" || true)
    ((${#found[@]} == 0)) || break
    folder=${folder%/*}
  done
  printf '%s\n' "${found[@]}"
}

while read -r path || [[ -n $path ]]; do
  case $path in
    tests/*.test.ts) [[ ! -e $path ]] || printf '%s\n' "$path" ;;
    tests/*) tests_in "${path%/*}" ;;
    src/*/*)
      folder=tests/${path#src/}
      name=${path##*/}
      tests_in "${folder%/*}"
      find "tests/$(cut -d/ -f2 <<<"$path")" -name "${name%.ts}.test.ts" 2>/dev/null || true
      ;;
  esac
done | grep -vE '^tests/(e2e|workflows|nightly)/' | grep . | sort -u || true
