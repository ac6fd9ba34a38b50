# Attacks of a job through the real sudo; and uninstall.sh leaves nothing behind.
source /run/share/guest/scenario.sh
everything >/run/files-before
install_kit
snapshot >/run/before

# The root program runs as in a clean environment: no planted file runs. The job can use the six command lines, but
# nothing of systemd's and no file of root's.
hostile_job() {
  cp -p "$RUNNER/.env" "$share/env"
  job one <<STEPS
== 1
sudo -n $HOST restore
cd "\$RUNNER_TEMP"
echo 'touch /run/jobs/one/owned' >evil
for tool in flock mv chmod stat timeout systemctl mkdir rm bash env taskset renice; do
  printf '#!/bin/bash\ntouch /run/jobs/one/owned\n' >\$tool; chmod +x \$tool
done
export BASH_ENV=\$PWD/evil ENV=\$PWD/evil CDPATH=/tmp PS4='\$(touch /run/jobs/one/owned)' LD_LIBRARY_PATH=\$PWD
export ROOT=/nowhere RUN=/nowhere CONFIG=/nowhere KIT=/nowhere SUDO_UID=0 TMPDIR=\$PWD POSIXLY_CORRECT=1
printf() { touch /run/jobs/one/owned; }; read() { touch /run/jobs/one/owned; }; export -f printf read
export PATH=\$PWD:\$PATH IFS=/
ulimit -S -f 0
trap '' INT TERM HUP
/usr/bin/env SHELLOPTS=xtrace LD_PRELOAD=/run/share/evil.so /usr/bin/sudo -n $HOST tune <&- >/run/jobs/one/output 2>&1 || exit 1
unset -f printf read; unset BASH_ENV
test -e /run/stable-bench/receipt.json
LD_PRELOAD=/run/share/evil.so /bin/true
== 2
tried() { echo "tried: \$*"; if "\$@" </dev/null >/dev/null 2>&1; then echo "SUCCEEDED: \$*"; fi; }
for verb in '' guard recover forget 'tune now' '--help' '../lib/main.sh'; do tried sudo -n $HOST \$verb; done
tried sudo -n $HOST ''
tried sudo -n -C 4 $HOST status
tried sudo -n /usr/lib/stable-bench/../../bin/bash -c true
tried sudo -n -E LD_PRELOAD=/run/share/evil.so $HOST tune
tried sudo -n BASH_ENV=/tmp/x $HOST tune
tried sudo -n /bin/bash -c true
tried sudo -n -u daemon $HOST tune
tried /usr/lib/stable-bench/stable-bench-host tune
tried systemctl stop stable-bench-guard
tried systemctl kill -s KILL stable-bench-guard
tried systemctl set-property --runtime system.slice AllowedCPUs=0-3
tried kill -KILL \$(systemctl show -p MainPID --value stable-bench-guard)
tried cp /dev/null $RUN/journal
tried cat $RUN/journal
tried mv $RUN $RUN.old
tried rm -rf $RUN
tried ln -sf /etc/shadow $RUN/receipt.json
tried touch $RUN/receipt.json.new
tried mkdir $RUN/x
tried cp /dev/null $RUNNER/.env
tried mv $RUNNER/.env $RUNNER/.env.old
tried rm -f $RUNNER/.env
tried chattr -i $RUNNER/.env
tried touch /usr/lib/stable-bench/lib/x.sh
tried cp /dev/null $CONF
tried tee /sys/fs/cgroup/stablebench.slice/cgroup.procs
tried mkdir /sys/fs/cgroup/x
STEPS
  queue one
  wait_for 200 ended one
  # For the next scenarios, where the job could take it away.
  cmp -s "$share/env" "$RUNNER/.env" || cp -p "$share/env" "$RUNNER/.env"
  log one
  cat /run/jobs/one/output
  [[ $(result one) == 0 && ! -e /run/jobs/one/owned ]]
  # The library does work for the job's own user: had root loaded it, this would be root's file.
  [[ $(stat -c %U /run/jobs/preloaded) == runner ]]
  rm /run/jobs/preloaded
  [[ $(grep -c '^tried: ' /run/jobs/one/log) -ge 30 ]]
  ! grep -q '^SUCCEEDED' /run/jobs/one/log || fail 'a job could do that'
  as_before
  "$share/runner-hooks/install.sh" --check
}

