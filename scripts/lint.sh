#!/usr/bin/env bash
# Lints TypeScript, JavaScript and JSON with biome, every shell script with shellcheck where it is installed, workflows.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# To a file or a pipe it would write colours, too.
colours=(--colors=off)
[[ ! -t 1 ]] || colours=()
npx --no-install biome ci --error-on-warnings "${colours[@]}" . || {
  echo 'npx biome check --write puts format and imports right' >&2
  exit 1
}

mapfile -t scripts < <(git ls-files -- '*.sh' '*.bash' '*.bats' .ci/run runner-hooks/stable-bench-host tests/hooks/fake/systemctl \
  'packaging/deb/p*' 'packaging/rpm/*')
if command -v shellcheck >/dev/null; then
  shellcheck "${scripts[@]}"
elif [[ "${CI:-}" == true ]]; then
  echo 'shellcheck is missing: apt-get install shellcheck' >&2
  exit 1
else
  echo 'skipped: shellcheck is not installed (apt-get install shellcheck)'
fi

bash scripts/lint-workflows.sh
