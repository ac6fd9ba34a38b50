#!/usr/bin/env bash
# Prints the tag of npm for the release of a tag of this repository: `next` for a preview, `earlier` for a fix of an earlier
# version, which must not become what `npm install` takes, else `latest`.
#   npm-channel.sh TAG
set -euo pipefail

tag=${1:?npm-channel.sh TAG}
newest=$(git tag --list | { grep -xE 'v[0-9]+\.[0-9]+\.[0-9]+' || true; } | sort -V | tail -n 1)
case $tag in
  *-*) echo next ;;
  "$newest") echo latest ;;
  *) echo earlier ;;
esac
