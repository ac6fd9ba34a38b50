#!/usr/bin/env bash
# npm run test:bash [-- VERSION...]: the hooks on the fake machine with each bash that they claim, 4.4 to 5.3. Each comes
# from the distribution that has it, with its libraries, and is mounted over this machine's bash for the tests alone:
# the kit, its stand-ins and the tests themselves run in it. Needs root on Debian, with the right to mount.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
cache=${XDG_CACHE_HOME:-$HOME/.cache}/stable-bench
source tests/vm/machine/ubuntu-keys.bash
declare -A SUITE=([4.4]=bionic [5.0]=focal [5.1]=bullseye [5.2]=bookworm [5.3]=forky)

install_packages() {
  local package
  local -a missing=()
  for package in mmdebstrap patchelf; do command -v "$package" >/dev/null || missing+=("$package"); done
  ((${#missing[@]})) || return 0
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# unpack FOLDER SUITE PACKAGE OPTION...: the package and what it needs, as files, in FOLDER.
unpack() {
  [[ ! -e $1 ]] || return 0
  rm -rf -- "$1.new"
  # The lists of a release in the making expire soon, and a mirror may be behind.
  mmdebstrap --quiet --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' --include="$3" "${@:4}" "$2" "$1.new" &&
    mv -- "$1.new" "$1"
}

# build VERSION: makes $cache/bash-VERSION, which runs with its own libraries where they are mounted at /mnt: the cache may
# be in a home that only its user can read, and some tests are somebody else's.
build() {
  local files=$cache/bash-$1.files loader
  local -a options=()
  case ${SUITE[$1]} in
    bionic | focal) options=("--keyring=$(ubuntu_keyring "$cache")") || return ;;
  esac
  unpack "$files" "${SUITE[$1]}" bash "${options[@]}" || return
  loader=$(find "$files" -name 'ld-linux-x86-64.so.2' | head -n 1)
  cp "$(find "$files" -path '*bin/bash')" "$cache/bash-$1.new"
  patchelf --set-interpreter "/mnt${loader#"$files"}" --force-rpath \
    --set-rpath /mnt/lib/x86_64-linux-gnu:/mnt/usr/lib/x86_64-linux-gnu "$cache/bash-$1.new" && mv -- "$cache/bash-$1.new" "$cache/bash-$1"
}

# run VERSION: all tests of the hooks, as many files at a time as there are CPUs.
run() {
  # shellcheck disable=SC2016  # for the shell in the other namespace, which must not be bash
  find tests/hooks -name '*.bats' -printf '%s %p\n' | sort -rn | cut -d' ' -f2 |
    unshare --mount sh -c 'mount --bind "$1.files" /mnt && mount --bind "$1" /usr/bin/bash && bash --version | head -n 1 &&
      xargs -P "$(nproc)" -I "{}" sh -c "node_modules/bats/bin/bats --print-output-on-failure --tap {} >$2/\$(basename {}).tap"' \
      sh "$cache/bash-$1" "$2"
}

if [[ ! -e /etc/debian_version || $EUID -ne 0 || $HOSTTYPE != x86_64 ]]; then
  echo 'other versions of bash can only be had as root on Debian for amd64' >&2
  exit 77
fi
mkdir -p "$cache" && install_packages || exit
log=$(mktemp -d)
trap 'rm -rf -- "$log"' EXIT
(($#)) || set -- 4.4 5.0 5.1 5.2 5.3
status=0 lacking=0
for version in "$@"; do
  mkdir "$log/$version"
  if [[ -z ${SUITE[$version]-} ]] || ! build "$version"; then
    echo "bash $version cannot be had here"
    lacking=$((lacking + 1))
    continue
  fi
  run "$version" "$log/$version" || status=1
  grep -hvE '^(ok|1\.\.)' "$log/$version"/*.tap
done
count() { cat "$log"/*/*.tap 2>/dev/null | grep -cE "$1"; }
skipped=$(count '^ok .*# skip')
echo "$(($(count '^ok ') - skipped)) passed, $(count '^not ok ') failed, $((skipped + lacking)) skipped"
# A night without one of them has not tested it.
((lacking == 0)) || status=1
exit "$status"
