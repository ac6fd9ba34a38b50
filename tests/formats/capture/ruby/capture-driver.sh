#!/usr/bin/env bash
# Captures benchmark-driver: capture-driver.sh DIRECTORY SOURCE writes what it prints there. SOURCE is a checkout of
# benchmark-driver 0.17.0. Needs ruby.
set -euo pipefail
out=$(realpath "$1")
source=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"
driver() { ruby -I "$source/lib" "$source/exe/benchmark-driver" --run-duration 0.2 "$@" 2>/dev/null || true; }
driver work.yml >"$out/compare-0.17.0.txt"
driver work.yml -e "a::$(command -v ruby)" -e "b::$(command -v ruby) -W0" >"$out/rubies-0.17.0.txt"
driver work.yml -r time >"$out/time-0.17.0.txt"
driver work.yml -r memory >"$out/memory-0.17.0.txt"
driver work.yml -o simple >"$out/simple-0.17.0.txt"
driver work.yml -o markdown >"$out/markdown-0.17.0.txt"
driver stopped.yml >"$out/stopped-0.17.0.txt"
driver failed.yml >"$out/failed-0.17.0.txt"
