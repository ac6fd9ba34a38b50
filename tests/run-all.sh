#!/usr/bin/env bash
# npm test: installs what the tests need and runs every test that a change must pass. What takes longer runs at night
# (npm run test:nightly).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
(($# == 0)) || {
  echo "npm test runs every test and takes no file; CONTRIBUTING.md says how to run one" >&2
  exit 64
}

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# Whatever the tests leave behind goes with it.
mkdir "$results/tmp"
export TMPDIR=$results/tmp

# One more at a time than there are CPUs: a test often waits.
run_jest() {
  NODE_OPTIONS=--experimental-vm-modules NODE_NO_WARNINGS=1 \
    node node_modules/jest/bin/jest.js --maxWorkers="$(($(nproc) + 1))" --testPathIgnorePatterns /tests/nightly/ \
    --json --outputFile="$results/jest.json" >/dev/null
}

# shellcheck disable=SC2317 # xargs runs it
run_bats() {
  node_modules/bats/bin/bats --print-output-on-failure --tap "$1" >"$results/$(basename "$1").tap" || return 1
}

# Each file by itself, as many at a time as there are CPUs: the test machine, which takes longest, is built and woken up
# first, then the larger files.
run_hooks() {
  local status=0
  export -f run_bats
  export results
  { echo tests/vm/kernel.bats && find tests/hooks tests/package tests/e2e tests/vm/{runner,stated}.bats -name '*.bats' -printf '%s %p\n' | sort -rn | cut -d' ' -f2; } |
    xargs -P "$(nproc)" -I '{}' bash -c 'run_bats {}' || status=1
  cat "$results"/*.tap
  return "$status"
}

# count_lines PATTERN TAP...
count_lines() { cat "${@:2}" | grep -cE "$1" || true; }

print_count() {
  local passed failed skipped
  read -r passed failed skipped < <(node -p '
    const results = process.argv.slice(1).map(path => require(path))
    const sum = key => results.reduce((total, result) => total + result[key], 0)
    // A suite that cannot even be loaded has no tests to count, and must not go unnoticed.
    const failed = sum("numFailedTests") + sum("numRuntimeErrorTestSuites");
    [sum("numPassedTests"), failed, sum("numPendingTests")].join(" ")
  ' "$results"/*.json)
  local skipped_by_bats machine_tests
  skipped_by_bats=$(count_lines '^ok .*# skip' "$results"/*.tap)
  skipped=$((skipped + skipped_by_bats))
  passed=$((passed + $(count_lines '^ok ' "$results"/*.tap) - skipped_by_bats))
  failed=$((failed + $(count_lines '^not ok ' "$results"/*.tap)))
  if [[ $skipped -gt 0 ]]; then
    echo "$passed passed, $failed failed, $skipped skipped"
    # Nothing may be skipped where everything can be installed; the test machine can only be built as root on Debian,
    # the .rpm and a full or read-only /run need the right to mount, and counters the right to count.
    machine_tests=$(count_lines '^ok .*# skip' "$results"/{kernel,rpm,full,lock,guides}.bats.tap)
    if [[ "${CI:-}" == true && $skipped -gt $machine_tests ]]; then return 1; fi
  else
    echo "$passed passed, $failed failed"
  fi
}

# say WHAT: a line between the parts, with the seconds so far.
say() { echo "== $1 ($SECONDS s)"; }

tests/install.sh
# The action runs on Node 24, and so do the tests, whatever the machine has.
PATH="$PWD/node_modules/.bin:$PATH"
status=0
# The programs are started a thousand times, and need not be compiled each time.
export NODE_COMPILE_CACHE=$results/compiled
# All at once: the tests often wait, and none judges elapsed time.
run_hooks >"$results/hooks.log" 2>&1 &
hooks=$!
say 'tests of the action and the command line'
run_jest || status=1
say 'hooks'
wait "$hooks" || status=1
cat "$results/hooks.log"
say 'all'
print_count || status=1
exit "$status"
