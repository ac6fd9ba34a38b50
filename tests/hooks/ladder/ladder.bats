#!/usr/bin/env bats
# The ladder: what it measures, in which state of the machine, and what it says of it.
load ../kit
load climb

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
  only_knobs governor smt turbo
  for seed in 7 7 8; do
    : >"$BOX/seen"
    run -0 climb --rounds 3 --runs 1 --seed "$seed" -- "$BOX/bench"
    [[ "$output" == *"seed $seed: 3 rounds of 5 configurations"* ]]
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

@test "the benchmark runs as the user who called sudo, with nothing of root's, and bound only where it is pinned" {
  [[ $EUID -eq 0 ]] || skip 'needs root, to become somebody else'
  only_knobs statistics-interval
  cd /
  # shellcheck disable=SC2016  # for that user
  SUDO_UID=$(id -u nobody) run -0 climb --rounds 3 --runs 1 -- bash -c '[[ $(id -un):$(id -Gn):$HOME:$(cat /proc/self/oom_score_adj) == nobody:nogroup:/nonexistent:0 ]] &&
    (($(nice) == 0 || $(nice) == -5)) && ! { : <"'"$MACHINE"'/run/stable-bench/private/lock"; } 2>/dev/null &&
    [[ $(readlink /proc/self/fd/* | grep -c private) == 0 ]]'
  [[ "$output" == *'3 rounds of 3 configurations'* ]]
}

@test "every knob is in exactly one group" {
  source "$HOOKS/lib/ladder/groups.sh"
  # shellcheck disable=SC2153  # groups.sh has it
  diff <(find "$HOOKS/knobs" -name '*.sh' -printf '%f\n' | sed 's/^..-//; s/\.sh$//' | sort) <(printf '%s\n' "${KNOBS_OF[@]}" | xargs -n 1 | sort)
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
