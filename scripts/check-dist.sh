#!/usr/bin/env bash
# Builds dist/ and fails unless it is exactly what is committed: who uses the action runs those files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

npm run --silent build
changed=$(git status --porcelain -- dist)
if [[ -n "$changed" ]]; then
  printf 'dist/ does not match src/; run "npm run build" and commit:\n%s\n' "$changed" >&2
  exit 1
fi
