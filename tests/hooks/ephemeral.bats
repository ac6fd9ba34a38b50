#!/usr/bin/env bats
# Runners that live for one job, a node that stays tuned, and jobs in containers.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  make_systemd
  runner=$BOX/runner unit=bench-jit@1.service place=$MACHINE/usr/lib/stable-bench
  mkdir -p "$runner/bin" "$MACHINE/usr/lib" "$MACHINE"/etc/{sudoers.d,systemd/system}
  touch "$runner/bin/Runner.Listener"
  echo "$unit" >"$runner/.service"
  put "/etc/units/$unit:WorkingDirectory" "$runner"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
}

@test "a just-in-time runner, which has no .runner yet, is installed with its own unit, and checked before and after its job" {
  [[ $EUID -eq 0 ]] || skip 'needs root, to have another user'
  run -0 "$KIT/install.sh" --runner "$runner" --ephemeral
  [ "$(cat "$place/runners")" = "ephemeral $unit $runner" ]
  cmp "$MACHINE/etc/systemd/system/$unit.d/stable-bench.conf" "$HOOKS/systemd/runner-ephemeral.conf"
  grep -qx 'nobody ALL=(root) NOPASSWD: STABLE_BENCH' "$MACHINE/etc/sudoers.d/stable-bench"
  run -0 "$place/install.sh" --check
  # The listener writes it when it gets its configuration.
  echo '{}' >"$runner/.runner" && chown nobody "$runner/.runner"
  run -0 "$place/install.sh" --check
  rm "$runner/.runner"
  run -0 "$place/install.sh" --check
  run -0 "$place/uninstall.sh"
  [ ! -e "$MACHINE/etc/systemd/system/$unit.d" ]
}

@test "with hooks it also works before the first job" {
  run -0 "$KIT/install.sh" --runner "$runner"
  grep -q '^ACTIONS_RUNNER_HOOK_JOB_STARTED=' "$runner/.env"
  run -0 "$place/install.sh" --check
  run -0 "$place/uninstall.sh"
  [ ! -e "$runner/.env" ]
}

@test "a directory that is no runner, one with a link, and one of root are refused" {
  rm "$runner/bin/Runner.Listener"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *'it has no .runner file'* ]]
  ln -s /bin/true "$runner/bin/Runner.Listener"
  run -1 "$KIT/install.sh" --runner "$runner"
  rm "$runner/bin/Runner.Listener" && touch "$runner/bin/Runner.Listener"
  ln -s /etc/passwd "$runner/.runner"
  run -1 "$KIT/install.sh" --runner "$runner"
  rm "$runner/.runner"
  [[ $EUID -eq 0 ]] || return 0
  chown root "$runner"
  run -1 "$KIT/install.sh" --runner "$runner"
  [[ "$output" == *'belongs to root: give the directory to the user of the runner'* ]]
}

@test "ephemeral machines of a class have one name in their receipts, and each its own" {
  mkdir "$MACHINE/etc/stable-bench/conf.d"
  for id in 0f1e2d3c4b5a69788796a5b4c3d2e1f0 1f1e2d3c4b5a69788796a5b4c3d2e1f1; do
    echo "$id" >"$MACHINE/etc/machine-id"
    echo 'class = c7i-metal' >"$MACHINE/etc/stable-bench/conf.d/50-fleet.conf"
    as_unit "$unit" tune
    receipt '[r.class, r.machine].join()' >>"$BOX/names"
    as_unit "$unit" restore
  done
  [ "$(cut -d, -f1 "$BOX/names" | sort -u)" = c7i-metal ]
  [ "$(sort -u "$BOX/names" | wc -l)" = 2 ]
}

