#!/usr/bin/env bats
# The ladder: what it measures, in which state of the machine, and that the machine is as before however it ends.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  make_systemd
  printf '#!/bin/bash\n[[ $1 == -c ]] && { echo "$2" >>"%s"; exec "${@:3}"; }\nexit 0\n' "$BOX/bound" >"$BOX/bin/taskset"
  chmod +x "$BOX/bin/taskset"
  cpu=/sys/devices/system/cpu
  before=$(snapshot)
  report=$MACHINE/var/lib/stable-bench/ladder.json
  # What the benchmark sees of the machine, each time.
  printf '#!/bin/bash\ncd "%s%s" && echo "$(<cpufreq/policy0/scaling_governor) $(<cpufreq/boost) $(<online)" >>"%s/seen"\n' "$MACHINE" "$cpu" "$BOX" >"$BOX/bench"
  # Runs until the test has seen it.
  printf '#!/bin/bash\necho $$ >"%s/running.new" && mv "%s/running.new" "%s/running" && exec sleep 300\n' "$BOX" "$BOX" "$BOX" >"$BOX/endless"
  chmod +x "$BOX/bench" "$BOX/endless"
}

# climb ARGUMENT...: a ladder, whose process is in the table of the fake machine.
climb() (
  make_process "$BASHPID" 1 bash 0
  echo "$BASHPID" >"$BOX/ladder"
  exec env --default-signal=INT,TERM,HUP "$KIT/stable-bench-host" ladder "$@"
)
json() { node -p "const l = JSON.parse(require('fs').readFileSync('$report')); $1"; }
begin_endless() {
  climb --rounds 3 --seed 1 -- "$BOX/endless" >"$BOX/said" 2>&1 3>&- &
  wait_until test -e "$BOX/running"
}
# Whether the process $1 has ended.
ended() { ! kill -0 "$1" 2>/dev/null || [[ $(cut -d' ' -f3 "/proc/$1/stat") == Z ]]; }

@test "adds one group after the other, with the machine so in each run, and restores it" {
  run -0 climb --rounds 3 --runs 2 --seed 7 -- "$BOX/bench"
  [[ "$output" == *'seed 7: 3 rounds of 9 configurations, 2 runs each'*'+ isolation'* ]]
  diff <(echo "$before") <(snapshot)
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  [ "$(json 'l.configurations.map(c => c.name).join()')" = 'untuned,+ pinned,+ clock,+ smt,+ turbo,+ idle,+ quiet,+ interrupts,+ isolation' ]
  [ "$(json 'l.configurations.map(c => c.samples.length).join()')" = 6,6,6,6,6,6,6,6,6 ]
  [ "$(json 'l.configurations[3].groups.join()')" = pinned,clock,smt ]
  # With one run to warm up: three a round.
  [ "$(sort "$BOX/seen" | uniq -c | awk '{ print $1 ":" $2, $3, $4 }' | xargs)" = '18:ondemand 1 0-7 45:performance 0 0-3 9:performance 1 0-3 9:performance 1 0-7' ]
  [ "$(sort "$BOX/bound" | uniq -c | xargs)" = '54 3 18 3,7' ]
  [ "$(stat -c %a "$report")" = 644 ]
  grep -q '<svg' "${report%.json}.html"
  # One ladder does not push jobs out of the history.
  [ "$(grep -c '|root|' "$MACHINE/var/lib/stable-bench/history")" = 20 ]
}

@test "its order is random, and the same with the same seed" {
  local seed
  for seed in 7 7 8; do
    : >"$BOX/seen"
    run -0 climb --rounds 3 --runs 1 --seed "$seed" -- "$BOX/bench"
    md5sum <"$BOX/seen" >>"$BOX/orders"
  done
  [ "$(uniq -c "$BOX/orders" | awk '{ print $1 }' | xargs)" = '2 1' ]
}

@test "--without takes each group away from all of them" {
  run -0 climb --rounds 3 --runs 1 --without -- "$BOX/bench"
  [ "$(json 'l.configurations.slice(0, 4).map(c => [c.name, c.reference].join(":")).join()')" = 'untuned:,all groups:untuned,without pinned:all groups,without clock:all groups' ]
  [ "$(json 'l.configurations.find(c => c.name === "without smt").groups.join()')" = pinned,clock,turbo,idle,quiet,interrupts,isolation ]
  [ "$(sort "$BOX/seen" | uniq -c | awk '{ print $1 ":" $2, $3, $4 }' | xargs)" = '6:ondemand 0 0-3 6:ondemand 1 0-7 36:performance 0 0-3 6:performance 0 0-7 6:performance 1 0-3' ] ||
    { sort "$BOX/seen" | uniq -c; false; }
  diff <(echo "$before") <(snapshot)
}

