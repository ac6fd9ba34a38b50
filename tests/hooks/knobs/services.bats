#!/usr/bin/env bats
# Services and daemons that are stopped for a job, and the order in which everything comes back.
load ../kit

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
}

@test "services that run are stopped and started again, others stay stopped" {
  make_machine none
  make_systemd
  begin 'services = stop' 'daemons = stop' 'irqbalance = stop required'
  [ "$(value /etc/units/cron.service)$(value /etc/units/irqbalance.service)" = inactiveinactive ]
  run -1 grep -E 'dbus|network|ssh' "$BOX/systemctl.log"
  finish
  run -1 grep -E '^start.*rsyslog' "$BOX/systemctl.log"
}

@test "the place of a knob in the restore is a decimal number, also with a zero in front" {
  make_machine none
  echo 'restore_at=08' >>"$KIT/knobs/55-statistics-interval.sh"
  begin 'statistics-interval = 10'
  [ "$(value /proc/sys/vm/stat_interval)" = 10 ]
  finish
}

@test "services, daemons and irqbalance start again after the last write to the kernel, of whatever kind" {
  make_machine acpi-cpufreq 4
  make_systemd
  make_thread 901 $((0x00200000)) 0-7
  printf '#!/bin/bash\nsed -i "s/list:.*/list:\\t$2/" "%s/proc/$3/status"\n' "$MACHINE" >"$BOX/bin/taskset"
  chmod +x "$BOX/bin/taskset"
  echo active >"$MACHINE/etc/units/thermald.service"
  cp "$HOOKS/stable-bench.conf" "$MACHINE/etc/stable-bench/stable-bench.conf"
  host tune
  : >"$BOX/order"
  host restore
  [ "$(sed -n '/^systemctl start/,$p' "$BOX/order" | cut -d ' ' -f 2,5-)" = \
    $'start irqbalance.service\nstart cron.service fstrim.timer\nstart thermald.service' ]
  (($(grep -c '^write' "$BOX/order") > 20))
  grep -q '^systemctl set-property' "$BOX/order"
}

@test "a daemon that systemd stops with the one it requires is started again" {
  make_machine none
  make_systemd
  # Requires=tuned.service: systemd stops it with tuned.
  echo active | tee "$MACHINE/etc/units/tuned.service" >"$MACHINE/etc/units/tuned-ppd.service"
  sed -i '2i [[ $1 != stop || $* != *tuned.service* ]] || echo inactive >'"$MACHINE"'/etc/units/tuned-ppd.service' "$BOX/bin/systemctl"
  begin 'daemons = stop required'
  [ "$(value /etc/units/tuned-ppd.service)" = inactive ]
  finish
}

@test "a daemon is left alone when its stop would also stop a unit that the kit does not start again" {
  make_machine none
  make_systemd
  echo active | tee "$MACHINE"/etc/units/{tuned,thermald,tlp,own,idle}.service >/dev/null
  echo inactive >"$MACHINE/etc/units/idle.service"
  echo own.service >"$MACHINE/etc/units/tuned.service:RequiredBy"
  echo 'idle.service tuned.service' >"$MACHINE/etc/units/thermald.service:ConsistsOf"
  echo 'own.service' >"$MACHINE/etc/units/tlp.service:BoundBy"
  begin 'daemons = stop'
  [ "$(cat "$MACHINE"/etc/units/{tuned,thermald,tlp,own}.service | xargs)" = 'active inactive active active' ]
  [ "$(reason daemons)" = '' ]
  [ "$(receipt "r.knobs.find(k => k.target === 'unit:tuned.service').reason")" = 'systemd would stop own.service with it, and nobody would start that again' ]
  finish
}

@test "a service that does not start again keeps the journal, and is named with what systemd says" {
  make_machine none
  make_systemd
  begin 'services = stop'
  touch "$BOX/refuse-start-fstrim.timer"
  run -1 host restore
  [[ "$output" == *"services: unit:fstrim.timer failed: holds inactive instead of active (Failed to start fstrim.timer See system logs"* ]]
  rm "$BOX/refuse-start-fstrim.timer"
  finish
}

@test "a daemon that somebody has started meanwhile is reported and left alone" {
  make_machine none
  make_systemd
  begin 'irqbalance = stop'
  echo active >"$MACHINE/etc/units/irqbalance.service"
  run -1 host verify
  [[ "$output" == *"unit:irqbalance.service drifted"* ]]
  finish
}

@test "a unit that was removed or masked during a job does not come back, which is said, and the machine is free for the next job" {
  make_machine none
  make_systemd
  echo active >"$MACHINE/etc/units/tuned.service"
  conf 'services = stop' 'daemons = stop'
  host tune
  rm "$MACHINE/etc/units/fstrim.timer"
  echo masked >"$MACHINE/etc/units/tuned.service:LoadState"
  run -0 host restore
  [[ "$output" == *'services: unit:fstrim.timer gone: it is not there any more'* ]]
  [[ "$output" == *'daemons: unit:tuned.service foreign: somebody has masked it, so it stays stopped: to have it back, systemctl unmask and start it'* ]]
  [[ "$output" != *'trying again'* ]]
  [[ "$output" == *'restored 1 targets, 1 are gone, left 1 that somebody else changed' ]]
  [ "$(value /etc/units/cron.service) $(value /etc/units/tuned.service)" = 'active inactive' ]
  run -0 host tune
}

@test "a unit that is masked and runs is not stopped, since nobody could start it again" {
  make_machine none
  make_systemd
  echo masked >"$MACHINE/etc/units/irqbalance.service:LoadState"
  begin 'irqbalance = stop'
  [ "$(reason irqbalance)" = 'it is masked, so nobody could start it again' ]
  [ "$(value /etc/units/irqbalance.service)" = active ]
  finish
}

@test "a systemd that does not answer has not lost its units: the restore fails and keeps the journal" {
  make_machine none
  make_systemd
  begin 'services = stop'
  sed -i '2i [[ ! -e "${BASH_SOURCE[0]%/*}/../mute" ]] || exit 1' "$BOX/bin/systemctl"
  touch "$BOX/mute"
  run -1 host restore
  [[ "$output" == *'services: unit:fstrim.timer failed: cannot be read (systemd does not answer)'* ]]
  [ -e "$MACHINE/run/stable-bench/journal" ]
  rm "$BOX/mute"
  finish
}