@test "the unit for a whole node keeps it tuned as long as it runs, whatever the lease, and restores when it stops" {
  grep -qx 'ExecStart=/usr/lib/stable-bench/stable-bench-host tune' "$HOOKS/fleet/stable-bench-node.service"
  grep -qx 'ExecStop=/usr/lib/stable-bench/stable-bench-host restore' "$HOOKS/fleet/stable-bench-node.service"
  conf 'governor = performance' 'lease-max = 1s'
  echo active >"$MACHINE/etc/units/stable-bench-node.service"
  before=$(snapshot)
  as_unit stable-bench-node.service tune
  sleep 1.1
  run -0 as_unit guard.service recover
  [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  # A pod has no worker that the host could see as the caller's, and no way in.
  make_process 700 1 containerd-shim 0
  run -77 below 700 bash 1001 tune
  run -77 below 700 bash 1001 attach
  run -0 below 700 bash 1001 restore
  [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  as_unit stable-bench-node.service restore
  diff <(echo "$before") <(snapshot)
}

@test "the node's unit holds the machine in every state in which its commands run, and not when it has failed" {
  conf 'governor = performance'
  before=$(snapshot)
  for state in activating active deactivating; do
    echo "$state" >"$MACHINE/etc/units/stable-bench-node.service"
    [[ $state != activating ]] || as_unit stable-bench-node.service tune
    # The guard, while ExecStart, nothing and ExecStop runs.
    as_unit guard.service recover
    [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  done
  # Whatever ExecStop did, ExecStopPost restores.
  as_unit stable-bench-node.service recover
  [ "$(snapshot | grep -v units/stable-bench-node)" = "$before" ]
  echo active >"$MACHINE/etc/units/stable-bench-node.service"
  as_unit stable-bench-node.service tune
  # Its processes were killed, also those.
  echo failed >"$MACHINE/etc/units/stable-bench-node.service"
  as_unit guard.service recover
  [ "$(snapshot | grep -v units/stable-bench-node)" = "$before" ]
}

@test "systemd does not end the start of an ephemeral runner, nor of a node, while tune waits as long as busy-wait says" {
  grep -qx TimeoutStartSec=infinity "$HOOKS/systemd/runner-ephemeral.conf"
  # systemd sets no limit for the start of these.
  grep -qx Type=oneshot "$HOOKS/fleet/stable-bench-node.service"
  run ! grep TimeoutStartSec "$HOOKS/fleet/stable-bench-node.service"
}

@test "nor does it end the restore of a node, which may take longer than 90 s; of a runner the guard completes what it ends" {
  grep -qx TimeoutStopSec=infinity "$HOOKS/fleet/stable-bench-node.service"
  # How long a runner may take to end its job is for its administrator to say.
  run ! grep '^TimeoutStopSec' "$HOOKS/systemd/runner-ephemeral.conf" "$HOOKS/systemd/runner.conf"
  conf 'governor = performance' 'statistics-interval = 10'
  for verb in restore recover; do
    echo active >"$MACHINE/etc/units/runner.service"
    before=$(snapshot | grep -v units/runner)
    as_unit runner.service tune
    echo deactivating >"$MACHINE/etc/units/runner.service"
    echo 0 >"$BOX/kill-count" && echo 4 >"$BOX/kill-at"
    run -137 as_unit runner.service "$verb"
    rm "$BOX/kill-at"
    [ -e "$MACHINE/run/stable-bench/journal" ]
    echo failed >"$MACHINE/etc/units/runner.service"
    as_unit guard.service recover
    diff <(echo "$before") <(snapshot | grep -v units/runner)
    [ ! -e "$MACHINE/run/stable-bench/journal" ]
  done
}

@test "a real systemd reads all units of the kit without a word" {
  type -P systemd-analyze >/dev/null || skip 'there is no systemd-analyze here'
  mkdir -p "$BOX/units/runner.service.d" "$BOX/units/ephemeral.service.d"
  cp "$HOOKS"/systemd/*.service "$HOOKS"/systemd/*.slice "$HOOKS"/fleet/*.service "$BOX/units"
  for runner in runner ephemeral; do printf '[Service]\nExecStart=/bin/true\n' >"$BOX/units/$runner.service"; done
  cp "$HOOKS/systemd/runner.conf" "$BOX/units/runner.service.d"
  cp "$HOOKS/systemd/runner-ephemeral.conf" "$BOX/units/ephemeral.service.d"
  sed -i "s|/usr/lib/stable-bench/|$KIT/|" "$BOX"/units/*.service "$BOX"/units/*/*.conf
  run -0 systemd-analyze verify --man=no --recursive-errors=no "$BOX"/units/*.service "$BOX"/units/*.slice
  [ -z "$output" ]
  # It would say so.
  echo Wanted=nothing >>"$BOX/units/runner.service.d/runner.conf"
  run systemd-analyze verify --man=no --recursive-errors=no "$BOX/units/runner.service"
  [[ "$output" == *'Unknown key'*'Wanted'* ]]
}

@test "a container: job is tuned by the hooks on the host; in the container nothing can attach, and nothing can restore" {
  conf 'partition = auto' 'housekeeping = confine' 'smt = off'
  before=$(snapshot)
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  [ "$(value /sys/fs/cgroup/system.slice/cpuset.cpus)" = 0-2 ]
  make_process 700 1 containerd-shim 0
  make_process 701 700 Runner.Worker 0
  # A namesake of the worker, of another user, is none.
  run -77 below 701 bash 1001 attach
  run -77 below 700 bash 1001 drop-caches
  run -0 below 700 bash 1001 restore
  [[ "$output" == *'tuned for another job: left alone'* ]]
  as_job 500 restore
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
}