@test "leaves out what changes nothing here, and keeps what the configuration keeps" {
  rm -r "$MACHINE$cpu/cpufreq" "$MACHINE$cpu/smt" "$MACHINE$cpu/intel_uncore_frequency"
  for ((n = 4; n < 8; n++)); do rm -r "$MACHINE$cpu/cpu$n"; echo "$((n - 4))" >"$MACHINE$cpu/cpu$((n - 4))/topology/core_cpus_list"; done
  echo 0-3 >"$MACHINE$cpu/online"
  conf 'profile = standard' 'idle = keep'
  before=$(snapshot)
  run -0 climb --rounds 3 --runs 1 -- "$BOX/bench"
  [[ "$output" == *'left out: smt, which changes nothing here (no core has a second thread)'* ]]
  [[ "$output" == *'left out: idle, which changes nothing here'* ]]
  [ "$(json 'l.left_out.map(g => g.group).join()')" = clock,smt,turbo,idle ]
  diff <(echo "$before") <(snapshot)
}

@test "the session from which it is called keeps its weight" {
  [[ $EUID -eq 0 && -w /proc/self/autogroup ]] || skip 'needs root, and a kernel that weighs sessions'
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

@test "the benchmark runs as the user who called sudo, with nothing of root's, and bound only where it is pinned" {
  [[ $EUID -eq 0 ]] || skip 'needs root, to become somebody else'
  cd /
  # shellcheck disable=SC2016  # for that user
  SUDO_UID=$(id -u nobody) run -0 climb --rounds 3 --runs 1 -- bash -c '[[ $(id -un):$(id -Gn):$HOME:$(cat /proc/self/oom_score_adj) == nobody:nogroup:/nonexistent:0 ]] &&
    (($(nice) == 0 || $(nice) == -5)) && ! { : <"'"$MACHINE"'/run/stable-bench/private/lock"; } 2>/dev/null &&
    [[ $(readlink /proc/self/fd/* | grep -c private) == 0 ]]'
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

@test "every knob is in exactly one group" {
  source "$HOOKS/lib/ladder/groups.sh"
  # shellcheck disable=SC2153  # groups.sh has it
  [ "$(printf '%s\n' "${KNOBS_OF[@]}" | xargs -n 1 | sort)" = "$(find "$HOOKS/knobs" -name '*.sh' -printf '%f\n' | sed 's/^..-//; s/\.sh$//' | sort)" ]
  [ "$(printf '%s\n' "${!KNOBS_OF[@]}" | sort)" = "$(printf '%s\n' "${GROUPS_IN_ORDER[@]}" | sort)" ]
}

@test "means, standard deviations, variation and their intervals are those of the formulas" {
  local i=0 round
  # Deterministic samples around 1 s: the second configuration scatters a third as much. The third has no scatter.
  { printf 'meta|mode|ladder\n' && printf 'config|%s\n' '0|untuned||' '1|+ clock|0|clock' '2|+ smt|1|clock smt'
    for ((round = 1; round <= 8; round++)); do
      for ((run = 0; run < 3; run++)); do
        i=$(((i * 7919 + 104729) % 100003))
        printf 'sample|%d|0|%d\nsample|%d|1|%d\nsample|%d|2|5\n' "$round" $((1000000000 + 900 * i)) "$round" $((990000000 + 300 * i)) "$round"
      done
    done; } >"$BOX/samples"
  lib=$HOOKS/lib/ladder
  awk -f "$lib/statistics.awk" -f "$lib/json.awk" "$BOX/samples" >"$BOX/report.json"
  run -0 node -e '
    const { configurations: [none, clock, smt] } = JSON.parse(require("fs").readFileSync(process.argv[1]))
    const moments = s => {
      const x = s.map(v => v[1]), mean = x.reduce((a, b) => a + b) / x.length
      return { mean, sd: Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / (x.length - 1)) }
    }
    const cv = s => { const { mean, sd } = moments(s); return Math.log(sd / mean) }
    const jackknife = f => {
      const each = [1, 2, 3, 4, 5, 6, 7, 8].map(r => f(s => s.filter(v => v[0] !== r)))
      const middle = each.reduce((a, b) => a + b) / 8
      const half = 2.364624 * Math.sqrt(7 / 8 * each.reduce((a, b) => a + (b - middle) ** 2, 0))
      const all = f(s => s)
      return [all, all - half, all + half]
    }
    const near = (got, want) => {
      for (const [i, key] of ["estimate", "low", "high"].entries())
        if (!(Math.abs(got[key] / want[i] - 1) < 1e-3)) throw new Error(`${key} is ${got[key]}, not ${want[i]}`)
    }
    near(none.mean, jackknife(only => moments(only(none.samples)).mean))
    near(none.sd, jackknife(only => Math.log(moments(only(none.samples)).sd)).map(Math.exp))
    near(none.cv, jackknife(only => cv(only(none.samples))).map(Math.exp))
    near(clock.cv_ratio, jackknife(only => cv(only(clock.samples)) - cv(only(none.samples))).map(Math.exp))
    if (clock.effect !== "steadier" || smt.cv !== null || smt.effect !== "nothing") throw new Error("wrong effects")
  ' "$BOX/report.json"
  run -0 awk -f "$lib/statistics.awk" -f "$lib/table.awk" "$BOX/samples"
  [[ "$output" == *'Steadier with: clock. No effect that 8 rounds show: smt. That is what profile = gentle has.'* ]]
}
