#!/usr/bin/env bats
# What the people who run the machine see: the plan, the status for people and programs.
load ../kit
load status

@test "the plan says for every target what it is and what it would become, and writes nothing" {
  make_systemd
  make_thread 901 $((0x00200000)) 0-3
  make_taskset
  echo performance >"$MACHINE$policy/policy2/scaling_governor"
  before=$(snapshot)
  run -0 host plan
  [[ "$output" == *'benchmark CPUs 1, others 0'* ]]
  [[ "$output" == *"governor (required): $policy/policy0/scaling_governor: ondemand -> performance"* ]]
  [[ "$output" == *"governor (required): $policy/policy2/scaling_governor: performance already"* ]]
  [[ "$output" == *'energy-preference: unsupported: no EPP'* ]]
  [[ "$output" == *'huge-pages: keep'* ]]
  [[ "$output" == *'kernel-threads: kthread:901:50: 0-3 -> any without 1'* ]]
  [[ "$output" == *'services: unit:cron.service: active -> inactive'* ]]
  diff <(echo "$before") <(snapshot)
  [ -z "$(find "$MACHINE/run/stable-bench" -name 'journal*' -o -name 'plan*' -o -name 'receipt*')" ]
  run -1 grep -vE '^show ' "$BOX/systemctl.log"
  # Whatever knobs ask of systemd, it is asked once.
  [ "$(wc -l <"$BOX/systemctl.log")" = 1 ]
  # What it has announced is what a tune does.
  planned=$(grep -oE '[0-9]+ targets would change, [0-9]+ are so already' <<<"$(host plan)")
  run -0 host tune
  [ "$planned" = "$(sed -nE 's/.*: ([0-9]+) applied, ([0-9]+) already so.*/\1 targets would change, \2 are so already/p' <<<"$output")" ]
  run -75 host plan
  [[ "$output" == *'a plan would see what was set'* ]]
}

@test "the plan fails when a required knob cannot be set, or the configuration has a mistake" {
  conf 'governor = bogus required'
  run -1 host plan
  [[ "$output" == *"governor (required): $policy/policy0/scaling_governor cannot be set: the driver offers only"* ]]
  [[ "$output" == *'jobs fail before they begin'* ]]
  conf 'governor = bogus required' 'on-failure = degraded'
  run -0 host plan
  conf 'colour = red'
  run -64 host plan
}

@test "status as JSON: untuned, tuned for whom and since when, what drifted, what was restored" {
  conf 'governor = performance' 'class = epyc' 'machine = rack-3'
  [ "$(json '[s.schema, s.machine, s.class, s.state, s.tune, s.last_tune, s.configuration_ok].join()')" = \
    'stable-bench/status@1,rack-3,epyc,none,,,true' ]
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  [ "$(json '[s.state, s.tune.held, s.tune.owner.kind, s.tune.owner.pid, s.tune.owner.uid, s.tune.generation].join()')" = \
    tuned,true,worker,500,1001,1 ]
  [ "$(json 'Math.abs(Date.parse(s.tune.since) - Date.now()) < 36e5 && s.drifted.length === 0')" = true ]
  echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  [ "$(json 'JSON.stringify(s.drifted)')" = \
    "[{\"knob\":\"governor\",\"target\":\"$policy/policy1/scaling_governor\",\"was\":\"performance\",\"is\":\"userspace\"}]" ]
  # To look changes nothing: the receipt still has the last verification.
  [ "$(receipt 'r.knobs[1].status')" = applied ]
  rm -r "$MACHINE/proc/500"
  [ "$(json '[s.state, s.tune.held].join()')" = tuned,false ]
  host restore
  [ "$(json '[s.state, s.last_restore.outcome, s.last_restore.milliseconds >= 0, s.totals.restores].join()')" = none,restored,true,1 ]
  echo 'colour = red' >>"$MACHINE/etc/stable-bench/stable-bench.conf"
  [ "$(json s.configuration_ok 2>/dev/null)" = false ]
}

