#!/usr/bin/env bash
# Takes the pictures of the README and the docs anew. As root on a Debian system it installs what that needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
command -v "${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium)
command -v pngquant >/dev/null || missing+=(pngquant)
fc-list 2>/dev/null | grep -qi emoji || missing+=(fonts-noto-color-emoji)
# Liberation is as wide as Helvetica and Arial, which GitHub asks for.
[[ "$(fc-match Helvetica 2>/dev/null)" =~ (Helvetica|Arial|Liberation) ]] || missing+=(fonts-liberation fontconfig)
if [[ ${#missing[@]} -gt 0 ]]; then
  if [[ $EUID -ne 0 ]] || ! command -v apt-get >/dev/null; then
    echo "the pictures need ${missing[*]}: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

PATH="$PWD/node_modules/.bin:$PATH"
node --no-warnings scripts/pictures.ts
