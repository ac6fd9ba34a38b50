#!/usr/bin/env bats
# Tune, journal, verify, receipt and restore with the governor as the only knob.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  conf 'governor = performance required'
  policy=/sys/devices/system/cpu/cpufreq/policy0
}

@test "tune sets every policy, and restore brings back exactly the original values" {
  echo conservative >"$MACHINE/sys/devices/system/cpu/cpufreq/policy1/scaling_governor"
  before=$(snapshot)
  run -0 host tune
  [ "$(value "$policy"/scaling_governor)" = performance ]
  [[ "$output" == *"degraded: 4 applied"* ]]
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
}

@test "the receipt has the original, wanted and present value of every target" {
  host tune
  [ "$(receipt 'JSON.stringify(r.knobs[0])')" = '{"knob":"governor","required":true,"target":"'"$policy"'/scaling_governor","original":"ondemand","wanted":"performance","readback":"performance","status":"applied","reason":""}' ]
  [ "$(receipt '[r.schema, r.grade, r.generation, r.owner.kind, r.knobs.length].join()')" = stable-bench/receipt@1,degraded,1,root,4 ]
  [ "$(stat -c %a "$MACHINE/run/stable-bench/receipt.json")" = 644 ]
  [ "$(stat -c %a "$MACHINE/run/stable-bench/journal")" = 600 ]
}

@test "a second tune of the same owner changes nothing and never overwrites the originals" {
  before=$(snapshot)
  host tune
  journal=$(cat "$MACHINE/run/stable-bench/journal")
  run -0 host tune
  [[ "$output" == *"already tuned"* ]]
  [ "$(cat "$MACHINE/run/stable-bench/journal")" = "$journal" ]
  [ "$(receipt r.generation)" = 1 ]
  host restore
  [ "$(snapshot)" = "$before" ]
}

@test "restore without a tune does nothing" {
  run -0 host restore
  [[ "$output" == *"nothing to restore"* ]]
}

@test "a value that somebody else has set since the tune is reported and left alone" {
  host tune
  echo userspace >"$MACHINE$policy/scaling_governor"
  run -0 host restore
  [[ "$output" == *"governor: $policy/scaling_governor foreign: somebody set it to userspace"* ]]
  [[ "$output" == *'restored 3 targets, left 1 that somebody else changed' ]]
  [ "$(value "$policy"/scaling_governor)" = userspace ]
  [ "$(value /sys/devices/system/cpu/cpufreq/policy1/scaling_governor)" = ondemand ]
}

@test "verify publishes what drifted, and says tuned again when it is back" {
  make_systemd
  conf 'governor = performance required' 'turbo = off' 'partition = auto' 'housekeeping = confine'
  host tune
  run -0 host verify
  [ "$(receipt r.grade)" = tuned ]
  echo userspace >"$MACHINE$policy/scaling_governor"
  run -1 host verify
  [[ "$output" == *"drifted"*"it was performance after the tune"* ]]
  [ "$(receipt '[r.grade, r.knobs[0].status, r.knobs[0].readback, r.knobs[1].status].join()')" = degraded,drifted,userspace,applied ]
  echo performance >"$MACHINE$policy/scaling_governor"
  run -0 host verify
  [ "$(receipt r.grade)" = tuned ]
}

@test "a required knob that cannot be applied fails the job, and everything is back" {
  conf 'governor = performance required' 'statistics-interval = 10'
  before=$(snapshot)
  for error in EIO EPERM EBUSY EINVAL; do
    echo "$policy/scaling_governor $error" >"$BOX/refuse"
    run -1 host tune
    [[ "$output" == *"governor: $policy/scaling_governor"*"$error"*"a required knob failed"* ]]
    [ "$(snapshot)" = "$before" ]
    [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
    [ ! -e "$MACHINE/run/stable-bench/journal" ]
  done
}

@test "a required knob that cannot be applied lets the job go on as degraded, when configured so" {
  conf 'governor = performance required' 'on-failure = degraded'
  echo "$policy/scaling_governor EIO" >"$BOX/refuse"
  run -0 host tune
  [ "$(receipt '[r.grade, r.knobs[0].status, r.knobs[0].reason].join()')" = 'degraded,failed,the write failed (EIO)' ]
  run -0 host status
  [[ "$output" == *"governor: $policy/scaling_governor: "*': failed (the write failed (EIO))'* ]]
}

@test "an optional knob that is refused is reported and does not stop the tune" {
  conf 'governor = performance required' 'statistics-interval = 10'
  echo '/proc/sys/vm/stat_interval EPERM' >"$BOX/refuse"
  run -0 host tune
  [ "$(receipt '[r.grade, r.knobs[4].status].join()')" = degraded,denied ]
}

@test "a restore that is refused keeps the journal and goes on with the others; the next one completes it" {
  before=$(snapshot)
  host tune
  echo "$policy/scaling_governor EBUSY" >"$BOX/refuse"
  run -1 host restore
  [[ "$output" == *"holds performance instead of ondemand (EBUSY)"* ]]
  [ "$(value /sys/devices/system/cpu/cpufreq/policy1/scaling_governor)" = ondemand ]
  [ -e "$MACHINE/run/stable-bench/journal" ]
  [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
  # The half restored machine is not taken for tuned.
  run -1 host verify
  run -1 host tune
  [[ "$output" == *"restoring it first"* ]]
  rm "$BOX/refuse"
  run -0 host tune
  [[ "$output" == *"restoring it first"*"degraded: 4 applied"* ]]
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "a required target that is gone before the write is unsupported, not a failure" {
  before=$(snapshot)
  for error in ENOENT ENODEV; do
    echo "$policy/scaling_governor $error" >"$BOX/refuse"
    run -0 host tune
    [[ "$output" == *'degraded: 3 applied, 0 already so, 1 not on this machine, 0 failed'* ]]
    [ "$(receipt '[r.grade, r.knobs[0].status, r.knobs[0].readback, r.knobs[0].reason].join()')" = \
      "degraded,unsupported,ondemand,the kernel does not offer it here ($error)" ]
    run -0 host restore
    [ "$(snapshot)" = "$before" ]
  done
}

@test "all mistakes in the configuration are reported with their lines, and nothing is changed" {
  before=$(snapshot)
  conf 'governor = performance' 'speed = 11' 'turbo = maybe' 'what is this' 'lease-max = forever'
  run -64 host tune
  [[ "$output" == *":2: unknown key speed; known are"*":3: turbo = maybe"*":4: expected KEY = VALUE"*":5: lease-max = forever"* ]]
  [ "$(snapshot)" = "$before" ]
}
