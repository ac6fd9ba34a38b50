#!/usr/bin/env bash
# Prints what CHANGELOG.md says about the release of a tag. Fails unless everything in the repository has its version.
#   release-notes.sh TAG
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "$1" >&2
  exit 1
}

tag=${1:?release-notes.sh TAG}
[[ $tag =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$ ]] || fail "$tag is not a version such as v1.2.3"
version=${tag#v}
package=$(node -p 'require("./package.json").version')
[[ $package == "$version" ]] || fail "package.json has version $package, the tag is $tag"
hooks=$(sed -n 's/^VERSION=//p' runner-hooks/lib/environment.sh)
[[ $hooks == "$version" ]] || fail "runner-hooks/lib/environment.sh has version $hooks, the tag is $tag"
grep -qE "^## ${version//./\\.} \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$" CHANGELOG.md ||
  fail "CHANGELOG.md has no heading '## $version (YYYY-MM-DD)'"
awk -v heading="## $version (" '/^## /{ours = index($0, heading) == 1; next} ours' CHANGELOG.md | sed '/./,$!d'
