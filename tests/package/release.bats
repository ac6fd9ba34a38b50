#!/usr/bin/env bats
# What the release workflow calls, on real repositories.
bats_require_minimum_version 1.5.0

setup() {
  scripts=$(cd "$BATS_TEST_DIRNAME/../../scripts" && pwd)
  cd "$BATS_TEST_TMPDIR" || return
  export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
}

# release TAG: a commit with that tag, pushed, and what the release does with the major tag.
release() {
  git -C work commit -q --allow-empty -m "$1"
  git -C work tag -a -m "$1" "$1"
  git -C work push -q origin "$1"
  (cd work && bash "$scripts/move-major-tag.sh" "$1" "$BATS_TEST_TMPDIR/remote")
}

# at TAG COMMIT: both are the same commit in the remote.
at() { [ "$(git -C remote rev-parse "$1^{commit}")" = "$(git -C remote rev-parse "$2^{commit}")" ]; }

@test "the major tag follows the newest release of its version, no preview, and no fix of an earlier version" {
  git init -q --bare remote
  git init -q work
  git -C work remote add origin ../remote
  release v1.0.0-rc.1
  run ! git -C remote rev-parse --verify -q v1
  release v1.9.0
  at v1 v1.9.0
  release v1.10.0
  at v1 v1.10.0
  run -0 release v1.9.1
  [ "$output" = 'v1 stays: its newest release is v1.10.0' ]
  release v1.11.0-rc.1
  at v1 v1.10.0
  release v2.0.0
  at v1 v1.10.0
  at v2 v2.0.0
  # Who starts the job again changes nothing.
  (cd work && bash "$scripts/move-major-tag.sh" v1.10.0 "$BATS_TEST_TMPDIR/remote")
  at v1 v1.10.0
  # A remote that refuses, as GitHub may.
  printf '#!/bin/sh\nexit 1\n' >remote/hooks/pre-receive && chmod +x remote/hooks/pre-receive
  git -C remote update-ref refs/tags/v1 'v1.9.0^{commit}'
  cd work
  run -1 bash "$scripts/move-major-tag.sh" v1.10.0 "$BATS_TEST_TMPDIR/remote"
  [[ "$output" == *"git push --force origin 'v1.10.0^{commit}:refs/tags/v1'" ]]
}

@test "npm install takes the newest release: no preview, and no fix of an earlier version" {
  channel() { bash "$scripts/npm-channel.sh" "$1"; }
  git init -q .
  git commit -q --allow-empty -m first
  git tag v1.0.0-rc.1
  [ "$(channel v1.0.0-rc.1)" = next ]
  git tag v1.9.0
  git tag v1
  [ "$(channel v1.9.0)" = latest ]
  git tag v1.10.0
  [ "$(channel v1.10.0)" = latest ]
  git tag v1.9.1
  [ "$(channel v1.9.1)" = earlier ]
  git tag v2.0.0-rc.1
  [ "$(channel v1.10.0)" = latest ]
}

# repository VERSION HEADING: a copy of what release-notes.sh reads.
repository() {
  mkdir -p scripts runner-hooks/lib
  cp "$scripts/release-notes.sh" scripts
  echo "{\"version\": \"$1\"}" >package.json
  echo "VERSION=$1" >runner-hooks/lib/environment.sh
  printf '# Changelog\n\n## 1.3.0 (unreleased)\n\n- Soon.\n\n## %s\n\n- First.\n- Second.\n\n## 1.1.0 (2026-01-02)\n\n- Earlier.\n' "$2" >CHANGELOG.md
}

@test "a release has notes, and one version everywhere" {
  repository 1.2.0 '1.2.0 (2026-02-03)'
  run -0 bash scripts/release-notes.sh v1.2.0
  [ "$output" = $'- First.\n- Second.' ]
  for tag in v1.2.1 v1.2 1.2.0 'v1.2.0;id'; do run -1 bash scripts/release-notes.sh "$tag"; done
  repository 1.3.0 '1.2.0 (2026-02-03)'
  run -1 bash scripts/release-notes.sh v1.3.0
  [[ "$output" == *'no heading'* ]]
  repository 1.2.0 '1.2.0 (2026-02-03)'
  echo VERSION=1.1.0 >runner-hooks/lib/environment.sh
  run -1 bash scripts/release-notes.sh v1.2.0
  [[ "$output" == *'environment.sh has version 1.1.0'* ]]
}

@test "README, docs and examples name the major tag that a release of this version makes" {
  cd "$scripts/.."
  major=$(sed -n 's/^  "version": "\([0-9]*\)\..*/\1/p' package.json)
  run -0 grep -rhoE 'uses: org/stable-bench@v[0-9]+' README.md docs examples
  [ "$(sort -u <<<"$output")" = "uses: org/stable-bench@v$major" ]
}