concurrent_calls() {
  job one <<STEPS
== 1
for i in 1 2; do
  for verb in tune restore verify status; do sudo -n $HOST \$verb & done
done
wait
STEPS
  queue one
  wait_for 280 ended one
  log one
  as_before
}

# An output that nobody reads, or a terminal that holds output back or stops processes, does not keep the lock: the
# job's last hook restores all the same.
lock_held() {
  job one <<STEPS
== 1
mkfifo "\$RUNNER_TEMP/pipe"
exec 7<>"\$RUNNER_TEMP/pipe"
timeout 2 yes >&7 || true
sudo -n $HOST status >&7 2>&1 &
# Ctrl-S, and Ctrl-Z again and again.
(printf '\023'; sleep 100) | script -qec "sudo -n $HOST status" /dev/null >/dev/null 2>&1 &
(for i in \$(seq 100); do sleep 0.2; printf '\032'; done) | script -qec "sudo -n $HOST status" /dev/null >/dev/null 2>&1 &
sleep 10
pgrep -f "stable-bench-host status" >/run/jobs/one/still-there
STEPS
  queue one
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 && -s /run/jobs/one/still-there ]]
  logged one 'restored [0-9]* targets'
  as_before
  pkill -KILL -f 'stable-bench-host status' || true
}

# Ephemeral mode: the service tunes, its first job becomes the owner, and the end of the service restores.
ephemeral() {
  local generation
  systemctl stop "$SERVICE"
  "$share/runner-hooks/uninstall.sh" >/dev/null
  "$share/runner-hooks/install.sh" --runner "$RUNNER" --ephemeral >/dev/null
  ! grep HOOK "$RUNNER/.env" || fail 'hooks besides the service'
  touch "$RUNNER/once"
  job one <<STEPS
== 1
sudo -n $HOST tune
sudo -n $HOST attach
cut -d: -f3 /proc/self/cgroup
grep -o '"owner":{"kind":"worker","pid":[0-9]*' $RECEIPT
touch /run/jobs/one/running
until [ -e /run/jobs/one/go ]; do sleep 1; done
STEPS
  systemctl start "$SERVICE"
  tuned
  generation=$(cat $RUN/generation)
  start one
  (($(cat $RUN/generation) > generation))
  touch /run/jobs/one/go
  wait_for 120 ended one
  log one
  logged one '^/stablebench.slice$'
  logged one "\"pid\":$(worker one)$"
  wait_for 120 stopped
  as_before_but_service
  # And when the service is killed.
  systemctl start "$SERVICE"
  tuned
  systemctl kill --kill-who=all -s KILL "$SERVICE"
  wait_for 120 stopped
  as_before_but_service
}
not_ephemeral() {
  rm "$RUNNER/once"
  "$share/runner-hooks/install.sh" --runner "$RUNNER" >/dev/null
  systemctl restart "$SERVICE"
}
stopped() { [[ $(systemctl is-active "$SERVICE") != active && $(systemctl is-active "$SERVICE") != deactivating ]]; }
as_before_but_service() {
  wait_for 120 settled
  snapshot >/run/now
  diff <(grep -v -e "$SERVICE" -e Runner.Listener /run/before) <(grep -v -e "$SERVICE" -e Runner.Listener /run/now)
}

# An uninstall in the middle of a job restores first, then removes everything.
uninstalled() {
  [[ ! -e $RUNNER/once ]] || not_ephemeral
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  /usr/lib/stable-bench/uninstall.sh
  as_before
  kill -KILL "$(worker one)"
  systemctl stop "$SERVICE"
  ! sudo -l -U runner | grep stable-bench || fail 'sudo still allows it'
  [[ $(cat "$RUNNER/.env") == LANG=C.UTF-8 && $(stat -c %U "$RUNNER/.env") == runner ]]
  rm -rf "$RUNNER" /etc/systemd/system/"$SERVICE" /etc/default/irqbalance.new
  nothing_left
}

scenario hostile-job hostile_job
scenario concurrent-calls concurrent_calls
scenario lock-held lock_held
scenario ephemeral ephemeral
scenario uninstalled uninstalled
