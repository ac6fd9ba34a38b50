#!/usr/bin/env bats
# The lease, and the ephemeral mode, in which a service tunes before there is a job.
load kit

setup() {
  make_governor_machine
  receipt=$MACHINE/run/stable-bench/receipt.json
}

# job_in UNIT WORKER VERB: as a hook of that worker, which is in the cgroup of the unit.
job_in() {
  make_process "$2" 1 Runner.Worker 1001
  put "/proc/$2/cgroup" "${4-0::}/system.slice/$1"
  below "$2" bash 1001 "$3"
}
# uptime SECONDS: how long the machine has been up.
uptime() {
  rm -f "$MACHINE/proc/uptime"
  echo "$1.25 0.00" >"$MACHINE/proc/uptime"
}

@test "a clock that jumps, as without a battery when the network comes, does not end the lease" {
  uptime 100
  as_job 500 tune
  echo 'now() { REPLY=4000000000; }' >>"$KIT/lib/engine/guard.sh"
  as_unit guard.service recover
  [ -e "$receipt" ]
  run -0 as_job 500 tune
  [[ "$output" == *"already tuned"* ]]
  uptime $((100 + 6 * 3600 - 1))
  as_unit guard.service recover
  [ -e "$receipt" ]
  uptime $((100 + 6 * 3600 + 1))
  as_unit guard.service recover
  [ "$(snapshot)" = "$before" ]
}

@test "a job has one lease: to restore and tune again does not begin another, and once it is over, tune refuses" {
  uptime 100
  conf 'governor = performance required' 'lease-max = 40s'
  as_job 500 tune
  first=$(receipt r.lease_until)
  uptime 120
  as_job 500 restore
  as_job 500 tune
  [ "$(receipt r.lease_until)" = "$first" ]
  # A longer lease in the configuration is for jobs that begin later.
  conf 'governor = performance required' 'lease-max = 6h'
  as_job 500 restore
  as_job 500 tune
  [ "$(receipt '[r.lease_until, r.generation].join()')" = "$first,3" ]
  uptime 139
  as_unit guard.service recover
  [ -e "$receipt" ]
  uptime 141
  as_unit guard.service recover
  [ "$(snapshot)" = "$before" ]
  run -77 as_job 500 tune
  [[ "$output" == *"the lease of this job ended at $first"*'lease-max'* ]]
  [ "$(snapshot)" = "$before" ]
  # Neither another job's tunes nor its own restores make it forget that.
  as_job 600 tune
  [ "$(receipt r.owner.pid)" = 600 ]
  as_job 600 restore
  run -77 as_job 500 tune
  # Another worker with that number is another job.
  run -0 as_job 500 tune 2000
  as_job 500 restore 2000
  [ "$(snapshot)" = "$before" ]
  # Of a worker that has ended nothing is kept.
  rm -r "$MACHINE/proc/600"
  as_job 700 tune
  run -1 grep -c '^600|' "$MACHINE/run/stable-bench/private/leases"
}

@test "the lease of a job that cannot be noted is none: nothing is tuned" {
  mkdir -p "$MACHINE/run/stable-bench/private/leases.new"
  run -1 as_job 500 tune
  [[ "$output" == *'is full: nothing was changed'* ]]
  [ "$(snapshot)" = "$before" ]
}

@test "receipt and status show the end of the lease by the clock" {
  uptime 100
  echo 'now() { REPLY=1800000000; }' >>"$KIT/lib/engine/guard.sh"
  as_job 500 tune
  [ "$(receipt r.lease_until)" = 2027-01-15T14:00:00Z ]
  [[ "$(host status)" == *"lease until 2027-01-15T14:00:00Z"* ]]
}

