#!/usr/bin/env bats
# The history: each tune and what became of it.
load ../kit
load status

@test "status for people reads the targets again, and says what the history says, also when nothing is tuned" {
  conf 'governor = performance'
  run -0 host status
  [[ "$output" == *'so far: 0 tunes and 0 that failed, 0 that found it busy, 0 restores and 0 that failed'* ]]
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  run -0 host status
  [[ "${lines[0]}" == *'tuned for worker 500, generation 1, since 20'*'Z, lease until 20'* ]]
  [[ "$output" != *drifted* && "$output" != *'nobody holds'* ]]
  echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  rm -r "$MACHINE/proc/500"
  run -0 host status
  [[ "$output" == *"governor: $policy/policy1/scaling_governor: ondemand -> performance: drifted to userspace (it was performance after the tune)"* ]]
  [[ "$output" == *'nobody holds the machine any more: the guard or the next hook restores it'* ]]
  # To look changes nothing.
  [ "$(receipt 'r.knobs[1].status')" = applied ]
  host restore
  run -0 host status
  [[ "$output" == *'last: '*' tune: degraded after '*'last: '*' restore: restored after '*'so far: 1 tunes'*'not tuned' ]]
}

@test "the history has each tune and what became of it, over a reboot, and refused ones too" {
  conf 'governor = performance required'
  run -0 host history
  [[ "$output" == *'nothing was tuned yet'* ]]
  host tune && echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  run -1 host verify
  host restore
  rm -r "$MACHINE/run/stable-bench"
  echo "$policy/policy0/scaling_governor EIO" >"$BOX/refuse"
  run -1 host tune
  conf 'colour = red'
  run -64 host tune
  run -0 host history
  [[ "${lines[0]}" == *'Z tune: degraded after '*' ms, for root, generation 1, 4 targets set, 0 failed' ]]
  [[ "${lines[1]}" == *'verify: drifted after '*', 1 targets drifted' ]]
  [[ "${lines[2]}" == *'restore: restored after '*', called by restore' ]]
  [[ "${lines[3]}" == *'tune: failed after '*', 3 targets set, 1 failed' ]]
  [[ "${lines[4]}" == *'restore: restored after '*', called by tune' ]]
  [[ "${lines[5]}" == *'tune: misconfigured after '* ]]
  [ "$(json '[s.totals.tunes, s.totals.failed_tunes, s.totals.restores, s.totals.drifted].join()' 2>/dev/null)" = 1,2,2,1 ]
}

@test "the history keeps a hundred tunes, its totals go on, and a damaged or forged one harms nothing" {
  conf 'statistics-interval = 10'
  host tune && host restore
  file=$MACHINE/var/lib/stable-bench/history
  event=$(grep tune "$file")
  { echo 'totals|500|0|499|0|0' && for ((i = 0; i < 100; i++)); do echo "$event"; done; } >"$file"
  host tune && host restore
  [ "$(grep -c '|tune|degraded|' "$file")" = 100 ]
  [ "$(tail -n 1 "$file" | cut -d'|' -f3-4)" = 'restore|restored' ]
  [ "$(json '[s.totals.tunes, s.totals.restores].join()')" = 501,500 ]
  # shellcheck disable=SC2016  # must not be expanded
  printf '%s\n' 'totals|x|0|0|0|0' 'event|1|tune|$(touch x)|1' 'nonsense' >"$file"
  run -0 host history
  [[ "$output" == *'nothing was tuned yet'* ]]
  # A disk that takes nothing is no reason to fail.
  rm -r "${file%/*}" && echo >"${file%/*}"
  run -0 host tune
  run -0 host restore
}

@test "a restore that fails again and again is one event of the history, and the totals count each" {
  conf 'governor = performance'
  host tune
  echo "$policy/policy0/scaling_governor EIO" >"$BOX/refuse"
  for ((i = 0; i < 3; i++)); do run -1 host restore; done
  [ "$(grep -c '|restore|failed|' "$MACHINE/var/lib/stable-bench/history")" = 1 ]
  [ "$(json 's.totals.failed_restores')" = 3 ]
  rm "$BOX/refuse"
  host restore && host tune
  echo "$policy/policy0/scaling_governor EIO" >"$BOX/refuse"
  run -1 host restore
  # Another tune's is another event.
  [ "$(grep -c '|restore|failed|' "$MACHINE/var/lib/stable-bench/history")" = 2 ]
}

@test "a job that calls in a loop does not push the tunes of others out of the history, which has an end" {
  conf 'governor = performance'
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune && as_job 500 restore
  file=$MACHINE/var/lib/stable-bench/history
  mine=$(grep '|tune|' "$file")
  others=${mine/|worker|500|/|root|0|}
  { echo 'totals|100|0|100|0|0' && for ((i = 0; i < 80; i++)); do echo "$others"; done
    for ((i = 0; i < 20; i++)); do echo "$mine"; done; } >"$file"
  as_job 500 tune && as_job 500 restore
  [ "$(grep -c '|root|0|' "$file")" = 80 ]
  [ "$(grep -c '|worker|500|' "$file")" = 20 ]
  [ "$(tail -n 1 "$file" | cut -d'|' -f3-4)" = 'restore|restored' ]
  { cat "$file" && for ((i = 0; i < 2000; i++)); do echo "${others/tune|degraded/verify|drifted}"; done; } >"$file.more"
  mv "$file.more" "$file"
  as_job 500 tune
  (($(wc -l <"$file") == 1001))
}

@test "a job that starts namesakes of its worker is one job in the history" {
  local group=/sys/fs/cgroup/system.slice/runner.service i
  make_systemd
  conf 'statistics-interval = 10'
  file=$MACHINE/var/lib/stable-bench/history
  host tune && host restore
  sed -n '/|tune|/p' "$file" >"$BOX/event"
  { echo 'totals|80|0|80|0|0' && for ((i = 0; i < 80; i++)); do cat "$BOX/event"; done; } >"$file"
  put "$group/cgroup.procs" 500
  make_process 500 1 Runner.Worker 1001 900
  for ((i = 601; i < 612; i++)); do
    echo "$i" >>"$MACHINE$group/cgroup.procs"
    as_job "$i" tune
    # It ends without a hook.
    rm -r "$MACHINE/proc/$i"
    as_job 700 tune || true
    as_job 700 restore || true
  done
  as_job 700 tune
  run -75 as_job 613 tune
  [ "$(grep -c '|root|0|' "$file")" = 80 ]
  [ "$(grep -c '|worker|500|1001|' "$file")" = 20 ]
  run ! grep -q '|worker|[67]' "$file"
}
