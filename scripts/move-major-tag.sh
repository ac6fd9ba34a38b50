#!/usr/bin/env bash
# Moves the tag of the major version, v1 for v1.2.3, to that release, which is there already. It stays where it is for a
# preview, and for a fix of an earlier version.
#   move-major-tag.sh TAG REMOTE
set -euo pipefail

tag=${1:?move-major-tag.sh TAG REMOTE} remote=${2:?move-major-tag.sh TAG REMOTE}
major=${tag%%.*}
newest=$(git ls-remote --tags --refs "$remote" "$major.*" | sed 's|.*refs/tags/||' |
  grep -xE 'v[0-9]+\.[0-9]+\.[0-9]+' | sort -V | tail -n 1) || true
if [[ $newest != "$tag" ]]; then
  echo "$major stays: its newest release is ${newest:-none}"
  exit
fi
# GitHub refuses it from a workflow whose files main has changed since that commit.
if ! git push --quiet --force "$remote" "$tag^{commit}:refs/tags/$major"; then
  echo "$major was not moved. A maintainer can: git push --force origin '$tag^{commit}:refs/tags/$major'" >&2
  exit 1
fi
echo "$major is $tag"
