# Sourced by the tests of isolation: a machine of four cores, a configuration that isolates, and a job on it.

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  slice=/sys/fs/cgroup/stablebench.slice
  isolation=('governor = performance' 'turbo = off' 'smt = off' 'housekeeping = confine' 'partition = auto required' 'swap = off' 'kernel-threads = housekeeping')
  for tool in taskset renice prlimit; do
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n' "$tool" "$BOX/moved" >"$BOX/bin/$tool"
    chmod +x "$BOX/bin/$tool"
  done
}

begin() { # LINES of the configuration
  before=$(snapshot)
  conf "$@"
  as_job 500 tune
  as_job 500 verify
}

finish() {
  run -0 as_job 500 restore
  [[ "$output" != *"trying again"* ]]
  THREADS=$(thread_cpus)
  rm -r "$MACHINE"/proc/[0-9]*
  diff <(echo "$before") <(snapshot)
}

# The CPUs of the threads 901, 902 …; after `finish` they are in THREADS.
thread_cpus() { sed -sn 's/^Cpus_allowed_list:\t//p' "$MACHINE"/proc/90*/status 2>/dev/null | xargs; }

partition() { receipt "(k => [k.wanted, k.readback, k.status, k.reason].join('|'))(r.knobs.find(k => k.target === '$slice/cpuset.cpus.partition'))"; }
