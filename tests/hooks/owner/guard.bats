#!/usr/bin/env bats
# The guard, and recover at boot and at the end of a service: who restores when the worker is gone.
load ../kit

setup() {
  make_governor_machine
}

# as_systemd VERB: as a unit's process, whose parent is process 1.
as_guard() { sed -i 's/^  identify_caller "$2"$/&; CALLER_KIND=service CALLER_UNIT=guard.service/' "$KIT/lib/main.sh" && host "$1"; }

@test "the guard restores when the worker dies" {
  as_job 500 tune
  note_pauses
  as_guard guard >"$BOX/guard.log" 2>&1 &
  # Before its second pause it has looked at the worker, which lived.
  wait_until has_paused 2 2
  [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  rm -r "$MACHINE/proc/500"
  wait $!
  [ "$(snapshot)" = "$before" ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
}

@test "the guard restores when the lease runs out, and after a tune that was killed" {
  conf 'governor = performance required' 'lease-max = 1s'
  as_job 500 tune
  as_guard guard
  [ "$(snapshot)" = "$before" ]
  conf 'governor = performance required'
  echo 0 >"$BOX/kill-count"
  echo 5 >"$BOX/kill-at"
  run -137 as_job 500 tune
  rm "$BOX/kill-at"
  as_guard guard
  [ "$(snapshot)" = "$before" ]
}

@test "at boot and at the end of a runner's service, recover restores only when nobody holds the machine" {
  as_job 500 tune
  as_guard recover
  [ -e "$MACHINE/run/stable-bench/receipt.json" ]
  rm -r "$MACHINE/proc/500"
  host recover
  [ "$(snapshot)" = "$before" ]
}

@test "a writer that outlives a killed engine still holds the lock" {
  exec 8>>"$MACHINE/run/lock-test"
  mkdir -p "$MACHINE/run/stable-bench/private"
  flock "$MACHINE/run/stable-bench/private/lock" \
    sh -c "until [ -e '$BOX/go-on' ]; do sleep 0.05; done; echo >'$BOX/released'" 3>&- &
  wait_until lock_is_held
  "$KIT/stable-bench-host" tune &
  wait_until pgrep -P $! -x flock
  touch "$BOX/go-on"
  wait $!
  [ -e "$BOX/released" ]
}

@test "the guard is started before there is a journal, so that no kill leaves one behind without it" {
  make_systemd
  sed -i '2i [[ $1 != restart || -e '"$MACHINE"'/run/stable-bench/journal ]] || echo early >>'"$BOX/started" "$BOX/bin/systemctl"
  host tune
  [ "$(cat "$BOX/started")" = early ]
}
