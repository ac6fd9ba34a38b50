#!/usr/bin/env bats
# The slices of other processes: what an administrator had set before, and what systemd or Linux do not free at once.
load ../kit
load isolated

@test "settings of an administrator, at run time or in /etc, come back; slices without any stay without" {
  make_systemd
  "$BOX/bin/systemctl" set-property --runtime system.slice AllowedCPUs=0-5
  # Not from a drop-in of run time: after the restore systemd reads it from there again.
  echo 0-6 >"$MACHINE/etc/units/user.slice:AllowedCPUs"
  put /sys/fs/cgroup/user.slice/cpuset.cpus 0-6
  begin "${isolation[@]}"
  [ "$(value /etc/units/system.slice:AllowedCPUs)$(value /etc/units/user.slice:AllowedCPUs)" = 0-20-2 ]
  [[ "$(receipt "r.knobs.find(k => k.target === 'unit:init.scope:AllowedCPUs').reason")" == "others use cpusets here"* ]]
  finish
  [ "$(value /run/systemd/system.control/system.slice.d/50-AllowedCPUs.conf)" = AllowedCPUs=0-5 ]
  [ ! -e "$MACHINE/run/systemd/system.control/user.slice.d" ]
}

@test "where others use cpusets since the tune, a slice counts as restored with all CPUs" {
  make_systemd
  begin "${isolation[@]}"
  "$BOX/bin/systemctl" set-property --runtime cron.service AllowedCPUs=1
  run -0 as_job 500 restore
  for unit in system.slice user.slice init.scope; do
    [ "$(value /sys/fs/cgroup/$unit/cpuset.cpus)" = 0-7 ]
    [ ! -e "$MACHINE/etc/units/$unit:AllowedCPUs" ]
  done
  [ -z "$(find "$MACHINE/run/systemd" -name '*slice.d' -o -name '*scope.d')" ]
}

@test "every process gets all CPUs back, on Linux 7.0 and before" {
  make_systemd
  for touched in '' "$BOX/linux-7"; do
    [ -z "$touched" ] || touch "$touched"
    begin "${isolation[@]}"
    [ "$(ls "$BOX/confined")" = $'init.scope\nstablebench.slice\nsystem.slice\nuser.slice' ]
    finish
    [ -z "$(ls "$BOX/confined")" ]
  done
}

@test "init.scope waits for a slice that systemd does not free at first, so that every process gets all CPUs back" {
  make_systemd
  # The first call that would free it fails.
  sed -i 's#^set_cpus() {.*#[[ "$verb ${args[*]}" != "set-property system.slice AllowedCPUs=" ]] || ! rm "$MACHINE/../busy" 2>/dev/null || exit 1\n&#' "$BOX/bin/systemctl"
  for touched in '' "$BOX/linux-7"; do
    [ -z "$touched" ] || touch "$touched"
    begin "${isolation[@]}"
    touch "$BOX/busy"
    run -0 host restore
    [ ! -e "$BOX/busy" ]
    [[ "$output" == *'trying again'* ]]
    diff <(echo "$before") <(snapshot)
    [ -z "$(ls "$BOX/confined")" ]
  done
}

@test "a restore that was killed between a drop-in and its directory leaves neither behind" {
  make_systemd
  before=$(snapshot)
  conf "${isolation[@]}" 'memory = 64M'
  # After each rm of a drop-in; the rmdir is a process of its own.
  echo 'rm() { command rm "$@"; [[ ! -e $ROOT/../kill-at-rm || $* != *50-*.conf ]] || kill -KILL $$ $BASHPID; }' >>"$KIT/lib/engine/guard.sh"
  for drop_in in init.scope:AllowedCPUs stablebench.slice:MemoryMin stablebench.slice:AllowedCPUs; do
    host tune
    for place in transient system.control; do
      directory=$MACHINE/run/systemd/$place/${drop_in%:*}.d
      [ ! -d "$directory" ] || break
    done
    touch "$BOX/kill-at-rm"
    until [ ! -e "$directory/50-${drop_in#*:}.conf" ]; do run -137 host restore; done
    rm "$BOX/kill-at-rm"
    run -0 host restore
    diff <(echo "$before") <(snapshot)
  done
}

@test "CPUs that somebody wrote into a slice by hand are left alone, before and after" {
  make_systemd
  "$BOX/bin/systemctl" set-property --runtime system.slice AllowedCPUs=0-5
  put /sys/fs/cgroup/init.scope/cpuset.cpus 1
  begin "${isolation[@]}"
  [[ "$(receipt "r.knobs.find(k => k.target === 'unit:init.scope:AllowedCPUs').reason")" == *'none for systemd and 1 for the kernel' ]]
  finish
}

@test "CPUs that systemd reports and the kernel has refused are a failure" {
  make_systemd
  sed -i 's#^set_cpus() {.*#&\n  [[ $1 != user.slice ]] || return 0#' "$BOX/bin/systemctl"
  put /sys/fs/cgroup/user.slice/cpuset.cpus ''
  conf 'smt = off' 'housekeeping = confine required'
  run -1 host tune
  [[ "$output" == *"unit:user.slice:AllowedCPUs failed"*"is 0-2 for systemd and none for the kernel"*"required knob failed"* ]]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "root stops the benchmark slice during a job: the restore leaves no cgroup of it behind" {
  make_systemd
  begin "${isolation[@]}" 'memory = 64M'
  "$BOX/bin/systemctl" stop stablebench.slice
  [ ! -e "$MACHINE$slice" ]
  finish
  [ ! -e "$MACHINE$slice" ]
  [ "$(<"$MACHINE/etc/units/stablebench.slice")" = inactive ]
}
