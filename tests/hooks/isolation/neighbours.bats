#!/usr/bin/env bats
# What else runs on the machine: other runners, daemons that come back by D-Bus, and what --check finds.
load ../kit
load neighbours

@test "runners of one host take turns: the second job is told that the machine is busy, or waits" {
  conf 'governor = performance' 'busy-wait = 0'
  as_job 500 tune
  make_process 600 1 Runner.Worker 1002
  second() { below 600 bash 1002 "$1" "$KIT" 1002; }
  run -75 second tune
  [[ "$output" == *'busy: another job (process 500)'* ]]
  run -0 second restore
  [[ "$output" == *'tuned for another job: left alone'* ]]
  conf 'governor = performance' 'busy-wait = 600'
  note_pauses
  (wait_until has_paused 1 1; as_job 500 restore) >&2 &
  run -0 second tune
  wait $!
  [ "$(receipt '[r.owner.pid, r.owner.uid, r.generation].join()')" = 600,1002,2 ]
  second restore
  installed_check 2
  [[ "$output" == *'2 runners share this machine: one job is tuned at a time'* ]]
  installed_check 1
  [[ "$output" == *'2 runners'* ]]
}

@test "a daemon that D-Bus starts again in the middle of a job is drift, and what it had set is as before in the end" {
  echo active >"$MACHINE/etc/units/power-profiles-daemon.service"
  before=$(snapshot)
  conf 'daemons = stop' 'governor = performance'
  host tune
  [ "$(value /etc/units/power-profiles-daemon.service)" = inactive ]
  # A program asks for a profile.
  echo active >"$MACHINE/etc/units/power-profiles-daemon.service"
  echo powersave >"$MACHINE/sys/devices/system/cpu/cpufreq/policy3/scaling_governor"
  run -1 host verify
  [[ "$output" == *'daemons: unit:power-profiles-daemon.service drifted'* ]]
  [ "$(receipt 'r.knobs.filter(k => k.status === "drifted").length')" = 2 ]
  run -0 host restore
  [[ "$output" == *'policy3/scaling_governor foreign: somebody set it to powersave, left alone'* ]]
  echo ondemand >"$MACHINE/sys/devices/system/cpu/cpufreq/policy3/scaling_governor"
  diff <(echo "$before") <(snapshot)
}

@test "check names the daemons that D-Bus can start, unless they are masked" {
  echo inactive >"$MACHINE/etc/units/power-profiles-daemon.service"
  echo org.freedesktop.UPower.PowerProfiles >"$MACHINE/etc/units/power-profiles-daemon.service:BusName"
  echo active >"$MACHINE/etc/units/thermald.service"
  installed_check 1
  [[ "$output" == *'D-Bus can start power-profiles-daemon.service in the middle of a job'*'systemctl mask power-profiles-daemon.service'* ]]
  [[ "$output" != *thermald* ]]
  rm "$MACHINE"/etc/units/power-profiles-daemon.service
  installed_check 1
  [[ "$output" != *D-Bus* ]]
}

@test "check names what it finds of the table of neighbours: daemons that run, containers, virtual machines, partitions" {
  installed_check 1
  [[ "$output" != *note:* ]]
  echo active >"$MACHINE/etc/units/tlp.service"
  installed_check 1
  [[ "$output" == *'note: tlp.service runs here: it is stopped while a job is tuned'* ]]
  conf 'daemons = keep'
  installed_check 1
  [[ "$output" == *'note: tlp.service runs here and daemons is keep: it may set the clock in the middle of a job'* ]]
  cp "$HOOKS/stable-bench.conf" "$MACHINE/etc/stable-bench/stable-bench.conf"
  mkdir -p "$groups/system.slice/docker-0a1b.scope"
  installed_check 1
  [[ "$output" == *"note: containers run here (system.slice/docker-0a1b.scope): while a job is tuned they run beside the benchmark CPUs"* ]]
  mkdir -p "$groups"/machine.slice/{libpod-1.scope,machine-qemu-1.scope}
  installed_check 1
  [[ "$output" == *'note: containers run here (system.slice/docker-0a1b.scope, machine.slice/libpod-1.scope)'* ]]
  [[ "$output" == *'note: virtual machines run here (machine-qemu-1.scope): those with CPUs of their own get them back'* ]]
  for cpus in 3 1; do
    put /sys/fs/cgroup/squatter.slice/cpuset.cpus "$cpus"
    put /sys/fs/cgroup/squatter.slice/cpuset.cpus.partition root
    installed_check 1
    [[ "$output" == *"note: squatter.slice is a partition of somebody else, with CPUs $cpus: housekeeping or partition fails"* ]]
  done
  rm -r "$groups/squatter.slice"
  put /sys/fs/cgroup/system.slice/a.service/cpuset.cpus.partition isolated
  put /sys/fs/cgroup/system.slice/a.service/cpuset.cpus 3
  put /sys/fs/cgroup/cpuset.cpus.effective 0-2,4-7
  installed_check 1
  [[ "$output" == *"note: system.slice/a.service is a partition of somebody else, with CPUs 3: housekeeping or partition fails"* ]]
}
