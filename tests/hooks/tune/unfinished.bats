#!/usr/bin/env bats
# A tune that did not end, one without the guard, and journals of another boot.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  conf 'governor = performance required'
  policy=/sys/devices/system/cpu/cpufreq/policy0
}

@test "a journal of an earlier boot is put aside: the kernel settings died with it" {
  host tune
  put /proc/sys/kernel/random/boot_id 99999999-2222-3333-4444-555555555555
  echo conservative >"$MACHINE$policy/scaling_governor"
  run -0 host restore
  [[ "$output" == *"rebooted"* ]]
  [ "$(value "$policy"/scaling_governor)" = conservative ]
}

@test "a journal of an earlier boot is no proof: neither verify nor status call the machine tuned" {
  host tune
  cp "$MACHINE/run/stable-bench/receipt.json" "$BOX/receipt"
  put /proc/sys/kernel/random/boot_id 99999999-2222-3333-4444-555555555555
  # Everything reads back as it was set.
  run -1 host verify
  [[ "$output" == *'not tuned: the last tune is not in force' ]]
  cmp "$MACHINE/run/stable-bench/receipt.json" "$BOX/receipt"
  run -0 host status
  [[ "$output" == *'not tuned' ]]
}

@test "a journal whose last line was cut short counts as an unfinished tune" {
  before=$(snapshot)
  host tune
  sed -i '/^tuned/d' "$MACHINE/run/stable-bench/journal"
  printf 'result|gover' >>"$MACHINE/run/stable-bench/journal"
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "after an unfinished tune, a value that is neither ours nor the original is restored as well" {
  conf 'statistics-interval = 10'
  before=$(snapshot)
  host tune
  # As if the kernel had rounded the value, and the engine had been killed before it read that back.
  sed -i '/^result/d; /^tuned/d' "$MACHINE/run/stable-bench/journal"
  echo 12 >"$MACHINE/proc/sys/vm/stat_interval"
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "without the guard nothing is tuned, since nobody would restore after a killed worker" {
  make_systemd
  before=$(snapshot)
  sed -i '2i [[ $1 != restart ]] || { echo "Failed to restart $3: Unit $3 not found." >\&2; exit 5; }' "$BOX/bin/systemctl"
  run -1 host tune
  [[ "$output" == *'the guard did not start, so nothing was tuned'*'Unit stable-bench-guard.service not found'*'run install.sh again'*'systemctl status stable-bench-guard.service'* ]]
  diff <(echo "$before") <(snapshot)
  [ -z "$(find "$MACHINE/run/stable-bench" -name 'journal*' -o -name 'receipt*')" ]
}

@test "a guard that was started and does not run undoes the tune" {
  make_systemd
  conf 'governor = performance'
  before=$(snapshot)
  # systemd calls it activating when its program cannot be executed: it tries again in ten seconds.
  echo activating >"$BOX/guard-ActiveState"
  echo auto-restart >"$BOX/guard-SubState"
  run -1 host tune
  [[ "$output" == *'the guard does not run (ActiveState=activating, SubState=auto-restart), so the tune is undone'* ]]
  diff <(echo "$before") <(snapshot)
  [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
  echo failed >"$BOX/guard-ActiveState"
  echo failed >"$BOX/guard-SubState"
  run -1 host tune
  diff <(echo "$before") <(snapshot)
  # It starts at this moment.
  echo activating >"$BOX/guard-ActiveState"
  echo start >"$BOX/guard-SubState"
  run -0 host tune
}

@test "the guard starts before the first change" {
  make_systemd
  conf 'irqbalance = stop'
  host tune
  [[ "$(grep -nE 'restart --no-block stable-bench-guard|^stop .*irqbalance' "$BOX/systemctl.log")" == *guard*irqbalance* ]]
}
