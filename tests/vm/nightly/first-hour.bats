#!/usr/bin/env bats
# The first hour, once and whole, with everything as it is released: from the .deb to a verdict that somebody accepts, a
# trend, and a machine without anything of it. What is measured states its cost: how exact that is, other tests say.
load ../groups

setup_file() {
  export MORE=$BATS_FILE_TMPDIR/more VM_TIMEOUT=10800
  pack_first_hour "$MORE"
  run_groups first-hour
}

# pack_first_hour TO: the packages, and GitHub's part as programs that need no other file.
pack_first_hour() {
  local root=$vm/../.. kit=$BATS_FILE_TMPDIR/kit
  local banner='import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url)'
  local openapi=node_modules/@octokit/openapi
  slow_kit "$kit"
  bash "$root/scripts/package.sh" --kit "$kit" "$BATS_FILE_TMPDIR/packages"
  mkdir -p "$1/github" "$1/node_modules/node/bin" "$1/$openapi/generated"
  cp "$BATS_FILE_TMPDIR"/packages/*.deb "$1"
  tar -xzf "$BATS_FILE_TMPDIR"/packages/stable-bench-[0-9]*.tgz -C "$1"
  cp -r "$vm/first-hour/sample" "$1"
  mkdir "$1/github/action"
  cp -r "$root"/{action.yml,package.json,dist} "$1/github/action"
  "$root/node_modules/.bin/esbuild" "$vm"/first-hour/{github,job}.ts --bundle --platform=node --format=esm \
    --log-level=error --banner:js="$banner" --outdir="$1/github"
  cp -r "$root/tests/stand-ins/checkout" "$1/github"
  ln -s ../../../node "$1/node_modules/node/bin/node"
  cp "$root/node_modules/node/package.json" "$1/node_modules/node"
  cp "$root/$openapi/generated/api.github.com.json" "$1/$openapi/generated"
  cp "$root/$openapi/package.json" "$1/$openapi"
}

@test "a package is installed, and the runner gets its hooks" { passed hour-installed; }
@test "doctor finds the kit as it was installed, and inside of a job the machine tuned" { passed hour-examined; }
@test "init writes the workflows of a repository" { passed hour-proposed; }
@test "the baseline is measured on the tuned machine, which is restored" { passed hour-baseline; }
@test "a first night begins the trend" { passed hour-night; }
@test "a pull request with a planted regression fails, and a comment and a check run say so" { passed hour-regression; }
@test "somebody accepts it with the label, and it passes" { passed hour-accepted; }
@test "after the merge the next night joins the trend" { passed hour-trend; }
@test "the package is purged, and nothing is left" { passed hour-purged; }
