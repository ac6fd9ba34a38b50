# The fake machine for seeded rounds, as much like the test machine as these ask: cores of neighbouring threads. Sourced
# by the tests of both.
make_seeds_machine() {
  local n
  make_kit
  make_machine acpi-cpufreq 2
  for n in 0 1 2 3; do put "/sys/devices/system/cpu/cpu$n/topology/core_cpus_list" "$((n / 2 * 2)),$((n / 2 * 2 + 1))"; done
  ROOT=$MACHINE
  make_deadly
}
put_first() { if [[ $1 == */enabled ]]; then put "$1" 'always [madvise] never'; else put "$1" "$2"; fi; }
whole() { snapshot; }
worker() { as_job "$((500 + RANDOM))" "$1" >/dev/null 2>&1; }
no_workers() { find "$MACHINE/proc" -maxdepth 1 -name '[0-9]*' -exec rm -r {} +; }
through_sudo() {
  ln -sf /bin/bash "$BOX/sudo"
  # shellcheck disable=SC2016  # for the other shell
  "$BOX/sudo" -c '"$@"; exit $?' sudo "$KIT/stable-bench-host" "$1" >/dev/null 2>&1
}
