#!/usr/bin/env bash
# Captures mitata and tinybench: capture.sh DIRECTORY writes their JSON there. Needs Node.js and npm.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/*.mjs "$work"
cd "$work"
npm install --silent --no-audit --no-fund mitata@1.0.34 tinybench@6.0.0 vitest@4.0.14 >/dev/null
node mitata.mjs >"$out/mitata-1.0.34.json"
node tinybench.mjs >"$out/tinybench-6.0.0.json"
npx vitest bench --run --outputJson "$out/vitest-4.0.14.json" >/dev/null || true
sed -i "s#\"$work/#\"/path/#g" "$out/vitest-4.0.14.json"
for version in 2.9.0:tasks 3.1.1:spread 6.2.3:object 6.2.3:entries 6.2.3:suite; do
  npm install --silent --no-audit --no-fund "tinybench@${version%:*}" >/dev/null
  node tinybench-shapes.mjs "${version#*:}" >"$out/tinybench-${version/:/-}.json"
done
