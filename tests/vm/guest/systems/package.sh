# The .deb of the hooks on a whole machine: a running job meets an upgrade, and another one the removal.
source /run/share/guest/scenario.sh
everything >/run/files-before
quiet_irqbalance
make_runner "$RUNNER" "$SERVICE"

only_files() {
  snapshot >/run/before
  dpkg -i "$share"/stable-bench-hooks_1.0.0_all.deb
  snapshot >/run/now
  diff /run/before /run/now
  [[ ! -e /usr/lib/stable-bench && ! -e /etc/stable-bench && ! -e $RUN && ! -e /etc/sudoers.d/stable-bench ]]
  [[ $(cat "$RUNNER/.env") == LANG=C.UTF-8 ]]
  /usr/share/stable-bench/install.sh --runner "$RUNNER"
  systemctl start "$SERVICE"
  snapshot >/run/before
}

upgraded() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done\n/usr/lib/stable-bench/stable-bench-host verify'
  start one
  tuned
  dpkg -i "$share"/stable-bench-hooks_1.1.0_all.deb
  tuned
  grep -qx VERSION=1.1.0 /usr/lib/stable-bench/lib/environment.sh
  /usr/share/stable-bench/install.sh --check
  touch /run/jobs/one/go
  wait_for 200 ended one
  [[ $(result one completed) == 0 ]]
  as_before
  # The next one begins with the new kit.
  job two <<<$'== 1\ncp /run/stable-bench/receipt.json /run/jobs/two/receipt'
  queue two
  wait_for 200 ended two
  [[ $(result two) == 0 && -s /run/jobs/two/receipt ]]
  as_before
}

purged() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  tuned
  dpkg --remove stable-bench-hooks
  as_before
  [[ -e $CONF && ! -e /usr/lib/stable-bench && ! -e /usr/share/stable-bench ]]
  dpkg --purge stable-bench-hooks
  kill -KILL "$(worker one)"
  systemctl stop "$SERVICE"
  [[ $(cat "$RUNNER/.env") == LANG=C.UTF-8 && $(stat -c %U "$RUNNER/.env") == runner ]]
  rm -rf "$RUNNER" /etc/systemd/system/"$SERVICE"
  nothing_left
}

scenario package-files only_files
scenario package-upgraded upgraded
scenario package-purged purged
