#!/usr/bin/env bats
# Knobs that the usual guides ask for: what each sets, and that it comes back. docs/knobs.md has all actions of the guides.
load ../kit

setup() {
  make_kit
  make_machine none 2
  queue=/sys/class/net/eth0/queues
}

@test "idle states: everywhere, or as deep as wakes up in time" {
  latency() { value "/sys/devices/system/cpu/cpu$1/power/pm_qos_resume_latency_us"; }
  begin 'cpus = 3' 'idle = everywhere' 'smt = keep'
  [ "$(latency 0) $(latency 1) $(latency 2) $(latency 3)" = 'n/a n/a n/a n/a' ]
  finish
  begin 'idle = 10us'
  [ "$(latency 0) $(latency 1) $(latency 2) $(latency 3)" = '0 10 0 10' ]
  finish
  conf 'idle = us'
  run -64 host tune
}

@test "timers, compaction and RCU" {
  begin 'timer-migration = off' 'compaction = off' 'rcu = normal'
  [ "$(value /proc/sys/kernel/timer_migration) $(value /proc/sys/vm/compaction_proactiveness) $(value /sys/kernel/rcu_normal)" = '0 0 1' ]
  finish
}

@test "counters: a process may count itself, and nothing is opened further than that" {
  local level
  for level in 4 3 2 1 0 -1; do
    put /proc/sys/kernel/perf_event_paranoid "$level"
    begin 'counters = own'
    [ "$(value /proc/sys/kernel/perf_event_paranoid)" = "$((level > 2 ? 2 : level))" ]
    finish
  done
  for level in all 1 -1 0; do
    conf "counters = $level"
    run -64 host tune
  done
}

teardown() {
  [[ -z ${place-} ]] || rm -rf "$place"
  [[ $BOX != /dev/shm/* ]] || rm -rf "$BOX"
}

# as_nobody [OPTION...] COMMAND...: as user 65534, with options of setpriv. By env, since setpriv itself starts its command
# with the rights of root. System-wide counting needs a level below 1, or CAP_PERFMON.
as_nobody() {
  local -a options=()
  while [[ $1 == --* ]]; do options+=("$1") && shift; done
  [[ ${options[*]-} == *--groups* ]] || options+=(--clear-groups)
  setpriv --reuid=65534 --regid=65534 "${options[@]}" -- env "$@"
}
count_all=(perf stat -a -e task-clock true)

@test "counters for the jobs of one service, or for one program and group: a capability, and nobody else may count" {
  ((EUID == 0)) || skip 'needs root'
  type -P perf setpriv setcap perl >/dev/null || skip 'needs perf, setpriv, setcap and perl'
  "${count_all[@]}" 2>/dev/null || skip 'nobody can count here'
  as_nobody "${count_all[@]}" 2>/dev/null && skip 'everybody can count here'
  as_nobody --inh-caps=+perfmon --ambient-caps=+perfmon true 2>/dev/null || skip 'there is no CAP_PERFMON here'
  # AmbientCapabilities= of the service: its jobs have them, through every program that is not of another user.
  as_nobody --inh-caps=+perfmon --ambient-caps=+perfmon bash -c "perl -e 'exec @ARGV' ${count_all[*]}"
  # Where everybody may go, and not in memory, where files with capabilities are usually of no effect.
  place=$(mktemp -d /var/tmp/stable-bench.XXXXXX)
  chmod 0755 "$place"
  own=$place/bench-perf
  install -g 65533 -m 0750 "$(type -P perf)" "$own"
  setcap cap_perfmon=ep "$own" || skip 'this file system has no capabilities'
  as_nobody --groups=65533 "$own" stat -a -e task-clock true
  run ! as_nobody "$own" stat -a -e task-clock true
  run ! as_nobody --groups=65533 "${count_all[@]}"
}

@test "packets are processed on the housekeeping CPUs, where they are spread at all; an interface may go" {
  put "$queue/rx-2/rps_cpus" 00000000,0000000f
  begin 'packet-steering = housekeeping'
  [ "$(value "$queue/rx-0/rps_cpus") $(value "$queue/rx-1/rps_cpus") $(value "$queue/rx-2/rps_cpus")" = '5 0 5' ]
  finish
  begin 'packet-steering = housekeeping'
  mv "$MACHINE/sys/class/net/eth0" "$BOX/eth0"
  run -0 host restore
  mv "$BOX/eth0" "$MACHINE/sys/class/net/eth0"
  echo 0 >"$MACHINE$queue/rx-0/rps_cpus" && echo 0 >"$MACHINE$queue/rx-2/rps_cpus"
  host tune
  [ "$(reason packet-steering)" = 'no queue spreads its packets (RPS)' ]
  host restore
}

@test "the table of the guides names every knob, and no other" {
  page=$HOOKS/../docs/knobs.md
  known=$(cd "$HOOKS/knobs" && printf '%s\n' * | sed 's/^[0-9]*-//; s/\.sh$//' | sort)
  named=$(sed -n '/^## What the guides/,$p' "$page" | grep -oE 'knobs? (`[^`]+`(, | and )?)+' | grep -oE '`[a-z-]+' | tr -d '`' | sort -u)
  diff <(echo "$known") <(echo "$named")
}
