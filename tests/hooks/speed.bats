#!/usr/bin/env bats
# Tune and restore of a large machine: 64 CPUs, 200 interrupts, within two seconds each, whatever systemctl adds.
load kit

# PROCESSOR: milliseconds of processor time of the command, its children included; ELAPSED: milliseconds by the clock.
measure() {
  local TIMEFORMAT='%3R %3U %3S' times
  times=$({ time "$@" >/dev/null 2>&1; } 2>&1)
  read -r elapsed user system <<<"${times//./}"
  ELAPSED=$((10#$elapsed)) PROCESSOR=$((10#$user + 10#$system))
}

@test "64 CPUs and 200 interrupts: tune and restore in less than 2 s each, without a process per target" {
  make_kit
  # The fake kernel's own rules are slow; plain files are enough here.
  cp "$HOOKS/lib/guard.sh" "$KIT/lib/guard.sh"
  make_machine amd-pstate-epp 32 200
  conf 'governor = performance required' 'turbo = off required' 'max-frequency = base' 'min-frequency = max' \
    'energy-preference = performance' 'idle = off' 'irq-affinity = housekeeping required' \
    'workqueues = housekeeping' 'watchdogs = off' 'numa-balancing = off' 'statistics-interval = 10' \
    'same-page-merging = off' 'huge-page-daemon = off' 'uncore = max' 'services = stop' 'partition = auto'
  before=$(snapshot)
  measure host tune
  echo "# tune: $ELAPSED ms elapsed, $PROCESSOR ms of processor time" >&3
  targets=$(grep -c '^target' "$MACHINE/run/stable-bench/journal")
  ((targets > 500 && PROCESSOR < 2000))
  [ "$(receipt r.grade)" = tuned ]
  measure host restore
  echo "# restore: $ELAPSED ms elapsed, $PROCESSOR ms of processor time, $targets targets" >&3
  ((PROCESSOR < 2000))
  [ "$(snapshot)" = "$before" ]
}
