#!/usr/bin/env bats
# The lease: when the machine is restored whatever its job does.
load ../kit
load uptime

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

@test "a long wait for a busy machine ends when its time is over" {
  conf 'governor = performance required' 'busy-wait = 2'
  as_job 500 tune
  note_pauses
  run -75 as_job 600 tune
  [ "$(grep -cx 1 "$BOX/pauses")" = 2 ]
  [ "$(receipt r.owner.pid)" = 500 ]
}
