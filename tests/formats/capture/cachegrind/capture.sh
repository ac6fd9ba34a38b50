#!/usr/bin/env bash
# Captures Cachegrind: capture.sh DIRECTORY writes its files and what cg_annotate prints of them there. Needs valgrind and gcc on
# x86-64.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
version=$(valgrind --version | cut -d- -f2)
cd "$(mktemp -d)"
cp "$here/sort.c" .
gcc -O1 -g -fdebug-prefix-map="$PWD"=. -fno-stack-protector -nostdlib -static -no-pie -o sort sort.c
count() {
  valgrind --tool=cachegrind --cachegrind-out-file="$1.out" "${@:2}" ./sort 2>"$1.stderr"
  cp "$1.out" "$out/$1-$version.out"
}
count caches
count instructions --cache-sim=no
count branches --cache-sim=no --branch-sim=yes
cg_annotate caches.out >"$out/caches-annotated-$version.txt"
cp branches.stderr "$out/cachegrind-$version.stderr"
