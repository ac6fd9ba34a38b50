#!/usr/bin/env bash
# Captures gungraun and iai-callgrind: capture.sh DIRECTORY writes their files there. Needs cargo and valgrind.
set -euo pipefail
out=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
new=$(mktemp -d)
trap 'rm -rf "$new" "$work/capture"' EXIT
# Building the two runners takes minutes: CAPTURE_WORK may keep them.
work=${CAPTURE_WORK:-$new}
cp -r "$here" "$work/capture"
cd "$work/capture"
mkdir src && touch src/lib.rs
cargo install --quiet --locked --root "$work/tools" gungraun-runner@0.20.0 iai-callgrind-runner@0.16.1
export GUNGRAUN_RUNNER=$work/tools/bin/gungraun-runner IAI_CALLGRIND_RUNNER=$work/tools/bin/iai-callgrind-runner
with() { cargo bench --quiet --bench "with_$1" -- "${@:2}" 2>/dev/null; }
with gungraun >"$out/gungraun-0.20.0.txt"
with gungraun --output-format=json >"$out/gungraun-compared-0.20.0.json"
with gungraun --tools=dhat >"$out/gungraun-dhat-0.20.0.txt"
with gungraun --tools=dhat --save-summary=json >/dev/null
with iai >"$out/iai-callgrind-0.16.1.txt"
with iai --save-summary=pretty-json >/dev/null
cp target/gungraun/capture/with_gungraun/numbers/sort/summary.json "$out/gungraun-dhat-0.20.0.json"
cp target/iai/capture/with_iai/numbers/fib.short/summary.json "$out/iai-callgrind-0.16.1.json"
# Earlier versions, each with another schema of its summary: 1, 2, 3 and 5. DHAT has another name in the last one.
earlier() {
  local version=$1 name=$2 benchmark=$3
  cargo install --debug --quiet --locked --root "$work/tools/$version" "iai-callgrind-runner@$version"
  export IAI_CALLGRIND_RUNNER=$work/tools/$version/bin/iai-callgrind-runner
  mkdir -p "$work/capture/$version/src" "$work/capture/$version/benches"
  cd "$work/capture/$version"
  touch src/lib.rs
  cp "$here/benches/with_iai.rs" "$here/earlier/benches/with_dhat.rs" benches
  sed "s/VERSION/$version/; s/NAME/with_$name/" "$here/earlier/Cargo.toml" >Cargo.toml
  with "$name" --save-summary=json >/dev/null
  cp "target/iai/capture/with_$name/numbers/$benchmark/summary.json" "$out/iai-callgrind-$version.json"
}
earlier 0.10.2 dhat sort.short
earlier 0.13.4 dhat sort.short
earlier 0.14.2 dhat sort.short
with dhat --output-format=json >"$out/iai-callgrind-printed-0.14.2.json"
earlier 0.15.2 iai fib.short
# Nothing of the machine: where it was built.
sed -i -E "s#$work/capture(/[0-9.]+[0-9])?#/path#g" "$out"/*.json
