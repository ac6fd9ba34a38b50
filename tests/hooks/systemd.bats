#!/usr/bin/env bats
# Versions of systemd, by a stand-in (fake/systemctl) that behaves as NEWS and manual pages of each say. What the kit uses
# has only changed in what is tested here; docs/runner-hooks.md (Systems) has the list.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  make_systemd
}
# as_unit UNIT VERB: as a process of that service.
as_unit() {
  sed -i.bak "s/^  identify_caller \"\$2\"\$/&; CALLER_KIND=service CALLER_UNIT=$1/" "$KIT/lib/main.sh"
  host "$2"
  mv "$KIT/lib/main.sh.bak" "$KIT/lib/main.sh"
}
version() { put /etc/systemd-version "$1"; }

@test "from 244 to 257 the standard profile isolates, and comes back" {
  conf 'profile = standard'
  before=$(snapshot)
  # The stand-in changes at 244 and 253.
  for version in 244 252 253 257; do
    version "$version"
    host tune
    [ "$(value /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated ]
    [ "$(receipt 'r.knobs.filter(k => k.knob === "housekeeping" && k.status === "applied").length')" = 3 ]
    host verify
    host restore
    rm "$MACHINE/etc/systemd-version"
    diff <(echo "$before") <(snapshot)
  done
}

@test "before 244, without AllowedCPUs, jobs are tuned and not isolated, and everything comes back" {
  conf 'profile = standard'
  before=$(snapshot)
  version 243
  host tune
  [ "$(receipt '[r.grade, r.cpus.benchmark].join()')" = degraded,3 ]
  for knob in housekeeping partition; do
    [ "$(receipt "[...new Set(r.knobs.filter(k => k.knob === '$knob').map(k => k.status))].includes('failed')")" = true ]
  done
  [[ "$(receipt 'r.knobs.filter(k => k.knob === "housekeeping").map(k => k.reason).join()')" == *'Unknown assignment: AllowedCPUs=0-2'* ]]
  [ "$(value /sys/devices/system/cpu/cpufreq/policy3/scaling_governor)" = performance ]
  host restore
  rm "$MACHINE/etc/systemd-version"
  diff <(echo "$before") <(snapshot)
  conf 'profile = strict'
  version 243
  run -1 host tune
  rm "$MACHINE/etc/systemd-version"
  diff <(echo "$before") <(snapshot)
}

@test "a service that is gone, for which is-active fails with 4 since 253 and with 3 before, does not hold the machine" {
  conf 'governor = performance'
  for version in 252 253; do
    version "$version"
    run -$((version < 253 ? 3 : 4)) "$BOX/bin/systemctl" is-active runner.service
    echo active >"$MACHINE/etc/units/runner.service"
    as_unit runner.service tune
    [ "$(receipt '[r.owner.kind].join()')" = service ]
    host recover
    [ -e "$MACHINE/run/stable-bench/journal" ]
    rm "$MACHINE/etc/units/runner.service"
    host recover
    [ ! -e "$MACHINE/run/stable-bench/journal" ]
  done
}
