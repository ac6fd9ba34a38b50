#!/usr/bin/env bats
# The thin line: governor only. Tune, journal, verify, receipt, restore.
load kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  conf 'governor = performance required'
  policy=/sys/devices/system/cpu/cpufreq/policy0
}

@test "tune sets every policy, and restore brings back exactly what was there" {
  echo conservative >"$MACHINE/sys/devices/system/cpu/cpufreq/policy1/scaling_governor"
  before=$(snapshot)
  run -0 host tune
  [ "$(value $policy/scaling_governor)" = performance ]
  [[ "$output" == *"tuned: 4 applied"* ]]
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
}

@test "the receipt says for every target what was there, wanted and read back" {
  host tune
  [ "$(receipt 'JSON.stringify(r.knobs[0])')" = '{"knob":"governor","required":true,"target":"'$policy'/scaling_governor","original":"ondemand","wanted":"performance","readback":"performance","status":"applied","reason":""}' ]
  [ "$(receipt '[r.schema, r.grade, r.generation, r.owner.kind, r.knobs.length]')" = "$(node -p "['stable-bench/receipt@1', 'tuned', 1, 'root', 4]")" ]
  [ "$(stat -c %a "$MACHINE/run/stable-bench/receipt.json")" = 644 ]
  [ "$(stat -c %a "$MACHINE/run/stable-bench/journal")" = 600 ]
}
