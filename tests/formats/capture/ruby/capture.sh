#!/usr/bin/env bash
# Captures benchmark-ips: capture.sh DIRECTORY LIB writes its JSON there. LIB is the lib/ of benchmark-ips 2.14.0. Needs ruby.
set -euo pipefail
out=$(realpath "$1")
lib=$(realpath "$2")
cd "$(dirname "${BASH_SOURCE[0]}")"
ruby -I "$lib" benchmark_ips.rb "$out/benchmark-ips-2.14.0.json"
