#!/usr/bin/env bats
# Machines that lack what tuned needs: cgroup v1, and a virtual machine without cpufreq.
load ../groups

setup_file() {
  # systemd 256 and later do not boot with cgroup v1.
  if [[ ${STABLE_BENCH_SYSTEM-debian-12} == debian-12 ]]; then run_groups cgroup-v1 virtual; else run_groups virtual; fi
}

# bats test_tags=debian-12
@test "on cgroup v1 what requires isolation is refused with the sentence, and the rest is degraded and restored" {
  passed v1-refused v1-degraded
}
@test "a virtual machine without cpufreq meets no profile, and is degraded where jobs may go on" {
  passed virtual-refused virtual-degraded
}
