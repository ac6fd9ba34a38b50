#!/usr/bin/env bash
# npm run quick: lint, types and the unit tests of what differs from the upstream branch, or from $1: the answer within
# a minute or two.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
PATH="$PWD/node_modules/.bin:$PATH"

since=${1:-$(git rev-parse --abbrev-ref '@{upstream}' 2>/dev/null || git merge-base HEAD origin/main 2>/dev/null || echo HEAD)}
changed=$(git diff --name-only "$since" -- && git ls-files --others --exclude-standard) || exit
mapfile -t tests < <(tests/related-tests.sh <<<"$changed")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{ npm run --silent lint && npm run --silent types; } >"$log" 2>&1 &
checks=$!
status=0
echo "== ${#tests[@]} files of tests, for $(wc -w <<<"$changed") files that differ from $since"
if ((${#tests[@]} > 0)); then
  NODE_OPTIONS=--experimental-vm-modules NODE_NO_WARNINGS=1 jest --maxWorkers="$(nproc)" --runTestsByPath "${tests[@]}" || status=1
fi
echo '== lint and types'
wait "$checks" || status=1
cat "$log"
exit "$status"
