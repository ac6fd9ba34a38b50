#!/usr/bin/env bash
# Captures ctest, and JUnit XML of ctest, pytest and Node.js: capture.sh DIRECTORY writes their files below it. Needs cmake,
# python3 and node.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
mkdir -p "$out/ctest" "$out/junit"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here"/. "$work"
cd "$work"
cmake_version=$(ctest --version | grep -oE '[0-9.]+$' | head -1)
cmake -S . -B build >/dev/null
(
  cd build
  ctest --output-junit "$out/junit/ctest-$cmake_version.xml" >"$out/ctest/failed-$cmake_version.txt" || true
  ctest -R 'sort|find' >"$out/ctest/passed-$cmake_version.txt"
)
python3 -m venv venv
venv/bin/pip install --quiet pytest==9.0.1
venv/bin/pytest -q -p no:cacheprovider --junitxml="$out/junit/pytest-9.0.1.xml" test_work.py >/dev/null || true
node --test --test-reporter=junit node.test.mjs >"$out/junit/node-$(node --version | tr -d v).xml" || true
sed -i -E "s#$work#/path#g; s/hostname=\"[^\"]+\"/hostname=\"host\"/g" "$out"/junit/* "$out"/ctest/*
