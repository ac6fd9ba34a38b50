# Sourced by the tests of what else runs on a machine.

setup() {
  make_kit
  make_machine acpi-cpufreq 4
  make_systemd
  groups=$MACHINE/sys/fs/cgroup
}

# installed_check: what install.sh --check says of a kit that is installed for $1 runners, which is done once.
installed_check() {
  [[ ${INSTALLED_FOR-} == "$1" ]] || install_for "$1"
  run -0 "$KIT/install.sh" --check
}

install_for() { # RUNNERS
  local i
  local -a runners=()
  INSTALLED_FOR=$1
  mkdir -p "$MACHINE"/etc/{sudoers.d,systemd/system} "$MACHINE/usr/lib"
  printf '#!/bin/bash\n' >"$BOX/bin/chattr" && chmod +x "$BOX/bin/chattr"
  for ((i = 1; i <= $1; i++)); do
    mkdir -p "$BOX/runner-$i" && echo '{}' >"$BOX/runner-$i/.runner"
    [[ $EUID -ne 0 ]] || chown -R nobody "$BOX/runner-$i"
    runners+=(--runner "$BOX/runner-$i")
  done
  run -0 "$KIT/install.sh" "${runners[@]}"
}
