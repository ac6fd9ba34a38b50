# Sourced by the tests of the installation: a fake machine with a runner, and no kit yet.

setup() {
  make_kit
  make_machine acpi-cpufreq
  rm -r "$MACHINE/etc/stable-bench"
  runner=$BOX/actions-runner
  mkdir -p "$runner" "$MACHINE/usr/lib" "$MACHINE/etc/systemd/system" "$MACHINE/etc/sudoers.d"
  put /proc/cmdline 'root=/dev/vda isolcpus=2,3 mitigations=off'
  echo '{}' >"$runner/.runner"
  echo actions.runner.org.box.service >"$runner/.service"
  put /etc/units/actions.runner.org.box.service:WorkingDirectory "$runner"
  printf 'LANG=C.UTF-8\nACTIONS_RUNNER_HOOK_JOB_STARTED=/usr/lib/stable-bench/job-started.sh\n' >"$runner/.env"
  # The files of a runner belong to its user; as root the tests choose one.
  [[ $EUID -ne 0 ]] || chown -R nobody "$runner"
  place=$MACHINE/usr/lib/stable-bench
  # An immutable file could not be removed by the test.
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
}
