#!/usr/bin/env bats
# However a ladder ends, the machine is as before.
load ../kit
load climb

begin_endless() {
  climb --rounds 3 --seed 1 -- "$BOX/endless" >"$BOX/said" 2>&1 3>&- &
  wait_until test -e "$BOX/running"
}

# Whether the process $1 has ended.
ended() { ! kill -0 "$1" 2>/dev/null || [[ $(cut -d' ' -f3 "/proc/$1/stat") == Z ]]; }

@test "the session from which it is called keeps its weight" {
  [[ $EUID -eq 0 && -w /proc/self/autogroup ]] || skip 'needs root, and a kernel that weighs sessions'
  only_knobs statistics-interval
  export -f climb make_process put
  export BOX MACHINE KIT
  # shellcheck disable=SC2016  # for that session
  run -0 setsid -w bash -c 'echo 5 >/proc/self/autogroup && climb --rounds 3 --runs 1 -- "$BOX/bench" && cat /proc/self/autogroup'
  [[ "$output" == *' nice 5' ]]
}

@test "interrupted, it ends the run, restores and says so" {
  local signal code
  for signal in TERM:143 INT:130 HUP:129; do
    rm -f "$BOX/running"
    begin_endless
    kill "-${signal%:*}" "$(<"$BOX/ladder")"
    code=0
    wait $! || code=$?
    [ "$code" = "${signal#*:}" ]
    wait_until ended "$(<"$BOX/running")"
    diff <(echo "$before") <(snapshot)
    [ ! -e "$MACHINE/run/stable-bench/journal" ]
    grep -q 'interrupted: the machine is restored' "$BOX/said"
  done
}

@test "interrupted while it sets or restores a configuration, it finishes that and restores" {
  local at
  for at in 20 60; do
    # The fake kernel tells after so many writes.
    echo 0 >"$BOX/kill-count"
    printf 'eval "untold_$(declare -f kill_point)"\nkill_point() { untold_kill_point; echo x >>"$ROOT/../writes"; (($(wc -l <"$ROOT/../writes") != %d)) || kill -TERM "$$"; }\n' "$at" >>"$KIT/lib/engine/guard.sh"
    rm -f "$BOX/writes"
    run -143 climb --rounds 3 --runs 1 --seed 3 -- "$BOX/bench"
    diff <(echo "$before") <(snapshot)
    cp "$HOOKS/lib/engine/guard.sh" "$KIT/lib/engine/guard.sh"
    printf 'source "%s/lib/fake-kernel.bash"\n' "$KIT" >>"$KIT/lib/engine/guard.sh"
  done
}

@test "killed, the guard restores, and not as long as it lives" {
  begin_endless
  run -0 host recover
  [ -e "$MACHINE/run/stable-bench/journal" ]
  run -75 as_job 500 tune
  kill -KILL "$(<"$BOX/ladder")"
  wait $! || true
  kill -KILL "$(<"$BOX/running")"
  rm -r "$MACHINE"/proc/[1-9]*
  run -0 host recover
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  diff <(echo "$before") <(snapshot)
}

@test "killed after each of many writes, the next hook restores" {
  local at
  for at in 3 17 33 48 70 90 120 150; do
    echo 0 >"$BOX/kill-count" && echo "$at" >"$BOX/kill-at"
    run climb --rounds 3 --runs 1 --seed 2 -- "$BOX/bench"
    rm -f "$BOX/kill-at"
    [ "$status" != 0 ]
    rm -rf "$MACHINE"/proc/[1-9]*
    host recover || host recover
    diff <(echo "$before") <(snapshot)
  done
}

@test "a benchmark that fails, or cannot be started, ends it; the machine is restored" {
  run -1 climb -- false
  [[ "$output" == *'the benchmark failed with exit code 1 (as user '* ]]
  run -1 climb -- ./no-such-program
  [[ "$output" == *'failed with exit code 127'* ]]
  diff <(echo "$before") <(snapshot)
}

@test "somebody restores the machine in the middle: it stops, since its runs were not what it says" {
  printf '#!/bin/bash\n"%s/stable-bench-host" restore\n' "$KIT" >"$BOX/meddler" && chmod +x "$BOX/meddler"
  run -1 climb -- "$BOX/meddler"
  [[ "$output" == *'somebody has restored the machine in the middle of a configuration'* ]]
  diff <(echo "$before") <(snapshot)
}

@test "it is refused to jobs, without a command, with too few rounds, with what it does not know, and on a tuned machine" {
  make_process 500 1 Runner.Worker 1001
  make_process 501 500 sudo 0
  run -77 as_job 500 ladder
  run -64 climb --rounds 3
  [[ "$output" == *'ladder needs a command'* ]]
  run -64 climb --rounds 2 -- true
  [[ "$output" == *'at least three rounds, not 2'* ]]
  run -64 climb --quickly -- true
  [[ "$output" == *'ladder does not know --quickly'* ]]
  run -64 climb --rounds x -- true
  as_job 500 tune
  run -75 climb -- true
  [[ "$output" == *'busy: another job (process 500)'* ]]
}

@test "the kit is replaced in the middle: the ladder says so and ends, and the guard restores" {
  printf '#!/bin/bash\ncp -r "%s" "%s" && mv "%s" "%s" && mv "%s" "%s"\n' "$KIT" "$BOX/new" "$KIT" "$BOX/old" "$BOX/new" "$KIT" >"$BOX/upgrade"
  chmod +x "$BOX/upgrade"
  run -75 climb --runs 1 -- "$BOX/upgrade"
  [[ "$output" == *'the kit was replaced meanwhile: begin the ladder again'* && "$output" != *'needs a command'* ]]
  rm -r "$MACHINE"/proc/[1-9]*
  run -0 host recover
  diff <(echo "$before") <(snapshot)
}
