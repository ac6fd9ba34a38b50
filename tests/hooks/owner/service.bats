#!/usr/bin/env bats
# The ephemeral mode, in which a service tunes before there is a job.
load ../kit
load uptime

# job_in UNIT WORKER VERB: as a hook of that worker, which is in the cgroup of the unit.
job_in() {
  make_process "$2" 1 Runner.Worker 1001
  put "/proc/$2/cgroup" "${4-0::}/system.slice/$1"
  below "$2" bash 1001 "$3"
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
  [ "$(receipt '[r.owner.kind, r.owner.pid].join()')" = worker,500 ]
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

# job_of UID GROUP WORKER VERB: as a hook of a worker of that user, which is in that cgroup.
job_of() {
  make_process "$3" 1 Runner.Worker "$1"
  put "/proc/$3/cgroup" "0::$2"
  below "$3" bash "$1" "$4" "$KIT" "$1"
}

@test "a cgroup of the service's name that somebody made below his own systemd, another service or a container is not the service" {
  local group
  before=$(snapshot)
  as_unit actions.runner.x.service tune
  for group in user.slice/user-1002.slice/user@1002.service/app.slice system.slice/docker.service machine.slice/box.scope/system.slice; do
    run -75 job_of 1002 "/$group/actions.runner.x.service" 600 tune
    [[ "$output" == *'busy: the machine is tuned for actions.runner.x.service'* ]]
    run -0 job_of 1002 "/$group/actions.runner.x.service" 600 restore
    [[ "$output" == *'left alone'* ]]
  done
  [ "$(receipt r.owner.kind)" = service ]
  # The service's own job is not kept out, in whatever slice the service is.
  run -0 job_of 1001 /bench.slice/bench-ci.slice/actions.runner.x.service/job 500 tune
  [ "$(receipt r.owner.pid)" = 500 ]
  run -0 job_of 1001 /bench.slice/bench-ci.slice/actions.runner.x.service/job 500 restore
  diff <(echo "$before") <(snapshot)
}

@test "with cgroup v1 the unit comes from systemd's own hierarchy" {
  as_unit runner.service tune
  run -75 job_in other.service 600 tune '1:name=systemd:'
  run -0 job_in runner.service 500 tune '1:name=systemd:'
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
