#!/usr/bin/env bats
# What a call leaves in the system's log, and where the documentation explains it.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  policy=/sys/devices/system/cpu/cpufreq
}

@test "each verb leaves one line with fields in the system's log; what is called for every run leaves none" {
  make_systemd
  conf 'governor = performance' 'housekeeping = confine' 'partition = auto'
  fields() { grep -c "^$1" "$BOX/system-log"; }
  make_process 500 1 Runner.Worker 1001
  as_job 500 tune
  [ "$(fields MESSAGE=)" = 1 ]
  [ "$(fields 'MESSAGE=tune: degraded: .* applied')" = 1 ]
  [ "$(fields 'STABLE_BENCH_VERB=tune$')" = 1 ]
  [ "$(fields 'STABLE_BENCH_CALLER_PID=500$')" = 1 ]
  [ "$(fields 'PRIORITY=6$')" = 1 ]
  as_job 500 attach
  as_job 500 status
  host plan || true
  [ "$(fields MESSAGE=)" = 1 ]
  echo userspace >"$MACHINE$policy/policy1/scaling_governor"
  as_job 500 verify || true
  [ "$(fields 'MESSAGE=verify: verified: degraded, 1 drifted')$(fields 'STABLE_BENCH_EXIT=1$')$(fields 'PRIORITY=4$')" = 111 ]
  as_job 500 restore
  [ "$(fields 'MESSAGE=restore: restored ')" = 1 ]
  # What the guard restores has its result too.
  as_job 500 tune
  rm -r "$MACHINE/proc/500"
  host guard
  [ "$(fields 'MESSAGE=guard: restored ')" = 1 ]
  host history | tail -n 1 | grep -q 'called by guard'
  # A line never becomes two fields.
  [ "$(fields MESSAGE=)" = "$(fields 'SYSLOG_IDENTIFIER=stable-bench$')" ]
}

@test "every exit code of the program has its way out in the documentation" {
  page=$HOOKS/../docs/runner-operations.md
  for code in 1 $(sed -n 's/^EX_USAGE=\([0-9]*\) EX_NOPERM=\([0-9]*\) EX_BUSY=\([0-9]*\)$/\1 \2 \3/p' "$HOOKS/lib/environment.sh"); do
    grep -qE "^\| $code \| .+ \| .+ \| .+ \|$" "$page"
  done
}

@test "each message of a verb that fails is in the program, and has its own row with its exit code" {
  page=$HOOKS/../docs/runner-operations.md
  while IFS='|' read -r code message; do
    grep -rqF -- "$message" "$HOOKS/lib" "$HOOKS/stable-bench-host" || { echo "not in the program: $message"; return 1; }
    grep -E "^\| $code \|" "$page" | grep -qF -- "$message" || { echo "no row: $code $message"; return 1; }
  done <<'ROWS'
1|a required knob failed
1|the guard did not start
1|does not run
1|damaged or not ours
1|the snapshot is damaged
1|not everything is back
1|hangs in the kernel
1|not tuned
1|no benchmark CPUs
77|found no process of the caller
1|the page cache cannot be dropped
1|the benchmark failed with exit code
1|somebody has restored the machine in the middle
64|ladder needs a command
64|ladder does not know
64|ladder needs at least three rounds
64|call it by its full path
77|for root by hand, not for a job
77|not tuned for this job
1|cannot be read
1|does not belong to root
64|takes exactly one verb
64|SUDO_UID is not a number
64|SIGALRM
75|busy
75|the machine is tuned, or was not restored
75|another call has held the lock
75|the kit was removed meanwhile
77|no Runner.Worker among the ancestors of the caller
77|is for root
77|needs root
ROWS
}

@test "no two functions of the kit have the same name: all files are read into one shell" {
  run -0 bash -c 'cat "$1"/lib/*.sh "$1"/lib/*/*.sh | grep -oE "^[a-z_]+\(\)" | sort | uniq -d' - "$HOOKS"
  [ -z "$output" ]
}

@test "the README of the kit stays within two screens" {
  (($(wc -l <"$HOOKS/README.md") <= 90))
}
