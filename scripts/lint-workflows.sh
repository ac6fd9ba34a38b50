#!/usr/bin/env bash
# Lints action.yml and every workflow of the repository, or those that are named, with actionlint and zizmor. Both are
# installed once, into the cache that the tests use too, and run without network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

actionlint='actionlint-1.7.12'
zizmor='zizmor-1.32.0'
source scripts/install-once.sh

# Installs in a module of its own. 'go install PACKAGE@VERSION' first asks for a module named as the package, and some
# proxies refuse an unknown module instead of saying that there is none.
install_actionlint() {
  local module=$building/module
  mkdir "$module"
  (cd "$module" && go mod init lint && go get "github.com/rhysd/actionlint@v${actionlint#*-}" &&
    GOFLAGS=-mod=mod GOBIN=$building go install github.com/rhysd/actionlint/cmd/actionlint)
  rm -rf "$module"
}

# Says that $1 cannot run and that $2 has to be installed; fails on CI.
cannot() {
  if [[ "${CI:-}" == true ]]; then
    echo "workflows cannot be linted with $1: install $2" >&2
    exit 1
  fi
  echo "skipped: $1 for workflows (install $2)"
}

# Or only those that are named.
workflows=("$@")
if [[ $# -eq 0 ]]; then
  mapfile -t workflows < <(git ls-files --cached --others --exclude-standard -- '*.yml' '*.yaml' | xargs grep -l '^jobs:')
fi

if [[ -d "$cache/$actionlint" ]] || command -v go >/dev/null; then
  install_once "$actionlint" install_actionlint
  "$cache/$actionlint/actionlint" -config-file .github/actionlint.yaml "${workflows[@]}"
else
  cannot "$actionlint" Go
fi

if [[ -d "$cache/$zizmor" ]] || python3 -m pip --version >/dev/null 2>&1; then
  install_once "$zizmor" install_wheel zizmor "${zizmor#*-}"
  # Each file is named: in a directory zizmor would look for .github/workflows only.
  "$cache/$zizmor/bin/zizmor" --offline --quiet --strict-collection --config .github/zizmor.yml \
    action.yml "${workflows[@]}"
else
  cannot "$zizmor" 'Python with pip'
fi
