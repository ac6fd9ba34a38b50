#!/usr/bin/env bats
# install.sh --check says what the configuration cannot set on this machine, and what this system lacks.
load ../kit
load installation

@test "check plans with every driver, and changes nothing" {
  install_again
  for driver in acpi-cpufreq intel_pstate intel_cpufreq amd-pstate-epp amd-pstate-epp@6.10 amd-pstate cppc_cpufreq cpufreq-dt; do
    rm -r "$MACHINE/sys/devices" "$MACHINE/proc/irq"
    make_machine "$driver" 4
    before=$(snapshot) && : >"$BOX/systemctl.log"
    well
    [ "$(snapshot)" = "$before" ]
    run -1 grep -vE '^(show|is-enabled|--version)( |$)' "$BOX/systemctl.log"
  done
  rm -r "$MACHINE/sys/devices" "$MACHINE/proc/irq"
  make_machine none 4
  finds 'governor = performance is required, and this machine does not have it: no cpufreq'
  [[ "$output" == *'note: results will say degraded: governor is not in force'*'this machine can meet no profile'* ]]
}

@test "check finds a configuration that fails every job: a mistake, or a required knob that this machine cannot set" {
  install_again
  echo 'turbo = bogus' >"$MACHINE/etc/stable-bench/stable-bench.conf"
  both_find 'stable-bench.conf:1: turbo = bogus'
  conf 'governor = bogus required'
  finds 'governor = bogus (/sys/devices/system/cpu/cpufreq/policy0/scaling_governor): the driver offers only'
  [ "$(grep -c 'governor = bogus' <<<"$output")" = 1 ]
  # Jobs fail for that reason, and for no other that check would tell.
  run -1 host tune
  # Optional, or where jobs go on, it is a note.
  for lines in 'governor = bogus' $'governor = bogus required\non-failure = degraded'; do
    conf "$lines"
    before=$(snapshot)
    well
    [[ "$output" == *"note: will not be set: governor = bogus"* ]]
    [ "$(snapshot)" = "$before" ]
  done
  # On a tuned machine the plan would see what was set.
  conf 'governor = performance required'
  host tune
  well
  [[ "$output" == *"is tuned at the moment"* ]]
  host restore
  well
}

@test "check names what this systemd and this Linux are too old for, and nothing on newer ones" {
  install_again
  well
  [[ "$output" != *'has no'* && "$output" != *'no cgroup v2'* ]]
  put /proc/sys/kernel/osrelease 5.10.0-34-amd64
  put /etc/systemd-version 243
  well
  [[ "$output" == *'note: Linux 5.10.0-34-amd64 has no isolated partitions (6.1)'* ]]
  [[ "$output" == *'note: will not be set: watchdogs = off: Linux 5.10.0-34-amd64 may stop for good'* ]]
  [[ "$output" == *'note: systemd 243 has no AllowedCPUs (244)'* ]]
  for release in 6.1.0-35-amd64 6.12.1 10.0-rc1; do
    put /proc/sys/kernel/osrelease "$release"
    put /etc/systemd-version 257
    well
    [[ "$output" != *'has no'* ]]
  done
  put /etc/systemd-version 239
  both_find 'systemd 239 is too old: it has no services of Type=exec (240)'
  put /etc/systemd-version 257
  rm "$MACHINE/sys/fs/cgroup/cgroup.controllers"
  well
  [[ "$output" == *'note: no cgroup v2 here'*'systemd.unified_cgroup_hierarchy=1'* ]]
}

@test "where nothing can make a file immutable, install and check say that a job could replace its runner's .env" {
  install_again
  [[ "$output" != *immutable* ]]
  well
  [[ "$output" != *immutable* ]]
  # One after the other: some programs are in both.
  mkdir "$BOX/tools" && ln -s /usr/sbin/* "$BOX/tools/" && ln -sf /usr/bin/* "$BOX/tools/"
  rm -f "$BOX/tools/chattr" "$BOX/bin/chattr"
  sed -i "s|^PATH=.*|PATH='$BOX/bin:$BOX/tools'|" "$KIT/lib/environment.sh"
  rm "$runner/.env"
  install_again
  [[ "$output" == *"note: $runner/.env cannot be made immutable here: a job could replace it"* ]]
  well
  [[ "$output" == *"note: there is no chattr here (e2fsprogs), so a runner's .env is not immutable"* ]]
}

@test "check says when the machine runs on its battery" {
  install_again
  put /sys/class/power_supply/BAT0/type Battery
  put /sys/class/power_supply/AC/type Mains
  put /sys/class/power_supply/AC/online 1
  well
  [[ "$output" != *battery* ]]
  echo 0 >"$MACHINE/sys/class/power_supply/AC/online"
  well
  [[ "$output" == *'note: this machine runs on its battery: the firmware lowers the clock'* ]]
  # A second plug.
  put /sys/class/power_supply/AC1/type Mains
  put /sys/class/power_supply/AC1/online 1
  well
  [[ "$output" != *battery* ]]
}
