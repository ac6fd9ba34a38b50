#!/usr/bin/env bash
# npm run test:vm [-- SYSTEM...]: the hooks on a real kernel, the cases of the night included, on each of these systems.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
PATH=$PWD/node_modules/.bin:$PATH
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
(($#)) || set -- debian-12 debian-13 ubuntu-26.04
for system in "$@"; do
  echo "# $system"
  # What only Debian 12 can do, or what has a machine of its own, is tested once.
  only=()
  [[ $system == debian-12 ]] || only=(--filter-tags '!debian-12')
  STABLE_BENCH_SYSTEM=$system node_modules/bats/bin/bats --print-output-on-failure --tap "${only[@]}" -r tests/vm | tee -a "$log"
  ((PIPESTATUS[0] == 0)) || status=1
done
skipped=$(grep -cE '^ok .*# skip' "$log")
echo "$(($(grep -cE '^ok ' "$log") - skipped)) passed, $(grep -cE '^not ok ' "$log") failed, $skipped skipped"
# A night that could not build the machine has tested nothing.
[[ ${CI:-} != true || $skipped -eq 0 ]] || status=1
exit "$status"
