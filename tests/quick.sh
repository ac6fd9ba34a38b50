#!/usr/bin/env bash
# npm run quick: lint, types and the unit tests of what differs from the upstream branch, or from $1: the answer within
# about a minute.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
PATH="$PWD/node_modules/.bin:$PATH"

since=${1:-$(git rev-parse --abbrev-ref '@{upstream}' 2>/dev/null || echo HEAD)}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ npm run --silent lint && npm run --silent types; } >"$log" 2>&1 &
checks=$!
status=0
NODE_OPTIONS=--experimental-vm-modules NODE_NO_WARNINGS=1 jest --changedSince "$since" --passWithNoTests \
  --maxWorkers="$(nproc)" --testPathIgnorePatterns '/tests/(e2e|workflows|nightly)/' || status=1
wait "$checks" || status=1
cat "$log"
exit "$status"
