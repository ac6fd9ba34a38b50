#!/usr/bin/env bats
# Uninstall restores first, however root calls it and whatever the root program answers.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  runner=$BOX/actions-runner
  mkdir -p "$runner" "$MACHINE/usr/lib" "$MACHINE/etc/systemd/system" "$MACHINE/etc/sudoers.d"
  echo '{}' >"$runner/.runner"
  [[ $EUID -ne 0 ]] || chown -R nobody: "$runner"
  place=$MACHINE/usr/lib/stable-bench
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
}

@test "an admin behind sudo uninstalls in the middle of a job: the machine is restored" {
  run -0 "$KIT/install.sh" --runner "$runner"
  printf 'governor = performance required\n' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  before=$(snapshot)
  make_process 500 1 Runner.Worker 1001
  below 500 bash 1001 tune "$place"
  # What does not help says what does.
  SUDO_UID=1000 run -0 "$place/stable-bench-host" restore
  [[ "$output" == *"left alone"*"sudo env -u SUDO_UID $place/stable-bench-host restore"* ]]
  for verb in tune forget; do
    SUDO_UID=1000 run -77 "$place/stable-bench-host" "$verb"
    [[ "$output" == *"sudo env -u SUDO_UID $place/stable-bench-host $verb"* ]]
  done
  SUDO_UID=1000 run -0 "$place/uninstall.sh"
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
  [ ! -e "$place" ]
}

@test "uninstall does not go on while there is a journal, whatever restore says" {
  run -0 "$KIT/install.sh" --runner "$runner"
  mkdir -p "$MACHINE/run/stable-bench"
  printf '#!/bin/bash\n' >"$place/stable-bench-host"
  echo journal >"$MACHINE/run/stable-bench/journal"
  run -1 "$place/uninstall.sh"
  [[ "$output" == *"nothing was removed"* ]]
  [ -x "$place/stable-bench-host" ]
  # Nor while somebody has the lock, whose journal is yet to come.
  rm "$MACHINE/run/stable-bench/journal"
  printf '#!/bin/bash\nexit 75\n' >"$place/stable-bench-host"
  run -1 "$place/uninstall.sh"
  # One that cannot start has nothing to restore.
  printf '#!/bin/bash\nexit 125\n' >"$place/stable-bench-host"
  run -0 "$place/uninstall.sh"
  [ ! -e "$place" ]
}

# tuned_at COMMAND WORD: the first time that uninstall calls COMMAND with WORD among its arguments, a job's tune comes just
# before: uninstall goes on when it has ended, or waits for the lock.
tuned_at() {
  cat >"$BOX/bin/$1" <<TOOL
#!/bin/bash
is_met() { [[ -e $BOX/tune-status ]] || { [[ -s $BOX/tune ]] && pgrep -P "\$(<"$BOX/tune")" -x flock >/dev/null; }; }
if [[ " \$* " == *" $2 "* && \$(tr '\\0' ' ' </proc/\$PPID/cmdline) == *uninstall.sh* ]] && mkdir "$BOX/came" 2>/dev/null; then
  ls "$MACHINE/etc/systemd/system" "$MACHINE/etc/sudoers.d" >"$BOX/left"
  ( "$place/stable-bench-host" tune & echo \$! >"$BOX/tune"; wait \$!; echo \$? >"$BOX/tune-status" ) >"$BOX/tune-said" 2>&1 9>&- &
  source "$BATS_TEST_DIRNAME/../../until.bash"
  wait_until is_met
fi
exec /usr/bin/$1 "\$@"
TOOL
  chmod +x "$BOX/bin/$1"
}

# ends_as_before: so the machine is, also when that tune has had its turn.
ends_as_before() {
  wait_until [ -e "$BOX/tune-status" ] && diff <(echo "$before") <(snapshot) && [ ! -e "$place" ]
}

@test "a tune that waits for the lock while the kit is removed changes nothing, with and without the configuration" {
  for option in '' --keep-config; do
    run -0 "$KIT/install.sh" --runner "$runner"
    # A configuration without a mistake, whatever knobs there are.
    [[ -n $option ]] || printf 'governor = performance required\n' >"$MACHINE/etc/stable-bench/stable-bench.conf"
    before=$(snapshot)
    tuned_at rm "$place.old"
    run -0 "$place/uninstall.sh" $option
    ends_as_before
    [[ "$(cat "$BOX/tune-said")" == *"the kit was removed meanwhile"* ]]
    [ ! -e "$MACHINE/run/stable-bench" ]
    rm -r "$BOX/came" "$BOX/tune" "$BOX/tune-status" "$BOX/bin/rm"
  done
}

@test "a tune that gets the lock between the last restore and the removal is restored" {
  run -0 "$KIT/install.sh" --runner "$runner"
  printf 'governor = performance required\n' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  before=$(snapshot)
  tuned_at flock 9
  run -0 "$place/uninstall.sh"
  ends_as_before
  [ "$(cat "$BOX/tune-status")" = 0 ]
}

@test "of drop-ins of the kit's name those of runners go, and what calls the kit; an administrator's own for another unit stays" {
  local units=$MACHINE/etc/systemd/system unit=actions.runner.org.box.service
  make_systemd
  echo "$unit" >"$runner/.service"
  put "/etc/units/$unit:WorkingDirectory" "$runner"
  run -0 "$KIT/install.sh" --runner "$runner"
  printf '[Service]\nCPUAffinity=0-3\n' | tee "$units/$unit.d/stable-bench.conf" >"$BOX/own"
  mkdir "$units"/{docker,earlier}.service.d
  cp "$BOX/own" "$units/docker.service.d/stable-bench.conf"
  # Of a runner that is not on the list any more.
  cp "$KIT/systemd/runner.conf" "$units/earlier.service.d/stable-bench.conf"
  run -0 "$place/uninstall.sh"
  cmp "$BOX/own" "$units/docker.service.d/stable-bench.conf"
  [ "$(ls "$units")" = docker.service.d ]
}

@test "after the last restore nobody can tune again, neither by sudo nor by a service that starts" {
  make_systemd
  echo actions.runner.org.box.service >"$runner/.service"
  put /etc/units/actions.runner.org.box.service:WorkingDirectory "$runner"
  run -0 "$KIT/install.sh" --runner "$runner" --ephemeral
  printf 'governor = performance required\n' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  before=$(snapshot)
  tuned_at flock 9
  : >"$BOX/systemctl.log"
  run -0 "$place/uninstall.sh"
  ends_as_before
  run -1 grep -E "^(stable|actions)" "$BOX/left"
  # It is told so before the lock is taken, and the slice is not stopped under a tuned machine.
  [[ "$(tail -n 1 "$BOX/systemctl.log")" == *"stop stablebenchload.slice stablebench.slice"* ]]
  grep -q daemon-reload "$BOX/systemctl.log"
}