@test "status for Prometheus: every line fits the text format, and says what the machine is" {
  # metrics: every line is a comment or NAME{LABELS} NUMBER; each metric has its HELP and TYPE first.
  metrics() {
    host status --prometheus >"$BOX/metrics"
    run -1 grep -vE '^# (HELP|TYPE) stable_bench_[a-z_]+ |^stable_bench_[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? [0-9.]+$' "$BOX/metrics"
    node -e 'const seen = new Set()
      for (const line of require("fs").readFileSync(process.argv[1], "utf8").trim().split("\n")) {
        const [, type] = /^# TYPE (\S+)/.exec(line) ?? [], [name] = line.split(/[{ ]/)
        if (type) { if (seen.has(type)) throw type; seen.add(type) } else if (name !== "#" && !seen.has(name)) throw line
      }' "$BOX/metrics"
  }
  has() { grep -qxE "stable_bench_$1" "$BOX/metrics" || { cat "$BOX/metrics"; return 1; }; }
  metrics
  has 'tuned 0'
  has 'journal_open 0'
  has 'configuration_ok 1'
  has 'tunes_total\{outcome="tuned"\} 0'
  host tune
  echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  metrics
  has 'tuned 1'
  has 'held 1'
  has 'drifted_targets 1'
  has 'owner_info\{kind="root".*\} 1'
  has 'last_tune_duration_seconds [0-9]+\.[0-9]{3}'
  has 'tunes_total\{outcome="tuned"\} 1'
  host restore
  metrics
  has 'tuned 0'
  has 'restores_total\{outcome="restored"\} 1'
  has 'tuned_since_seconds 0'
}

@test "what is stuck is seen in the metrics: a tune that did not end, a damaged journal, a lock that nobody gives back" {
  has() { host status --prometheus 2>/dev/null | grep -qxE "stable_bench_$1"; }
  conf 'governor = performance' 'busy-wait = 0'
  make_process 500 1 Runner.Worker 1001
  make_process 600 1 Runner.Worker 1001
  as_job 500 tune
  run -75 as_job 600 tune
  has 'tunes_total\{outcome="busy"\} 1'
  has 'tunes_total\{outcome="failed"\} 0'
  # The unit of the documentation, with the paths of this machine.
  page=$HOOKS/../docs/runner-operations.md
  command=$(sed -n "s|^ExecStart=/bin/sh -c '\(.*--prometheus.*\)'$|\1|p" "$page")
  command=${command//'/usr/lib/stable-bench'/$KIT}
  command=${command//'/var/lib/prometheus/node-exporter'/$BOX}
  sh -c "$command"
  grep -q '^stable_bench_held 1$' "$BOX/stable-bench.prom"
  journal=$MACHINE/run/stable-bench/journal
  cp "$journal" "$BOX/whole"
  sed -i '/^tuned|/d' "$journal"
  has 'journal_open 1'
  has 'held 0'
  sed -i 's/^end|.*/end|1/' "$journal"
  has 'journal_open 1'
  has 'held 0'
  cp "$BOX/whole" "$journal"
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=1/' "$KIT/lib/environment.sh"
  exec 8>>"$MACHINE/run/stable-bench/private/lock"
  flock 8
  before=$(cat "$BOX/stable-bench.prom")
  run -75 sh -c "$command"
  # Its age tells.
  [ "$(cat "$BOX/stable-bench.prom")" = "$before" ]
  # A history of the kit before this one goes on.
  exec 8>&-
  sed -i '1s/.*/totals|7|1|6|0|0/' "$MACHINE/var/lib/stable-bench/history"
  has 'tunes_total\{outcome="tuned"\} 7'
  has 'tunes_total\{outcome="busy"\} 0'
}

@test "a job may not call what is for the people who run the machine" {
  source "$KIT/lib/install/sudoers.sh"
  run -0 print_sudoers env_reset runner
  [[ "$output" != *plan* && "$output" != *history* && "$output" != *json* && "$output" == *'stable-bench-host status,'* ]]
  run -64 host plan --json
  run -64 host status --yaml
}

@test "a service whose name systemd has escaped is in history, JSON and metrics as Prometheus reads it" {
  make_systemd
  conf 'statistics-interval = 10'
  echo active >"$MACHINE/etc/units/bench\\x2dnode.service"
  # sed and the shell take a backslash each.
  as_unit 'bench\\\\x2dnode.service' tune
  [ "$(json s.tune.owner.unit)" = 'bench\x2dnode.service' ]
  run -0 host history
  [[ "$output" == *'for service bench\x2dnode.service, generation 1'* ]]
  run -0 host status --prometheus
  [[ "$output" == *'unit="bench\\x2dnode.service"} 1'* ]]
}
