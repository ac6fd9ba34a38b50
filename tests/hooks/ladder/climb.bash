# Sourced by the tests of the ladder.

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  make_systemd
  printf '#!/bin/bash\n[[ $1 == -c ]] && { echo "$2" >>"%s"; exec "${@:3}"; }\nexit 0\n' "$BOX/bound" >"$BOX/bin/taskset"
  chmod +x "$BOX/bin/taskset"
  cpu=/sys/devices/system/cpu
  before=$(snapshot)
  report=$MACHINE/var/lib/stable-bench/ladder.json
  # What the benchmark sees of the machine, each time.
  printf '#!/bin/bash\ncd "%s%s" && echo "$(<cpufreq/policy0/scaling_governor) $(<cpufreq/boost) $(<online)" >>"%s/seen"\n' "$MACHINE" "$cpu" "$BOX" >"$BOX/bench"
  # Runs until the test has seen it.
  printf '#!/bin/bash\necho $$ >"%s/running.new" && mv "%s/running.new" "%s/running" && exec sleep 300\n' "$BOX" "$BOX" "$BOX" >"$BOX/endless"
  chmod +x "$BOX/bench" "$BOX/endless"
}

# climb ARGUMENT...: a ladder, whose process is in the table of the fake machine.
climb() (
  make_process "$BASHPID" 1 bash 0
  echo "$BASHPID" >"$BOX/ladder"
  exec env --default-signal=INT,TERM,HUP "$KIT/stable-bench-host" ladder "$@"
)

# only_knobs NAME...: the configuration keeps all others, which saves most of the configurations, and most of the work of each.
only_knobs() {
  local file name
  for file in "$HOOKS"/knobs/*.sh; do
    name=${file##*/[0-9][0-9]-} name=${name%.sh}
    [[ " $* " == *" $name "* ]] || echo "$name = keep"
  done >"$MACHINE/etc/stable-bench/stable-bench.conf"
}

json() { evaluate l "$(<"$report")" "$1"; }
