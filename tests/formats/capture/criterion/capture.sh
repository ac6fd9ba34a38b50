#!/usr/bin/env bash
# Captures criterion: capture.sh DIRECTORY writes its files there. Needs cargo.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/Cargo.toml" "$here/benches" "$work"
cd "$work"
mkdir src && touch src/lib.rs
cargo bench --quiet --bench work -- --sample-size 10 --warm-up-time 0.05 --measurement-time 0.05 >/dev/null
find target/criterion -path '*/new/sample.json' -printf '%P\n' | while read -r path; do
  cp "target/criterion/$path" "$out/criterion-0.5.1-$(dirname "$(dirname "$path")" | tr / -).json"
done
