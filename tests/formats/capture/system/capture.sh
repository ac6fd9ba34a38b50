#!/usr/bin/env bash
# Captures GNU time and perf stat: capture.sh DIRECTORY writes their files below it. Needs Debian's time and linux-perf.
set -euo pipefail
out=$(realpath "$1")
mkdir -p "$out/gnu-time" "$out/perf-stat"
version=1.9
gnu_time() { /usr/bin/time -o "$out/gnu-time/$1-$version.txt" "${@:2}" || true; }
work=(bash -c 'for i in {1..300000}; do :; done')
gnu_time usual "${work[@]}"
gnu_time portable -p "${work[@]}"
gnu_time verbose -v sleep 1.05
gnu_time verbose-failed -v sh -c 'exit 3'
gnu_time usual-killed sh -c 'kill -9 $$'
/usr/bin/time -a -v -o "$out/gnu-time/verbose-failed-$version.txt" sh -c 'echo "two
lines" >/dev/null'
version=$(perf --version | grep -o '[0-9.]*$')
perf_stat() { LC_ALL=C perf stat -o "$out/perf-stat/perf-stat-$1-$version.txt" "${@:2}"; }
perf_stat separated -x, "${work[@]}"
perf_stat separated-repeated -x\; -r 3 -e task-clock,page-faults,duration_time "${work[@]}"
perf_stat interval -x, -I 20 -e task-clock sleep 0.05
perf_stat json -j "${work[@]}"
perf_stat json-repeated -j -r 3 -e duration_time,task-clock "${work[@]}"
sed -i 's/^# started on .*/# started on Mon Jan  5 12:00:00 2026/' "$out"/perf-stat/*
