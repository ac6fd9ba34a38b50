#!/usr/bin/env bash
# Builds dist/ and fails if the committed files differ: users of the action run those files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

npm run --silent build
changed=$(git status --porcelain -- dist)
if [[ -n "$changed" ]]; then
  printf 'dist/ does not match src/; run "npm run build" and commit:\n%s\n' "$changed" >&2
  exit 1
fi
