#!/usr/bin/env bats
# SIGKILL after every single write of tune and of restore; whoever comes next must bring back exactly what was there.
load kit

setup() {
  make_kit
}

# kill_everywhere VERB: kills VERB after its first, second ... write until it gets through, and recovers each time.
kill_everywhere() {
  local before points=0 code
  before=$(snapshot)
  while :; do
    [[ $1 == tune ]] || host tune >/dev/null
    echo 0 >"$BOX/kill-count"
    echo $((points + 1)) >"$BOX/kill-at"
    code=0
    host "$1" >/dev/null 2>&1 || code=$?
    rm "$BOX/kill-at"
    [[ $code == 137 ]] || break
    points=$((points + 1))
    host restore >/dev/null
    [[ ! -e $BOX/writer-lives ]] || sleep 0.8
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
  make_systemd
  make_machine acpi-cpufreq 2 2
  kill_everywhere tune
  echo "# kill points of tune: $KILL_POINTS" >&3
  ((KILL_POINTS >= 30))
}

@test "restore, killed after every write, is completed by the next one" {
  make_systemd
  make_machine acpi-cpufreq 2 2
  kill_everywhere restore
  echo "# kill points of restore: $KILL_POINTS" >&3
  ((KILL_POINTS >= 30))
}

@test "the same for the driver whose governor hides what was there, without systemd" {
  make_machine intel_pstate 2 1
  local tuned
  kill_everywhere tune
  tuned=$KILL_POINTS
  kill_everywhere restore
  echo "# kill points with intel_pstate: $tuned of tune, $KILL_POINTS of restore" >&3
  ((tuned >= 20 && KILL_POINTS >= 20))
}

@test "a writer that outlives its killed engine is waited for" {
  make_machine acpi-cpufreq 2 1
  touch "$BOX/writer-lives"
  conf 'governor = performance' 'turbo = off' 'statistics-interval = 10'
  kill_everywhere tune
  echo "# kill points with a surviving writer: $KILL_POINTS" >&3
  ((KILL_POINTS >= 8))
}

@test "killed before any command, not only after a write, the engine leaves nothing behind" {
  make_machine amd-pstate-epp@6.10 2 1
  local before verb step at points=0 total
  before=$(snapshot)
  # A DEBUG trap counts the commands of the engine itself and kills it at the chosen one.
  cat >>"$KIT/lib/guard.sh" <<'TRAP'
if [[ -f $ROOT/../command-at ]]; then
  read -r command_at <"$ROOT/../command-at"
  commands=0
  set -T
  # A write of the fake kernel happens or does not, as one system call would.
  trap '[[ -n ${IN_KERNEL-} ]] || ((++commands != command_at)) || kill -KILL $$ $BASHPID' DEBUG
  trap 'printf "%d\n" "$commands" >"$ROOT/../command-total"' EXIT
fi
TRAP
  for verb in tune restore; do
    [[ $verb == tune ]] || host tune >/dev/null
    echo 0 >"$BOX/command-at"
    host "$verb" >/dev/null
    rm "$BOX/command-at"
    [[ $verb == restore ]] || host restore >/dev/null
    read -r total <"$BOX/command-total"
    for ((step = 1; step <= 25; step++)); do
      at=$((total * step / 26))
      [[ $verb == tune ]] || host tune >/dev/null
      echo "$at" >"$BOX/command-at"
      host "$verb" >/dev/null 2>&1 && echo "not killed at command $at of $verb"
      rm "$BOX/command-at"
      host restore >/dev/null
      diff <(echo "$before") <(snapshot) || { echo "killed at command $at of $verb"; return 1; }
      [ ! -e "$MACHINE/run/stable-bench/journal" ]
      points=$((points + 1))
    done
  done
  echo "# commands killed: $points, spread over tune and restore" >&3
}

@test "a write that hangs ends by its own timeout, the others go on, and everything comes back" {
  make_machine acpi-cpufreq 2 1
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=1/' "$KIT/lib/environment.sh"
  sed -i 's#^kernel_rule() {#&\n  [[ $1 != */ksm/run || ! -e $ROOT/../hang ]] || { sleep 3; return 1; }#' "$KIT/lib/fake-kernel.bash"
  conf 'governor = performance required' 'same-page-merging = off' 'statistics-interval = 10'
  before=$(snapshot)
  touch "$BOX/hang"
  run -0 host tune
  [[ "$output" == *"same-page-merging: /sys/kernel/mm/ksm/run failed: did not finish in time"* ]]
  [ "$(value /proc/sys/vm/stat_interval)" = 10 ]
  rm "$BOX/hang"
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "a required write that takes effect but hangs is rolled back, not taken for somebody else's" {
  make_machine acpi-cpufreq 2 1
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=1/' "$KIT/lib/environment.sh"
  sed -i 's#^kernel_rule() {#&\n  [[ $1 != */ksm/run || $2 != 0 ]] || { file_kernel_write "$1" "$2"; sleep 3; }#' "$KIT/lib/fake-kernel.bash"
  conf 'same-page-merging = off required'
  before=$(snapshot)
  run -1 host tune
  [[ "$output" == *"did not finish in time"*"required knob failed"*"restored"* ]]
  [ "$(snapshot)" = "$before" ]
}
