# install.sh --check: what this machine's systemd and Linux are too old for. Changes nothing. The table with all
# versions is in docs/runner-hooks.md (Systems).

# Fails when the kit cannot tune with this systemd.
check_versions() {
  local systemd release
  check_kernel_version
  has_systemd || return 0
  systemd=$(systemd_version)
  [[ -n $systemd ]] || return 0
  if ((systemd < 240)); then
    complain "systemd $systemd is too old: it has no services of Type=exec (240), so the guard cannot start and no job is tuned"
    return 1
  fi
  ((systemd >= 244)) ||
    say "note: systemd $systemd has no AllowedCPUs (244): housekeeping and partition fail, and jobs are tuned but not isolated"
}

# What this Linux cannot isolate. Without systemd nothing is isolated anyway.
check_kernel_version() {
  has_systemd || return 0
  if [[ ! -e $ROOT/sys/fs/cgroup/cgroup.controllers ]]; then
    say 'note: no cgroup v2 here, so jobs are tuned but not isolated: boot with systemd.unified_cgroup_hierarchy=1'
    return
  fi
  kernel_text /proc/sys/kernel/osrelease
  older_than "$REPLY" 6 1 || return 0
  say "note: Linux $REPLY has no isolated partitions (6.1): the partition of one CPU becomes a root, with load balancing"
}

# Succeeds when the release $1 (6.1.0-35-amd64) is older than $2.$3.
older_than() {
  [[ $1 =~ ^([0-9]+)\.([0-9]+) ]] || return
  ((BASH_REMATCH[1] < $2 || (BASH_REMATCH[1] == $2 && BASH_REMATCH[2] < $3)))
}

# Prints the number of systemd's version, or nothing.
systemd_version() {
  timeout -k 2 "$STEP_TIMEOUT" systemctl --version </dev/null 2>/dev/null | sed -n '1s/^systemd \([0-9][0-9]*\).*/\1/p'
}
