#!/usr/bin/env bash
# npm run test:vm: tests the hooks on a real kernel, and shows how long each scenario took in the test machine.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
PATH=$PWD/node_modules/.bin:$PATH
log=$(mktemp)
trap 'rm -f "$log"' EXIT
node_modules/bats/bin/bats --print-output-on-failure --tap tests/vm | tee "$log"
status=${PIPESTATUS[0]}
skipped=$(grep -cE '^ok .*# skip' "$log")
echo "$(($(grep -cE '^ok ' "$log") - skipped)) passed, $(grep -cE '^not ok ' "$log") failed, $skipped skipped"
exit "$status"
