# An independent eye on a real kernel: it knows none of the kit's knobs. Rounds of jobs in which something is killed at
# a random moment, or somebody interferes. What is there before the installation, after it, while tuned, after each job
# and after the removal is compared; each difference that is not on a list below, with its reason, is a failure. While
# tuned, each must be in the journal or follow from that (stated.awk). looks.sh says what it reads, and what may differ.
# /run/share/rounds: how many rounds, and the seed.
source /run/share/guest/scenario.sh
source /run/share/guest/looks.sh
read -r ROUNDS SEED </run/share/rounds

# begin: the job of this round runs, and what differs meanwhile is in the journal or follows from it.
begin() {
  local unexpected
  start one && look tuned && unexpected=$(awk -f "$share/guest/stated.awk" $JOURNAL /run/eye-{installed,tuned}) || return
  nothing installed tuned "$(LC_ALL=C sort <<<"$unexpected")"
}
# What an installation brings, and what a job leaves: what the kit notes between two jobs, and its history.
KIT='stable-bench|stablebench|/etc/systemd/system|/opt/actions-runner|/var/lib/stable-bench'
NOTES='^[<>] /run/stable-bench(/(generation|journal\.last|private(/(lock|results|error|noise|leases|(turn|line)-[0-9a-z-]+))?))? [df] |^[<>] /var/lib/stable-bench(/history)? [df] '
# Folders that systemd makes for the first run-time property, and keeps.
FOLDERS='^[<>] /run/systemd/(system\.control|transient) d '

# kill_soon PATTERN: kills the process whose command line matches, at a random moment after it has begun; not at all if
# it is faster than that. TRIED, KILLED: how often.
TRIED=0 KILLED=0
kill_soon() {
  local pid='' end=$((SECONDS + 120))
  ((++TRIED))
  until pid=$(pgrep -of "$1"); do ((SECONDS < end)) || return 0; done
  read -r -t "$((RANDOM % 8)).$((RANDOM % 10))" -u "$NOTHING" _ || true
  kill -KILL "$pid" 2>/dev/null && ((++KILLED)) && echo "killed $1 ($pid)"
  return 0
}
# fill_run COMMAND...: what it causes happens with a full /run, for twenty seconds.
fill_run() {
  head -c 2G /dev/zero >/run/eye-filler 2>/dev/null || true
  "$@"
  read -r -t 20 -u "$NOTHING" _ || true
  rm -f /run/eye-filler
}
go_on() { touch /run/jobs/one/go; }
host_of() { echo "^/bin/bash -p .*/lib/main.sh $1 "; }

round() { # WHAT
  local n
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  case $1 in
    nothing) begin && go_on && wait_for 200 ended one ;;
    tune)
      queue one && kill_soon "$(host_of tune)" && go_on && wait_for 200 ended one
      ;;
    hook)
      queue one && kill_soon 'bash -e /usr/lib/stable-bench/job-started.sh|sudo -n .*stable-bench-host tune' && go_on && wait_for 200 ended one
      ;;
    restore) begin && go_on && kill_soon "$(host_of restore)" && wait_for 200 ended one ;;
    verify) begin && go_on && kill_soon "$(host_of verify)" && wait_for 200 ended one ;;
    guard) begin && kill -KILL "$(worker one)" && kill_soon "$(host_of guard)" ;;
    worker) begin && kill -KILL "$(worker one)" ;;
    sudo) begin && go_on && kill_soon '^(/usr/bin/)?sudo -n .*stable-bench-host restore' && wait_for 200 ended one ;;
    recover)
      # Both see that nobody holds the machine any more.
      begin && kill -KILL "$(worker one)" && { systemctl restart --no-block stable-bench-recover; kill_soon "$(host_of recover)"; }
      ;;
    flood)
      begin && { for ((n = 0; n < 30; n++)); do sudo -u runner sudo -n /usr/lib/stable-bench/stable-bench-host status & done; } >/dev/null 2>&1 &&
        go_on && wait_for 400 ended one
      ;;
    listener)
      begin && kill -KILL "$(listener one)" && sleep 3 && tuned && go_on
      ;;
    full)
      fill_run queue one
      go_on && wait_for 300 ended one
      ;;
    # The stand-in for the runner cannot note that its job has ended.
    full-restore) begin && fill_run go_on ;;
    offline)
      begin && echo 0 >/sys/devices/system/cpu/cpu2/online && go_on && wait_for 200 ended one &&
        echo 1 >/sys/devices/system/cpu/cpu2/online
      ;;
    administrator)
      begin && echo 77 >/proc/sys/vm/stat_interval && go_on && wait_for 200 ended one &&
        grep -qx 77 /proc/sys/vm/stat_interval && echo 1 >/proc/sys/vm/stat_interval
      ;;
  esac || return
  wait_for 120 settled || return
  systemctl is-active --quiet "$SERVICE" || { systemctl reset-failed "$SERVICE"; systemctl restart "$SERVICE"; }
}

eye() {
  local n what
  local -a whats=(nothing tune tune hook restore restore verify guard guard sudo sudo recover recover flood worker listener
    full full-restore offline administrator)
  RANDOM=$SEED
  quiet_irqbalance
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' "$share/runner-hooks/lib/environment.sh"
  make_runner "$RUNNER" "$SERVICE"
  systemctl daemon-reload && systemctl start "$SERVICE"
  look fresh
  look again
  only fresh again
  "$share/runner-hooks/install.sh" --runner "$RUNNER"
  systemctl restart "$SERVICE"
  look installed
  only fresh installed "$KIT"
  for ((n = 1; n <= ROUNDS; n++)); do
    what=${whats[RANDOM % ${#whats[@]}]}
    echo "round $n: $what"
    round "$what" || fail "round $n of seed $SEED: $what"
    look after
    only installed after "$NOTES|$FOLDERS" || fail "round $n of seed $SEED: $what"
    rm -rf /run/jobs/*
  done
  echo "killed $KILLED of $TRIED"
  # Half of them are faster than the random moment.
  ((KILLED >= TRIED / 6)) || fail "seed $SEED: too few kills"
  /usr/lib/stable-bench/uninstall.sh
  look removed
  only fresh removed "$FOLDERS"
}
scenario eye eye
