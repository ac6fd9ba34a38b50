#!/usr/bin/env bats
# What the people who run the machine see: the plan, the status for programs, the history, the system's log.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  policy=/sys/devices/system/cpu/cpufreq
}

# json PATH: of the status as JSON.
json() { host status --json | node -p "const s = JSON.parse(require('fs').readFileSync(0)); $1"; }

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
  [ "$(host status --json 2>/dev/null | node -p 'JSON.parse(require("fs").readFileSync(0)).configuration_ok')" = false ]
}

@test "status for people reads the targets again, and says what the history says, also when nothing is tuned" {
  conf 'governor = performance'
  run -0 host status
  [[ "$output" == *'so far: 0 tunes and 0 that failed, 0 that found it busy, 0 restores and 0 that failed'* ]]
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  run -0 host status
  [[ "${lines[0]}" == *'tuned for worker 500, generation 1, since 20'*'Z, lease until 20'* ]]
  [[ "$output" != *drifted* && "$output" != *'nobody holds'* ]]
  echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  rm -r "$MACHINE/proc/500"
  run -0 host status
  [[ "$output" == *"governor: $policy/policy1/scaling_governor: ondemand -> performance: drifted to userspace (it was performance after the tune)"* ]]
  [[ "$output" == *'nobody holds the machine any more: the guard or the next hook restores it'* ]]
  # To look changes nothing.
  [ "$(receipt 'r.knobs[1].status')" = applied ]
  host restore
  run -0 host status
  [[ "$output" == *'last: '*' tune: degraded after '*'last: '*' restore: restored after '*'so far: 1 tunes'*'not tuned' ]]
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

@test "the history has each tune and what became of it, over a reboot, and refused ones too" {
  conf 'governor = performance required'
  run -0 host history
  [[ "$output" == *'nothing was tuned yet'* ]]
  host tune && echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  run -1 host verify
  host restore
  rm -r "$MACHINE/run/stable-bench"
  echo "$policy/policy0/scaling_governor EIO" >"$BOX/refuse"
  run -1 host tune
  conf 'colour = red'
  run -64 host tune
  run -0 host history
  [[ "${lines[0]}" == *'Z tune: degraded after '*' ms, for root, generation 1, 4 targets set, 0 failed' ]]
  [[ "${lines[1]}" == *'verify: drifted after '*', 1 targets drifted' ]]
  [[ "${lines[2]}" == *'restore: restored after '*', called by restore' ]]
  [[ "${lines[3]}" == *'tune: failed after '*', 3 targets set, 1 failed' ]]
  [[ "${lines[4]}" == *'restore: restored after '*', called by tune' ]]
  [[ "${lines[5]}" == *'tune: misconfigured after '* ]]
  [ "$(json '[s.totals.tunes, s.totals.failed_tunes, s.totals.restores, s.totals.drifted].join()' 2>/dev/null)" = 1,2,2,1 ]
}

@test "the history keeps a hundred tunes, its totals go on, and a damaged or forged one harms nothing" {
  conf 'statistics-interval = 10'
  host tune && host restore
  file=$MACHINE/var/lib/stable-bench/history
  event=$(grep tune "$file")
  { echo 'totals|500|0|499|0|0' && for ((i = 0; i < 100; i++)); do echo "$event"; done; } >"$file"
  host tune && host restore
  [ "$(grep -c '|tune|degraded|' "$file")" = 100 ]
  [ "$(tail -n 1 "$file" | cut -d'|' -f3-4)" = 'restore|restored' ]
  [ "$(json '[s.totals.tunes, s.totals.restores].join()')" = 501,500 ]
  # shellcheck disable=SC2016  # must not be expanded
  printf '%s\n' 'totals|x|0|0|0|0' 'event|1|tune|$(touch x)|1' 'nonsense' >"$file"
  run -0 host history
  [[ "$output" == *'nothing was tuned yet'* ]]
  # A disk that takes nothing is no reason to fail.
  rm -r "${file%/*}" && echo >"${file%/*}"
  run -0 host tune
  run -0 host restore
}

@test "a restore that fails again and again is one event of the history, and the totals count each" {
  conf 'governor = performance'
  host tune
  echo "$policy/policy0/scaling_governor EIO" >"$BOX/refuse"
  for ((i = 0; i < 3; i++)); do run -1 host restore; done
  [ "$(grep -c '|restore|failed|' "$MACHINE/var/lib/stable-bench/history")" = 1 ]
  [ "$(json 's.totals.failed_restores')" = 3 ]
  rm "$BOX/refuse"
  host restore && host tune
  echo "$policy/policy0/scaling_governor EIO" >"$BOX/refuse"
  run -1 host restore
  # Another tune's is another event.
  [ "$(grep -c '|restore|failed|' "$MACHINE/var/lib/stable-bench/history")" = 2 ]
}

@test "a job that calls in a loop does not push the tunes of others out of the history, which has an end" {
  conf 'governor = performance'
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune && as_job 500 restore
  file=$MACHINE/var/lib/stable-bench/history
  mine=$(grep '|tune|' "$file")
  others=${mine/|worker|500|/|root|0|}
  { echo 'totals|100|0|100|0|0' && for ((i = 0; i < 80; i++)); do echo "$others"; done
    for ((i = 0; i < 20; i++)); do echo "$mine"; done; } >"$file"
  as_job 500 tune && as_job 500 restore
  [ "$(grep -c '|root|0|' "$file")" = 80 ]
  [ "$(grep -c '|worker|500|' "$file")" = 20 ]
  [ "$(tail -n 1 "$file" | cut -d'|' -f3-4)" = 'restore|restored' ]
  { cat "$file" && for ((i = 0; i < 2000; i++)); do echo "${others/tune|degraded/verify|drifted}"; done; } >"$file.more"
  mv "$file.more" "$file"
  as_job 500 tune
  (($(wc -l <"$file") == 1001))
}

@test "a job that starts namesakes of its worker is one job in the history" {
  local group=/sys/fs/cgroup/system.slice/runner.service i
  make_systemd
  conf 'statistics-interval = 10'
  file=$MACHINE/var/lib/stable-bench/history
  host tune && host restore
  sed -n '/|tune|/p' "$file" >"$BOX/event"
  { echo 'totals|80|0|80|0|0' && for ((i = 0; i < 80; i++)); do cat "$BOX/event"; done; } >"$file"
  put "$group/cgroup.procs" 500
  make_process 500 1 Runner.Worker 1001 900
  for ((i = 601; i < 612; i++)); do
    echo "$i" >>"$MACHINE$group/cgroup.procs"
    as_job "$i" tune
    # It ends without a hook.
    rm -r "$MACHINE/proc/$i"
    as_job 700 tune || true
    as_job 700 restore || true
  done
  as_job 700 tune
  run -75 as_job 613 tune
  [ "$(grep -c '|root|0|' "$file")" = 80 ]
  [ "$(grep -c '|worker|500|1001|' "$file")" = 20 ]
  run ! grep -q '|worker|[67]' "$file"
}

@test "each verb leaves one line with fields in the system's log; what is called for every run leaves none" {
  make_systemd
  conf 'governor = performance' 'housekeeping = confine' 'partition = auto'
  fields() { grep -c "^$1" "$BOX/system-log"; }
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  [ "$(fields MESSAGE=)" = 1 ]
  [ "$(fields 'MESSAGE=tune: degraded: .* applied')" = 1 ]
  [ "$(fields 'STABLE_BENCH_VERB=tune$')" = 1 ]
  [ "$(fields 'STABLE_BENCH_CALLER_PID=500$')" = 1 ]
  [ "$(fields 'PRIORITY=6$')" = 1 ]
  as_job 500 attach
  as_job 500 status
  host plan || true
  [ "$(fields MESSAGE=)" = 1 ]
  echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  as_job 500 verify || true
  [ "$(fields 'MESSAGE=verify: verified: degraded, 1 drifted')$(fields 'STABLE_BENCH_EXIT=1$')$(fields 'PRIORITY=4$')" = 111 ]
  as_job 500 restore
  [ "$(fields 'MESSAGE=restore: restored ')" = 1 ]
  # What the guard restores has its result too.
  as_job 500 tune
  rm -r "$MACHINE/proc/500"
  host guard
  [ "$(fields 'MESSAGE=guard: restored ')" = 1 ]
  host history | tail -n 1 | grep -q 'called by guard'
  # A line never becomes two fields.
  [ "$(fields MESSAGE=)" = "$(fields 'SYSLOG_IDENTIFIER=stable-bench$')" ]
}

@test "a job may not call what is for the people who run the machine" {
  source "$KIT/lib/install/sudoers.sh"
  run -0 print_sudoers env_reset runner
  [[ "$output" != *plan* && "$output" != *history* && "$output" != *json* && "$output" == *'stable-bench-host status,'* ]]
  run -64 host plan --json
  run -64 host status --yaml
}

@test "every exit code of the program has its way out in the documentation" {
  page=$HOOKS/../docs/runner-operations.md
  for code in 1 $(sed -n 's/^EX_USAGE=\([0-9]*\) EX_NOPERM=\([0-9]*\) EX_BUSY=\([0-9]*\)$/\1 \2 \3/p' "$HOOKS/lib/environment.sh"); do
    grep -qE "^\| $code \| .+ \| .+ \| .+ \|$" "$page"
  done
}

@test "each message of a verb that fails is in the program, and has its own row with its exit code" {
  page=$HOOKS/../docs/runner-operations.md
  while IFS='|' read -r code message; do
    grep -rqF -- "$message" "$HOOKS/lib" "$HOOKS/stable-bench-host" || { echo "not in the program: $message"; return 1; }
    grep -E "^\| $code \|" "$page" | grep -qF -- "$message" || { echo "no row: $code $message"; return 1; }
  done <<'ROWS'
1|a required knob failed
1|the guard did not start
1|does not run
1|damaged or not ours
1|the snapshot is damaged
1|not everything is back
1|hangs in the kernel
1|not tuned
1|no benchmark CPUs
77|found no process of the caller
1|the page cache cannot be dropped
1|the benchmark failed with exit code
1|somebody has restored the machine in the middle
64|ladder needs a command
64|ladder does not know
64|ladder needs at least three rounds
64|call it by its full path
77|for root by hand, not for a job
77|not tuned for this job
1|cannot be read
1|does not belong to root
64|takes exactly one verb
64|SUDO_UID is not a number
64|SIGALRM
75|busy
75|the machine is tuned, or was not restored
75|another call has held the lock
75|the kit was removed meanwhile
77|no Runner.Worker among the ancestors of the caller
77|is for root
77|needs root
ROWS
}

@test "no two functions of the kit have the same name: all files are read into one shell" {
  run -0 bash -c 'cat "$1"/lib/*.sh "$1"/lib/*/*.sh | grep -oE "^[a-z_]+\(\)" | sort | uniq -d' - "$HOOKS"
  [ -z "$output" ]
}

@test "the README of the kit stays within two screens" {
  (($(wc -l <"$HOOKS/README.md") <= 90))
}
