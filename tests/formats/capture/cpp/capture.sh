#!/usr/bin/env bash
# Captures Catch2 and nanobench: capture.sh DIRECTORY HEADERS writes their output below DIRECTORY. Needs g++ and Debian's
# catch2; HEADERS holds nanobench.h of 4.6.0, and catch_amalgamated.hpp and .cpp of Catch2 3.7.1.
set -euo pipefail
out=$(realpath "$1")
headers=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"/{catch2,nanobench,pyperf,unread}
g++ -O2 -std=c++17 -DCATCH_V2 catch2.cc -o "$work/v2"
g++ -O1 -std=c++17 -I "$headers" catch2.cc "$headers/catch_amalgamated.cpp" -o "$work/v3"
for v in v2-2.13.10 v3-3.7.1; do
  program="$work/${v%%-*}"
  catch2=("$program" --benchmark-samples 10 --benchmark-warmup-time 1)
  version=${v#*-}
  "${catch2[@]}" >"$out/catch2/console-$version.txt"
  "${catch2[@]}" --benchmark-no-analysis >"$out/catch2/console-no-analysis-$version.txt"
  "${catch2[@]}" --reporter xml >"$out/catch2/$version.xml"
  "${catch2[@]}" '[.fails]' >"$out/catch2/console-failed-$version.txt" || true
  "${catch2[@]}" --reporter xml '[.fails]' >"$out/catch2/failed-$version.xml" || true
done
g++ -O2 -std=c++17 -I "$headers" nanobench.cc -o "$work/nanobench"
"$work/nanobench" "$out" 2>/dev/null >/dev/null
