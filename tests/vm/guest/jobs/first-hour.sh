# The first hour of a team with a server: from a package to a verdict, its acceptance and a trend, and back to a machine
# without anything of it. GitHub and its runner are stand-ins; the programs are those of the npm package and the action.
source /run/share/guest/scenario.sh
everything >/run/files-before
quiet_irqbalance
make_runner "$RUNNER" "$SERVICE"
GITHUB=$share/github
stable_bench="$share/node $share/package/dist/cli.js"
SAMPLE=/home/runner/rocket

# github COMMAND ARGUMENT...: what has happened on GitHub, in $GITHUB/answer; fails when it went wrong.
github() {
  rm -f "$GITHUB/answer"
  echo "$*" >&"$COMMANDS"
  # As long as it takes: several minutes in the emulation, and more on a busy host. VM_TIMEOUT is the limit.
  until has_answered; do read -r -t 1 -u "$NOTHING" _ || true; done
  cat "$GITHUB"/{answer,log}
  [[ $(head -n 1 "$GITHUB/answer") == 'ended 0' ]]
}

has_answered() { [[ -e $GITHUB/answer ]] || ! kill -0 "$github_pid" 2>/dev/null; }

# answered PATTERN...: each is in the answer.
answered() {
  local pattern
  for pattern in "$@"; do
    grep -qE -- "$pattern" "$GITHUB/answer" || { fail "GitHub's answer lacks: $pattern"; return 1; }
  done
}

begin_github() {
  mkfifo "$GITHUB/commands" && chown -R runner: "$GITHUB"
  exec {COMMANDS}<>"$GITHUB/commands"
  runuser -u runner -- "$share/node" "$GITHUB/github.js" "$GITHUB" >"$GITHUB/log" 2>&1 &
  github_pid=$!
}

installed() {
  dpkg -i "$share"/stable-bench-hooks_*_all.deb
  /usr/share/stable-bench/install.sh --runner "$RUNNER"
  systemctl start "$SERVICE"
  snapshot >/run/before
}

examined() {
  $stable_bench doctor --max-time 0 --require tuned >/run/jobs/doctor && code=0 || code=$?
  cat /run/jobs/doctor
  [[ $code == 2 ]]
  grep -A 3 '^Runner hooks' /run/jobs/doctor | grep -q 'as installed'
  job one <<<"== 1
$stable_bench doctor --max-time 0 --require tuned"
  queue one
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 ]]
  as_before
}

proposed() {
  cp -r "$share/sample" "$SAMPLE" && chown -R runner: "$SAMPLE"
  runuser -u runner -- git -C "$SAMPLE" init -q -b main
  runuser -u runner -- git -C "$SAMPLE" add .
  runuser -u runner -- git -C "$SAMPLE" -c user.name=runner -c user.email=runner@example.org commit -q -m 'A benchmark'
  (cd "$SAMPLE" && runuser -u runner -- $stable_bench init -- sh bench/parse.sh)
  ls "$SAMPLE"/.stable-bench.yml "$SAMPLE"/.github/workflows/{bench,publish}.yml
  rm -rf "$SAMPLE/.git"
  github commit "$SAMPLE"
}

baseline_measured() {
  github push
  answered '^run: 0$' '^testbed: tuned'
  as_before
}

night_appended() {
  github night
  answered '^run: 0$' '^testbed: tuned'
  as_before
}

regression_found() {
  github open bench/cost 110
  github pull
  answered '^run: 1$' '^output outcome: regression$' '^- Testbed: tuned'
  as_before
  github publish
  answered '^check: failure$' '^comment:' '.parse. is (9|10)[.].* slower'
}

accepted() {
  github accept
  answered '^check: success$' 'accepted by writer'
  github merge
}

trend_shown() {
  github night
  answered '^run: 0$'
  as_before
  github unpack stable-bench-trend- /run/jobs/trend
  $stable_bench trend /run/jobs/trend | tee /run/jobs/shown
  grep -q '^rocket: 3 nights' /run/jobs/shown
  github close
}

purged() {
  dpkg --purge stable-bench-hooks
  as_before
  systemctl stop "$SERVICE"
  [[ $(cat "$RUNNER/.env") == LANG=C.UTF-8 && $(stat -c %U "$RUNNER/.env") == runner ]]
  rm -rf "$RUNNER" /etc/systemd/system/"$SERVICE" "$SAMPLE"
  nothing_left
}

begin_github
scenario hour-installed installed
scenario hour-examined examined
scenario hour-proposed proposed
scenario hour-baseline baseline_measured
scenario hour-night night_appended
scenario hour-regression regression_found
scenario hour-accepted accepted
scenario hour-trend trend_shown
scenario hour-purged purged
