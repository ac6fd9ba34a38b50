#!/usr/bin/env bash
# make-repository.sh DIRECTORY: a repository of sixteen commits, always the same ones; from the tenth on `work` takes thirty
# times as long. The last five were committed in one second, as a rebase does it.
set -euo pipefail
mkdir -p "$1"
cd "$1"
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=p GIT_AUTHOR_EMAIL=p@example.com GIT_COMMITTER_NAME=p GIT_COMMITTER_EMAIL=p@example.com
git init --quiet --initial-branch=main .
for number in {1..16}; do
  day=$((number < 12 ? number : 12))
  loops=$((number < 10 ? 2000 : 60000))
  printf 'def work():\n    total = 0\n    for each in range(%d):\n        total += each\n    return total\n\n\nVERSION = %d\n' "$loops" "$number" >work.py
  git add work.py
  date=$(printf '2026-03-%02dT12:00:00Z' "$day")
  GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git commit --quiet --message="version $number"
done
