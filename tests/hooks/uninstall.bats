#!/usr/bin/env bats
# Uninstall restores first: for whoever root is, and whatever the root program says.
load kit

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
  (
    make_process "$BASHPID" 500 bash 1001
    SUDO_UID=1001 "$place/stable-bench-host" tune
    exit $?
  )
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
