#!/usr/bin/env bash
# npm test: installs what the tests need and runs every test that a change must pass. What takes longer runs at night
# (npm run test:nightly).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# Whatever the tests leave behind goes with it.
mkdir "$results/tmp"
export TMPDIR=$results/tmp

# $1: where the results go; the rest goes to jest.
run_jest() {
  local output=$1
  shift
  NODE_OPTIONS=--experimental-vm-modules NODE_NO_WARNINGS=1 \
    node node_modules/jest/bin/jest.js --json --outputFile="$output" "$@" >/dev/null
}

# shellcheck disable=SC2317 # xargs runs it
run_bats() {
  node_modules/bats/bin/bats --print-output-on-failure --tap "$1" >"$results/$(basename "$1").tap" || return 1
}

# Each file by itself, as many at a time as there are CPUs: the one that takes longest first, then the larger ones.
run_hooks() {
  local status=0
  export -f run_bats
  export results
  { echo tests/vm/kernel.bats && find tests/hooks tests/shell tests/vm/runner.bats -name '*.bats' -printf '%s %p\n' | sort -rn | cut -d' ' -f2; } |
    xargs -P "$(nproc)" -I '{}' bash -c 'run_bats {}' || status=1
  cat "$results"/*.tap
  return "$status"
}

# They wait for processes more than they compute, and none of their benchmarks is disturbed by another: most state what
# they cost, the others are judged by what any machine shows.
run_end_to_end() {
  run_jest "$results/end-to-end.json" --maxWorkers="$(nproc)" tests/e2e tests/workflows
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
    # Nothing may be skipped where everything can be installed; the test machine can only be built as root on Debian.
    machine_tests=$(count_lines '^ok .*# skip' "$results/kernel.bats.tap")
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
# Mostly downloads: it is there when the others are done. Whether it can be built is said by those that need it.
tests/vm/machine/build.sh >"$results/machine.log" 2>&1 &
machine=$!
say 'unit tests'
# Jest leaves one CPU free unless it is told otherwise: half of two.
run_jest "$results/unit.json" --maxWorkers="$(nproc)" --testPathIgnorePatterns '/tests/(e2e|workflows|gitea)/' || status=1
wait "$machine" || true
say 'end to end, workflows, hooks'
run_end_to_end 2>"$results/end-to-end.log" &
end_to_end=$!
run_hooks || status=1
wait "$end_to_end" || status=1
cat "$results/end-to-end.log" >&2
say 'all'
print_count || status=1
exit "$status"
