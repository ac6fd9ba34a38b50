#!/usr/bin/env bash
# Captures Bun, which has no benchmark tool of its own: mitata in it, and the JUnit XML of its tests. capture.sh DIRECTORY
# writes below it. Needs npm.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
version=1.3.14
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/numbers.test.mjs" "$here/../node/mitata.mjs" "$work"
cd "$work"
npm install --silent --no-audit --no-fund "bun@$version" mitata@1.0.34 >/dev/null
bun=node_modules/.bin/bun
"$bun" mitata.mjs >"$work/mitata.json"
# A dozen samples of each are enough.
"$bun" -e '
  const document = await Bun.file("mitata.json").json()
  for (const { runs } of document.benchmarks)
    for (const { stats } of runs) if (stats) Object.assign(stats, { samples: stats.samples.slice(0, 12), debug: "" })
  console.log(JSON.stringify(document))
' >"$out/mitata/mitata-1.0.34-bun-$version.json"
"$bun" test --reporter=junit --reporter-outfile="$out/junit/bun-$version.xml" numbers >/dev/null 2>&1 || true
sed -i -E 's/hostname="[^"]*"/hostname="host"/g' "$out/junit/bun-$version.xml"
