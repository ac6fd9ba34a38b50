# Machines that nobody sits at: the snippet for cloud-init installs the kit, and a unit keeps a whole machine tuned.
source /run/share/guest/scenario.sh

# There is no network: `curl` brings the archive that the test has packed. cloud-init itself is not here; what it makes of
# the snippet (tests/hooks/install/cloud-init.mjs) is, and systemd runs it as cloud-init does.
unattended() {
  everything >/run/files-before
  quiet_irqbalance
  make_runner "$RUNNER" "$SERVICE"
  systemctl daemon-reload
  printf '#!/bin/bash\ncp %s/release.tar.gz "$3"\n' "$share" >/usr/local/bin/curl && chmod +x /usr/local/bin/curl
  cp -r "$share/cloud/etc/." /etc
  systemd-run --quiet --wait --pipe "$share/cloud/runcmd"
  systemctl is-active --quiet "$SERVICE"
  snapshot >/run/before
  job one <<<$'== 1\ncp /run/stable-bench/receipt.json /run/jobs/one/receipt'
  queue one
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 ]]
  grep -q '"class":"epyc-9354"' /run/jobs/one/receipt
  grep -q '"grade":"tuned"' /run/jobs/one/receipt
  as_before
  # Once more, as at the next boot: nothing to do.
  systemd-run --quiet --wait --pipe "$share/cloud/runcmd" | grep 'everything is installed already'
  wait_for 60 systemctl is-active --quiet "$SERVICE"
}

# Without a job: the unit is the owner of the tune, and its end restores, also when the machine loses it.
node() {
  systemctl stop "$SERVICE"
  snapshot >/run/before
  cp "$share/runner-hooks/fleet/stable-bench-node.service" /etc/systemd/system/
  systemctl daemon-reload
  systemctl start stable-bench-node
  tuned
  "$HOST" status --json | grep -q '"state":"tuned","tune":{.*"held":true,.*"kind":"service".*"unit":"stable-bench-node.service"'
  # Everybody may see that, and nobody else may undo it.
  ! sudo -u runner sudo -n "$HOST" tune || fail 'somebody without a job has tuned'
  tuned
  systemctl restart stable-bench-node
  tuned
  systemctl stop stable-bench-node
  wait_for 120 settled
  rm /etc/systemd/system/stable-bench-node.service
  systemctl daemon-reload
  as_before
}

scenario unattended unattended
scenario node node
