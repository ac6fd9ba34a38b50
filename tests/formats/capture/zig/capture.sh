#!/usr/bin/env bash
# Captures zBench: capture.sh DIRECTORY SOURCE writes what it prints and its JSON there. SOURCE is a checkout of zBench 0.13.0. Needs zig 0.16.
set -euo pipefail
out=$(realpath "$1")
source=$(realpath "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
cd "$(mktemp -d)"
zig build-exe --dep zbench -Mroot="$here/work.zig" -Mzbench="$source/zbench.zig" -O ReleaseFast --name work
./work >"$out/zbench-0.13.0.txt"
./work json >"$out/zbench-0.13.0.json"
