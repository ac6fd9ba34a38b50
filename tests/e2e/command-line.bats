#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
# The command line program among other shell programs: pipes, terminals, job control.

setup() {
  root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  cli="$root/dist/cli.js"
  cd "$BATS_TEST_TMPDIR" || return
}

samples() {
  printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"ns","better":"lower",'
  printf '"runs":[[%s01],[%s03],[%s02],[%s05],[%s04]]}]}\n' "$1" "$1" "$1" "$1" "$1"
}

@test "without arguments it prints its help and fails as for bad input" {
  run -64 node "$cli"
  [[ "${lines[0]}" == *"decides whether a change made a program slower"* ]]
}

@test "it is executable by itself" {
  run -0 "$cli" --version
  [[ "$output" == "stable-bench "* ]]
}

@test "a reader that closes the pipe early is no failure" {
  samples 10 >a.json
  samples 11 >b.json
  bash -o pipefail -c 'node "$1" compare --baseline a.json --candidate b.json --output html | head -c 1 >/dev/null' \
    bash "$cli"
}

@test "the report goes to the standard output and everything else to the standard error" {
  samples 10 >a.json
  samples 11 >b.json
  node "$cli" compare --baseline a.json --candidate b.json --output json --order interleaved 2>err | node -e '
    const { schema } = JSON.parse(require("fs").readFileSync(0)); process.exit(schema === "stable-bench/comparison@1" ? 0 : 1)'
  [ ! -s err ]
}

@test "a regression is exit code 2, so that a script can tell it from a failure to measure" {
  samples 10 >a.json
  samples 20 >b.json
  run -2 node "$cli" compare --baseline a.json --candidate b.json --order interleaved
  run -1 node "$cli" run --runs 5 -- false
}

@test "colour is for terminals only, and NO_COLOR turns it off there" {
  samples 10 >a.json
  samples 20 >b.json
  command="node $cli compare --baseline a.json --candidate b.json --order interleaved"
  run -2 bash -c "$command"
  [[ "$output" != *$'\e['* ]]
  run bash -c "script -qec '$command' /dev/null"
  [[ "$output" == *$'\e['* ]]
  run bash -c "NO_COLOR=1 script -qec '$command' /dev/null"
  [[ "$output" != *$'\e['* ]]
}

@test "a terminal gets one line that rewrites itself" {
  run bash -c "script -qec 'node $cli run --runs 5 -- true' /dev/null"
  [[ "$output" == *$'\r\e[2Krun 5: '*' left'* ]]
}

@test "results files of an earlier run are removed, files of the user never" {
  samples 10 >result-old.json
  samples 10 >template
  run -0 node "$cli" run --runs 5 --results 'result-*.json' -- cp template result-new.json
  [ ! -e result-old.json ]
  mkdir elsewhere && mv result-new.json elsewhere && cd elsewhere
  echo 'years of work' >thesis.txt
  run -64 node "$cli" run --runs 5 --results '*' -- true
  [[ "$output" == *"thesis.txt, which is not a benchmark result"* ]]
  [ "$(cat thesis.txt)" = 'years of work' ]
  [ -e result-new.json ]
}
