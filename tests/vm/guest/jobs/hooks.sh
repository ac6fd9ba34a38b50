# Jobs as the runner runs them. However a job ends, the machine must be restored.
source /run/share/guest/scenario.sh
install_kit
# The kernel would lose these: a tunable goes with its governor, and the CPUs of a program with the last of them.
echo 12345 >/sys/devices/system/cpu/cpufreq/schedutil/rate_limit_us
# Perl: a sleep of Rust's coreutils asks for its own name.
cp /usr/bin/perl /run/share/pinned
setsid taskset -c 3 /run/share/pinned -e sleep </dev/null >/dev/null 2>&1 &
snapshot >/run/before
if ! grep -q 'pinned 3$' /run/before || ! grep -q 'rate_limit_us:12345' /run/before; then
  echo 'nothing to lose here'
  exit 1
fi

job_fails() {
  job one <<<$'== 1\nexit 3'
  queue one
  wait_for 120 ended one
  [[ $(result one) == 1 && $(result one completed) == 0 ]]
  as_before
}

# Cancelled from the web page: SIGINT to the step, and the completed hook runs.
cancelled() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  kill -USR1 "$(worker one)"
  wait_for 120 ended one
  [[ $(result one) == 2 && $(result one completed) == 0 ]]
  as_before
}

worker_killed() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  kill -KILL "$(worker one)"
  as_before 120
}

# The worker outlives its listener and still owns the machine, also after the end of the service.
listener_killed() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  kill -KILL "$(listener one)"
  wait_for 60 stopped
  tuned
  touch /run/jobs/one/go
  wait_for 120 settled
  # Nobody waits for the end of this job any more.
  wait_for 60 logged one 'restored'
  service_again
}
service_again() {
  systemctl reset-failed "$SERVICE" 2>/dev/null || true
  systemctl start "$SERVICE"
  as_before 120
}
stopped() { [[ $(systemctl is-active "$SERVICE") != active && $(systemctl is-active "$SERVICE") != deactivating ]]; }

# The runner skips its hooks when it is told to stop.
service_stopped() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  systemctl stop "$SERVICE"
  [[ ! -e /run/jobs/one/completed ]]
  wait_for 120 settled
  service_again
}

service_crashed() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  systemctl kill --kill-who=all -s KILL "$SERVICE"
  wait_for 120 settled
  service_again
}

workspace_deleted() {
  job one <<<$'== 1\nrm -rf "$GITHUB_WORKSPACE"'
  queue one
  wait_for 120 ended one
  logged one 'An error occurred trying to start process'
  as_before 120
}

planted_bash() {
  job one <<'STEPS'
== 1
mkdir "$RUNNER_TEMP/evil"
printf '#!/bin/sh\ntouch /run/jobs/one/planted\n' >"$RUNNER_TEMP/evil/bash"
chmod +x "$RUNNER_TEMP/evil/bash"
echo "$RUNNER_TEMP/evil" >>"$GITHUB_PATH"
STEPS
  queue one
  wait_for 120 ended one
  [[ -e /run/jobs/one/planted ]]
  as_before 120
}

# With a guard that sleeps, the next job itself restores first.
hook_skipped() {
  job one <<<$'== 1\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  touch /run/jobs/one/no-completed-hook
  job two <<<$'== 1\ncat /run/stable-bench/receipt.json >/run/jobs/two/receipt'
  queue one
  wait_for 60 tuned
  # Not while it holds the lock.
  wait_for 60 flock -n $RUN/private/lock sleep 1
  systemctl kill -s STOP stable-bench-guard
  touch /run/jobs/one/go
  wait_for 60 ended one
  tuned
  queue two
  wait_for 200 ended two
  logged two 'the last tune was not restored: restoring it first'
  grep -q '"original":"schedutil","wanted":"performance","readback":"performance","status":"applied"' /run/jobs/two/receipt
  as_before
}

