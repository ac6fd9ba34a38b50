#!/usr/bin/env bash
# Captures k6: capture.sh DIRECTORY writes its files there. Needs go and node.
set -euo pipefail
out=$(realpath "$1")
version=1.2.3
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$here"/*.js "$here"/*.mjs .
GOBIN=$work go install "go.k6.io/k6@v$version"
# The export is written only where there is no handleSummary.
sed '/^export function handleSummary/,$d' script.js >plain.js
exec 3< <(exec node server.mjs)
server=$!
read -r PORT <&3
export PORT
run() { ./k6 run --quiet --no-usage-report "$@" >/dev/null 2>&1; }
SUMMARY=$out/handle-summary-$version.json run --out "json=$out/points-$version.json" script.js
run --summary-export "$out/summary-export-$version.json" plain.js
export FAIL=1
run --out "json=$out/points-failed-$version.json" plain.js
run --summary-export "$out/summary-failed-$version.json" plain.js
kill "$server"
sed -i "s/127\.0\.0\.1:$PORT/127.0.0.1:8080/g" "$out"/*.json
