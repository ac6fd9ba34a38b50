#!/usr/bin/env bash
# Installs what the tests need: the npm packages and, with CI=true as root on a Debian system, those of the system.
# Elsewhere the tests that need one of the latter are skipped, with a line that says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

install_npm_packages() {
  # npm writes this file at the end of an install: older than the lock file means out of date.
  if [[ node_modules/.package-lock.json -nt package-lock.json ]]; then return; fi
  npm ci
}

install_system_packages() {
  local missing=()
  command -v numactl >/dev/null || missing+=(numactl)
  command -v shellcheck >/dev/null || missing+=(shellcheck)
  command -v visudo >/dev/null || missing+=(sudo)
  command -v git-lfs >/dev/null || missing+=(git-lfs)
  command -v chromium >/dev/null || missing+=(chromium)
  command -v hyperfine >/dev/null || missing+=(hyperfine)
  command -v lintian >/dev/null || missing+=(lintian)
  command -v rpm >/dev/null || missing+=(rpm)
  command -v setcap >/dev/null || missing+=(libcap2-bin)
  # Debian's name of it. Elsewhere one test is skipped without it.
  command -v perf >/dev/null || ! grep -qsx ID=debian /etc/os-release || missing+=(linux-perf)
  # How wide a comment is on GitHub depends on them: the page asks for Helvetica or Arial.
  [[ "$(fc-match Helvetica 2>/dev/null)" =~ (Helvetica|Arial|Liberation) ]] || missing+=(fonts-liberation fontconfig)
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi
  if [[ "${CI:-}" == true && $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  else
    echo "skipping what needs ${missing[*]} (apt-get install ${missing[*]})"
  fi
}

# The test machine takes longest of all, so it is begun while npm waits for the network. The tests of it wait for it.
begin_test_machine() {
  [[ "${CI:-}" != true ]] || setsid tests/vm/machine/build.sh </dev/null >/dev/null 2>&1 &
}

{
  install_system_packages
  begin_test_machine
} &
install_npm_packages
wait $!
