#!/usr/bin/env bash
# npm test: installs the npm dependencies and runs every test. With CI=true, as root on a Debian system, it also
# installs the packages that some tests need; elsewhere those tests are skipped with a line that says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

install_npm_dependencies() {
  # npm writes this file at the end of an install: older than the lock file means out of date.
  if [[ node_modules/.package-lock.json -nt package-lock.json ]]; then return; fi
  npm ci
}

install_packages() {
  local missing=()
  command -v numactl >/dev/null || missing+=(numactl)
  command -v shellcheck >/dev/null || missing+=(shellcheck)
  command -v visudo >/dev/null || missing+=(sudo)
  command -v git-lfs >/dev/null || missing+=(git-lfs)
  command -v chromium >/dev/null || missing+=(chromium)
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi
  if [[ "${CI:-}" == true && $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "skipping what needs ${missing[*]} (apt-get install ${missing[*]})"
  fi
}

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

# The server takes minutes to build: its tests run where it is in the cache, or where somebody asks for it.
run_gitea() {
  if [[ "${STABLE_BENCH_GITEA:-}" == build ]] || node tests/gitea/is-cached.ts; then
    run_jest "$results/gitea.json" --runInBand tests/gitea
  else
    echo 'not run: the tests against a real server (npm run test:gitea builds it first)'
  fi
}

# run_bats NAME FILE...
run_bats() {
  node_modules/bats/bin/bats --print-output-on-failure --tap "${@:2}" | tee "$results/$1.tap"
}

# The benchmarks of these workflows state what they cost, so whatever else runs meanwhile does not change a verdict.
run_workflows_and_hooks() {
  local files=() file workflows status=0
  for file in tests/hooks/*.bats; do [[ $file == */speed.bats ]] || files+=("$file"); done
  run_jest "$results/workflows.json" --runInBand tests/workflows 2>"$results/workflows.log" &
  workflows=$!
  run_bats hooks "${files[@]}" || status=1
  wait "$workflows" || status=1
  cat "$results/workflows.log" >&2
  run_bats hooks-speed tests/hooks/speed.bats || status=1
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
    # Nothing may be skipped where everything can be installed; the test machine can only be built as root on Debian.
    machine_tests=$(count_lines '^ok .*# skip' "$results/vm.tap")
    if [[ "${CI:-}" == true && $skipped -gt $machine_tests ]]; then return 1; fi
  else
    echo "$passed passed, $failed failed"
  fi
}

install_npm_dependencies
# The action runs on Node 24, and so do the tests, whatever the machine has.
PATH="$PWD/node_modules/.bin:$PATH"
install_packages
status=0
# Jest leaves one CPU free unless it is told otherwise: half of two.
run_jest "$results/unit.json" --maxWorkers="$(nproc)" --testPathIgnorePatterns '/tests/(e2e|workflows|gitea)/' || status=1
# Those that measure run one at a time: two benchmarks side by side would disturb each other.
run_jest "$results/end-to-end.json" --runInBand tests/e2e || status=1
run_gitea || status=1
run_workflows_and_hooks || status=1
# Last and alone: it keeps two CPUs busy.
run_bats vm tests/vm || status=1
print_count || status=1
exit "$status"
