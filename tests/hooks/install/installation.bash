# Sourced by the tests of install.sh --check: a fake machine with systemd and a runner, the kit installed for it, and
# what the check says. The check is part of two copies of the kit: the installed one, and the one that it was installed from.

setup() {
  make_kit
  make_machine acpi-cpufreq
  make_systemd
  rm -r "$MACHINE/etc/stable-bench"
  runner=$BOX/actions-runner unit=actions.runner.org.box.service
  units=$MACHINE/etc/systemd/system drop_in=$MACHINE/etc/systemd/system/$unit.d/stable-bench.conf
  sudoers=$MACHINE/etc/sudoers.d/stable-bench place=$MACHINE/usr/lib/stable-bench
  mkdir -p "$runner" "$MACHINE/usr/lib" "$units" "$MACHINE/etc/sudoers.d"
  echo '{}' >"$runner/.runner"
  echo "$unit" >"$runner/.service"
  put "/etc/units/$unit:WorkingDirectory" "$runner"
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  # A kernel thread, and the thread of a service with CPUs of its own: the check plans for both.
  make_taskset
  make_thread 901 $((0x00200000)) 0-3
  put /proc/700/cgroup 0::/system.slice/vm.service
  put /proc/700/task/700/stat '700 (vcpu) S 1 0 0 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 700 0 0'
  put /proc/700/task/700/status $'Name:\tvcpu\nPPid:\t1\nUid:\t0\t0\t0\t0\nCpus_allowed_list:\t1'
}

install_again() { run -0 "$KIT/install.sh" --runner "$runner" "$@"; }

# finds WORDS [KIT]: the installed copy says so, and fails; or that copy.
finds() {
  run -1 "${2-$place}/install.sh" --check
  [[ "$output" == *"$1"* ]] || { echo "not said: $1"; return 1; }
}
# well [KIT]: the installed copy finds nothing; or that copy.
well() {
  run -0 "${1-$place}/install.sh" --check
  [[ "$output" != *"not found"* ]]
}
# With both copies. A check takes a fifth of a second: in a loop one copy is enough.
both_find() { finds "$1"; finds "$1" "$KIT"; }
both_well() { well; well "$KIT"; }
