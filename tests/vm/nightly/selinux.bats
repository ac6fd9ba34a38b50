#!/usr/bin/env bats
# The kit where SELinux is enforced: Debian 12 with its policy.
# bats file_tags=debian-12
load ../groups

setup_file() { STABLE_BENCH_SYSTEM=debian-12-selinux run_groups selinux; }

@test "the root program is bin_t, also after a relabelling, and --check says where it is not" { passed enforced; }
@test "a job is tuned, attached, verified and restored, and the guard is not in systemd's own domain" { passed enforced-job; }
@test "the guard restores after a killed worker" { passed enforced-guard; }
@test "the end of the runner's service restores" { passed enforced-stop; }
@test "since the installation, SELinux has refused nothing" { passed nothing-refused; }
