#!/usr/bin/env bats
# The configuration is parsed line by line. Every mistake is reported with its line, and nothing is tuned.
load kit

setup() { make_governor_machine; }

# mistake WORDS LINE...: with these lines tune fails, saying so, before anything is changed.
mistake() {
  local words=$1
  shift
  conf "$@"
  run -64 host tune
  [[ "$output" == *"stable-bench.conf:$words"* ]]
  [ "$(snapshot)" = "$before" ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "CPUs that are not an ascending list are a mistake" {
  mistake '2: cpus = 3-1 is not a list of CPUs' 'governor = performance' 'cpus = 3-1'
  mistake '1: cpus = 1,3-2 is not a list of CPUs' 'cpus = 1,3-2'
  mistake '1: cpus = 1,,2 is not a list of CPUs' 'cpus = 1,,2'
  mistake '1: cpus = - is not a list of CPUs' 'cpus = -'
  conf 'cpus = 1-1,3'
  run -0 host tune
  [[ "$output" == *"benchmark CPUs 1,3"* ]]
}

@test "a list of CPUs may name hundreds, each by itself" {
  local cpus load
  cpus=$(seq -s, 1 4 239) load=$(seq -s, 3 4 239)
  rm -r "$MACHINE/sys/devices/system/cpu"
  make_machine none 120
  conf 'statistics-interval = 10' "cpus = $cpus" "load-cpus = $load"
  run -0 host tune
  [ "$(receipt '[r.cpus.benchmark, r.cpus.load].join(" ")')" = "$cpus $load" ]
}

@test "a key that is given twice is a mistake, with both lines, whatever its values" {
  mistake '3: governor is set again, first in line 1' 'governor = performance required' '' 'governor = powersave'
  mistake '2: governor is set again, first in line 1' 'governor = keep' 'governor = keep'
  mistake '4: cores is set again, first in line 2' '# cores = 3' 'cores = 1' 'governor = keep' 'cores = 1'
  [[ "$output" != *governor* ]]
}

@test "every mistake is reported, not only the first" {
  mistake '1: turbo = sideways is not a setting' 'turbo = sideways' 'nonsense' 'cores = 0' 'colour = red'
  [[ "$output" == *"conf:2: expected KEY = VALUE"*"conf:3: cores = 0 does not fit"*"conf:4: unknown key colour"* ]]
}
