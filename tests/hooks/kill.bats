#!/usr/bin/env bats
# SIGKILL after every single write of tune and of restore; whoever comes next must bring back exactly what was there.
load kit

setup() {
  make_kit
  make_systemd
}

# kill_everywhere VERB: kills VERB after its first, second ... write until it gets through, and recovers each time.
kill_everywhere() {
  local before points=0 code
  before=$(snapshot)
  while :; do
    [[ $1 == tune ]] || host tune >/dev/null
    echo 0 >"$BATS_TEST_TMPDIR/kill-count"
    echo $((points + 1)) >"$BATS_TEST_TMPDIR/kill-at"
    code=0
    host "$1" >/dev/null 2>&1 || code=$?
    rm "$BATS_TEST_TMPDIR/kill-at"
    [[ $code == 137 ]] || break
    points=$((points + 1))
    host restore >/dev/null
    if [[ $(snapshot) != "$before" ]]; then
      echo "after a kill at write $points of $1:"
      diff <(echo "$before") <(snapshot)
      return 1
    fi
    if [[ -e $MACHINE/run/stable-bench/journal || -e $MACHINE/run/stable-bench/receipt.json ]]; then return 1; fi
  done
  [[ $1 == restore ]] || host restore >/dev/null
  [[ $(snapshot) == "$before" ]] || return
  KILL_POINTS=$points
}

@test "tune, killed after every write, is undone by the next restore" {
  make_machine acpi-cpufreq 2 2
  kill_everywhere tune
  echo "# kill points of tune: $KILL_POINTS" >&3
  ((KILL_POINTS >= 30))
}

@test "restore, killed after every write, is completed by the next one" {
  make_machine acpi-cpufreq 2 2
  kill_everywhere restore
  echo "# kill points of restore: $KILL_POINTS" >&3
  ((KILL_POINTS >= 30))
}
