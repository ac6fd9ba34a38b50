#!/usr/bin/env bash
# Captures Benchee: capture.sh DIRECTORY PROJECT writes what it prints, and the JSON of benchee_json, there. PROJECT is a compiled
# mix project with benchee 1.5.0 and benchee_json.
set -euo pipefail
out=$(realpath "$1")
project=$(realpath "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
cd "$project"
mix run "$here/sort.exs" "$out/sort-1.5.0.json" >"$out/sort-1.5.0.txt"
for name in plain extended unscaled failed; do
  mix run "$here/$name.exs" >"$out/$name-1.5.0.txt" 2>&1 || true
done
