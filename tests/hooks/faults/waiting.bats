#!/usr/bin/env bats
# Calls that wait for the lock, and what they say when they do not get it.
load ../kit

setup() {
  make_governor_machine
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=3/' "$KIT/lib/environment.sh"
  run=$MACHINE/run/stable-bench
}

@test "a call that waits for the lock does not overwrite the errors of the one that holds it" {
  mkdir -p "$run/private"
  echo 'printf: write error: Operation not supported' >"$run/private/error"
  exec 8>>"$run/private/lock"
  flock 8
  run -75 host status
  [ "$(cat "$run/private/error")" = 'printf: write error: Operation not supported' ]
}

@test "without a valid boot id nothing is done, and the journal stays" {
  local id
  host tune
  for id in '' 'not a boot id' '11111111-2222-3333-4444-55555555555'; do
    put /proc/sys/kernel/random/boot_id "$id"
    run -1 host restore
    [[ "$output" == *"boot id"* ]]
    [ -e "$run/journal" ]
  done
  rm "$MACHINE/proc/sys/kernel/random/boot_id"
  run -1 host restore
  [ -e "$run/journal" ]
}

@test "a damaged journal ends the guard at once" {
  host tune
  sed -i 's/^end|.*/end|1/' "$run/journal"
  # It is not started again for what it cannot correct.
  run -0 timeout 60 "$KIT/stable-bench-host" guard
  [[ "$output" == *"damaged or not ours"* ]]
  (($(grep -c damaged <<<"$output") == 1))
  run -1 host recover
  run -1 host status
  [[ "$output" == *"damaged or not ours"* ]]
}

@test "verify of a machine that is not tuned fails, and a job's last hook does not" {
  run -1 host verify
  [[ "$output" == *"not tuned"* ]]
  sed "s|/usr/bin/sudo -n \"\${BASH_SOURCE\[0]%/\*}/|\"$KIT/|" "$HOOKS/job-completed.sh" >"$BOX/completed.sh"
  run -0 bash -e "$BOX/completed.sh"
  [[ "$output" == *"nothing to restore"* ]]
}

# losing LINE: while this tune waits for another job, LINE happens.
losing() {
  conf 'governor = performance' 'busy-wait = 60'
  make_systemd
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  printf 'pause() { [[ $1 != 1 ]] || { %s; }; }\n' "$1" >>"$KIT/lib/engine/guard.sh"
  make_process 600 1 Runner.Worker 1001
  run -75 as_job 600 tune
}

@test "a tune that waits for a busy machine says so when the lock is never free again, and leaves the history to others" {
  losing 'exec 8>>"$PRIVATE/lock"; flock 8'
  [[ "$output" == *'another call has held the lock for 3 s'* ]]
  run -1 grep -c busy "$MACHINE/var/lib/stable-bench/history"
}

@test "a tune that waits while the kit is removed says so, and leaves nothing behind" {
  losing 'rm -r "$RUN" "$STATE"'
  [[ "$output" == *'the kit was removed meanwhile: nothing was done'* ]]
  [ ! -e "$MACHINE/run/stable-bench" ]
  [ ! -e "$MACHINE/var/lib/stable-bench" ]
}

@test "a call that never gets the lock leaves its line in the system's log, as a warning" {
  make_systemd
  mkdir -p "$run/private"
  exec 8>>"$run/private/lock"
  flock 8
  run -75 host tune
  run -75 host status
  run -0 grep -cx 'MESSAGE=.*' "$BOX/system-log"
  [ "$output" = 1 ]
  grep -qx 'MESSAGE=tune: another call has held the lock for 3 s' "$BOX/system-log"
  grep -qx 'STABLE_BENCH_EXIT=75' "$BOX/system-log"
  grep -qx 'PRIORITY=4' "$BOX/system-log"
}