lease_ends() {
  configure 'lease-max = 3s'
  job one <<<$'== 1\nfor i in $(seq 120); do [ -e /run/stable-bench/journal ] || exit 0; sleep 1; done; exit 1'
  queue one
  wait_for 200 ended one
  [[ $(result one) == 0 ]]
  as_before
}

# Another runner of this host, with the hooks.
second_runner() {
  if [[ ! -e /opt/second-runner ]]; then
    make_runner /opt/second-runner second.service
    "$share/runner-hooks/install.sh" --runner /opt/second-runner >/dev/null && systemctl start second.service
  fi
  snapshot >/run/before
}

# A job of a second runner on this host: it is busy, the steps do not run, and the completed hook changes nothing.
second_job() {
  local generation
  second_runner
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  job two <<<$'== 1\ntouch /run/jobs/two/running'
  start one
  generation=$(cat $RUN/generation)
  queue two /opt/second-runner
  wait_for 120 ended two
  log two
  logged two 'busy: another job'
  logged two 'tuned for another job: left alone'
  [[ $(result two started) == 75 && ! -e /run/jobs/two/running && $(cat $RUN/generation) == "$generation" ]]
  tuned
  touch /run/jobs/one/go
  wait_for 120 ended one
  [[ $(result one) == 0 ]]
  as_before
}

# Two runners get a job at the same time, and both workers are killed at the same time, whoever has the machine: the guard
# restores, and each runner's next job is tuned.
both_killed() {
  local place
  second_runner
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  job two <<<$'== 1\ntouch /run/jobs/two/running\nsleep 500'
  queue one
  queue two /opt/second-runner
  wait_for 120 both_begun
  kill -KILL "$(worker one)" "$(worker two)" || true
  wait_for 120 settled
  as_before
  for place in "$RUNNER" /opt/second-runner; do
    job three <<<$'== 1\ntrue'
    queue three "$place"
    wait_for 120 ended three
    log three
    [[ $(result three) == 0 ]]
    logged three 'tuned: [0-9]* applied'
    as_before
    rm -r /run/jobs/three
  done
}
both_begun() { [[ -e /run/jobs/one/worker && -e /run/jobs/two/worker ]] && { running one || running two; }; }

# What administrators see: the plan changes nothing and is what the job then gets; log and history have the job.
operations() {
  local planned applied since
  since=$(date '+%F %T')
  "$HOST" plan >/run/jobs/plan
  as_before
  planned=$(sed -n 's/^stable-bench: \([0-9]*\) targets would change.*/\1/p' /run/jobs/plan)
  ((planned > 10))
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  # Some interrupts refuse what was planned, and kernel threads come and go.
  applied=$(sed -n 's/.*: tuned: \([0-9]*\) applied.*/\1/p' /run/jobs/one/log)
  ((applied > 10 && applied <= planned + 5)) || fail "$planned planned, $applied applied"
  "$HOST" status --json | grep -q '"state":"tuned","tune":{.*"held":true,.*"kind":"worker","pid":'"$(worker one)"',.*"drifted":\[\]'
  "$HOST" status --prometheus | grep -qx 'stable_bench_tuned 1'
  touch /run/jobs/one/go
  wait_for 120 ended one
  as_before 120
  "$HOST" history | tail -n 2 | grep -q 'restore: restored after .*, called by restore'
  journalctl --no-pager --since "$since" -t stable-bench STABLE_BENCH_VERB=tune STABLE_BENCH_EXIT=0 | grep -q "tune: tuned: $applied applied"
  journalctl --no-pager --since "$since" -t stable-bench STABLE_BENCH_VERB=restore "STABLE_BENCH_CALLER_UID=$(id -u runner)" |
    grep -q 'restore: restored'
}

scenario operations operations
scenario job-fails job_fails
scenario cancelled cancelled
scenario worker-killed worker_killed
scenario listener-killed listener_killed
scenario service-stopped service_stopped
scenario service-crashed service_crashed
scenario workspace-deleted workspace_deleted
scenario planted-bash planted_bash
scenario hook-skipped hook_skipped
scenario lease-ends lease_ends
scenario second-job second_job
scenario both-killed both_killed