@test "in the ephemeral mode the lease does not end before the service does" {
  make_systemd
  echo active >"$MACHINE/etc/units/runner.service"
  uptime 100
  as_unit runner.service tune
  uptime 100000
  as_unit guard.service recover
  [ -e "$receipt" ]
  # A job that comes so late is the service's all the same.
  run -0 job_in runner.service 500 tune
  [ "$(receipt '[r.owner.kind, r.owner.pid]')" = "$(node -p "['worker', 500]")" ]
  job_in runner.service 500 restore
  uptime 100
  as_unit runner.service tune
  uptime 100000
  echo inactive >"$MACHINE/etc/units/runner.service"
  as_unit guard.service recover
  [ ! -e "$receipt" ]
}

@test "the guard asks for the service once a minute, not every time it looks" {
  make_systemd
  echo active >"$MACHINE/etc/units/runner.service"
  uptime 100
  as_unit runner.service tune
  uptime 100000
  note_pauses
  as_unit guard.service guard &
  wait_until has_paused 2 2
  [ "$(grep -c is-active "$BOX/systemctl.log")" = 1 ]
  uptime 100060
  wait_until has_paused 4 2
  kill %1
  [ "$(grep -c is-active "$BOX/systemctl.log")" = 2 ]
  [ -e "$receipt" ]
}

@test "a job that starts late gets a full lease" {
  uptime 100
  as_unit runner.service tune
  uptime 21000
  job_in runner.service 500 tune
  uptime 42000
  as_unit guard.service recover
  [ -e "$receipt" ]
  uptime 42601
  as_unit guard.service recover
  [ ! -e "$receipt" ]
}

@test "a job of another runner does not take over what a service has tuned for its own" {
  as_unit runner.service tune
  run -75 job_in other-runner.service 600 tune
  [[ "$output" == *"busy: the machine is tuned for runner.service"* ]]
  # Nor does one whose unit only looks like it.
  run -75 job_in runner.service.d/x.service 600 tune
  run -75 job_in my-runner.service 600 tune
  run -0 job_in other-runner.service 600 restore
  [[ "$output" == *"left alone"* ]]
  [ "$(receipt r.owner.kind)" = service ]
  run -0 job_in runner.service/job 500 tune
  [ "$(receipt r.owner.pid)" = 500 ]
}

@test "with cgroup v1 the unit comes from systemd's own hierarchy" {
  as_unit runner.service tune
  run -75 job_in other.service 600 tune '1:name=systemd:'
  run -0 job_in runner.service 500 tune '1:name=systemd:'
  [ "$(receipt r.owner.pid)" = 500 ]
}

@test "a long wait for a busy machine ends when its time is over" {
  conf 'governor = performance required' 'busy-wait = 2'
  as_job 500 tune
  SECONDS=0
  run -75 as_job 600 tune
  ((SECONDS >= 2))
  [ "$(receipt r.owner.pid)" = 500 ]
}

@test "when a service ends, its guard and its own recover restore at once" {
  make_systemd
  before=$(snapshot)
  echo active >"$MACHINE/etc/units/runner.service"
  as_unit runner.service tune
  as_unit guard.service recover
  [ -e "$receipt" ]
  # Its name has changed, or it stopped when it had other drop-ins: nobody calls restore.
  echo inactive >"$MACHINE/etc/units/runner.service"
  as_unit guard.service recover
  [ ! -e "$receipt" ]
  # ExecStopPost, after a change to the hooks: systemd still calls it deactivating.
  echo active >"$MACHINE/etc/units/runner.service"
  as_unit runner.service tune
  echo deactivating >"$MACHINE/etc/units/runner.service"
  as_unit other.service recover
  [ -e "$receipt" ]
  as_unit runner.service recover
  [ ! -e "$receipt" ]
  rm "$MACHINE/etc/units/runner.service"
  diff <(echo "$before") <(snapshot)
}

@test "a systemd that gives no answer is no reason to restore in the middle of a service's job" {
  make_systemd
  echo active >"$MACHINE/etc/units/runner.service"
  as_unit runner.service tune
  sed -i '2i [[ $1 != is-active ]] || exit 1' "$BOX/bin/systemctl"
  as_unit guard.service recover
  [ -e "$receipt" ]
}
