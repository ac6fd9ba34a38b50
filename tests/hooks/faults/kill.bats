#!/usr/bin/env bats
# SIGKILL after a write of tune or of restore: the next call must restore exactly the original settings. A run of the tests
# kills after a sixth of the writes, always the same ones; STABLE_BENCH_KILLS=all after each (npm run test:kills).
load ../kit

setup() {
  make_kit
}

# every_knob DRIVER: a machine with this driver and something for every knob to do, and a configuration with all of them on.
every_knob() {
  local cpu=/sys/devices/system/cpu thread
  make_machine "$1" 2 3
  # 2 is kthreadd, whose CPUs new threads have since Linux 7.0.
  put /proc/sys/kernel/osrelease 7.0.0-14-generic
  for thread in 2 901 902; do make_thread "$thread" $((0x00200000)) 0-3; done
  make_thread 903 $((0x00200000)) 1
  make_taskset
  conf 'profile = standard' 'min-frequency = max' 'max-frequency = base' 'uncore = max' 'memory = 4M' 'huge-pages = never' \
    'address-randomisation = off' 'timer-migration = off' 'counters = own' 'rcu = normal'
  # Nothing is left out.
  run -1 grep -vE '^(min-frequency|uncore|memory|huge-pages|address-randomisation|timer-migration|counters|rcu) ' <(grep '= keep' "$KIT/profiles/standard.conf")
  if [[ $1 == intel_pstate ]]; then
    echo 80 >"$MACHINE$cpu/intel_pstate/min_perf_pct"
  else
    mkdir -p "$BOX/tunables/ondemand"
    echo 80 >"$BOX/tunables/ondemand/up_threshold"
    cp -r "$BOX/tunables/ondemand" "$MACHINE$cpu/cpufreq/"
    echo 95 >"$MACHINE$cpu/cpufreq/ondemand/up_threshold"
  fi
}

# Everything a knob could have changed, kernel threads included.
state() {
  snapshot
  cat "$MACHINE"/proc/{2,9*}/status 2>/dev/null || true
}

# next_kill AT [all]: sets `at` to the write that comes after write AT, or with gaps of six on average.
next_kill() {
  at=$(($1 + 1))
  [[ ${2-${STABLE_BENCH_KILLS-}} == all ]] || at=$((at + RANDOM % 11))
}

# kill_everywhere VERB [all]: kills VERB after its writes until it gets through, and recovers each time. KILL_POINTS: how
# many; WRITES: of how many.
kill_everywhere() {
  local before at last=0 code points=0
  RANDOM=14
  before=$(state)
  if [[ $1 == restore ]]; then
    host tune >/dev/null
    cp -a "$MACHINE" "$BOX/tuned"
  fi
  while next_kill "$last" "${@:2}"; do
    if [[ $1 == restore ]]; then
      # The same tuned machine each time: faster than to tune it.
      rm -rf "$MACHINE"
      cp -a "$BOX/tuned" "$MACHINE"
    fi
    echo 0 >"$BOX/kill-count"
    echo "$at" >"$BOX/kill-at"
    code=0
    host "$1" >/dev/null 2>&1 || code=$?
    rm "$BOX/kill-at"
    [[ $code == 137 ]] || break
    points=$((points + 1)) last=$at
    host restore >/dev/null
    [[ ! -e $BOX/writer-lives ]] || sleep 0.8
    if [[ $(state) != "$before" ]]; then
      echo "after a kill at write $at of $1:"
      diff <(echo "$before") <(state)
      return 1
    fi
    if [[ -e $MACHINE/run/stable-bench/journal || -e $MACHINE/run/stable-bench/receipt.json ]]; then return 1; fi
  done
  ((code == 0))
  [[ $1 == restore ]] || host restore >/dev/null
  [[ $(state) == "$before" ]] || return
  KILL_POINTS=$points WRITES=$(<"$BOX/kill-count")
  # Of a tune that began on a machine left half done there would be more.
  ((last <= WRITES))
}

@test "tune with every knob on, killed after its writes, is undone by the next restore" {
  make_systemd
  every_knob acpi-cpufreq
  kill_everywhere tune
  echo "# kill points of tune: $KILL_POINTS of $WRITES writes" >&3
  ((WRITES >= 65 && KILL_POINTS >= WRITES / 8))
}

@test "restore of every knob, killed after its writes, is completed by the next one" {
  make_systemd
  every_knob acpi-cpufreq
  kill_everywhere restore
  echo "# kill points of restore: $KILL_POINTS of $WRITES writes" >&3
  ((WRITES >= 50 && KILL_POINTS >= WRITES / 8))
}

@test "killed tunes and restores are put right with a governor that hides the preference, and without systemd" {
  every_knob intel_pstate
  local tuned
  kill_everywhere tune
  tuned="$KILL_POINTS of $WRITES writes of tune"
  kill_everywhere restore
  echo "# kill points with intel_pstate: $tuned, $KILL_POINTS of $WRITES of restore" >&3
  ((WRITES >= 36 && KILL_POINTS >= WRITES / 8))
}

@test "a writer that outlives its killed engine is waited for" {
  make_machine acpi-cpufreq 2 1
  touch "$BOX/writer-lives"
  conf 'governor = performance' 'turbo = off' 'statistics-interval = 10'
  kill_everywhere tune
  echo "# kill points with a surviving writer: $KILL_POINTS of $WRITES writes" >&3
  ((WRITES >= 8 && KILL_POINTS >= WRITES / 8))
}

@test "an engine that is killed before any of its commands leaves nothing behind" {
  make_machine amd-pstate-epp@6.10 2 1
  local before verb step steps=4 at points=0 total
  [[ ${STABLE_BENCH_KILLS-} != all ]] || steps=25
  before=$(snapshot)
  # A DEBUG trap counts the commands of the engine itself and kills it at the chosen one.
  cat >>"$KIT/lib/engine/guard.sh" <<'TRAP'
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
    for ((step = 1; step <= steps; step++)); do
      at=$((total * step / (steps + 1)))
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

@test "a restore that is killed after boost, which changes every policy, is completed by the next one" {
  make_machine amd-pstate-epp 2 1
  echo 0 >"$MACHINE/sys/devices/system/cpu/cpufreq/policy3/boost"
  conf 'turbo = off'
  kill_everywhere restore all
  ((KILL_POINTS >= 4))
}
