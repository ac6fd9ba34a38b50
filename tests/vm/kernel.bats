#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo: what every change must pass, in one machine. tests/vm/nightly has the
# rest.
load groups

setup_file() { run_groups 'hooks measure'; }

@test "a job is tuned, verified and restored; stable-bench in it has receipt, isolated CPU, priority and slice in every run" {
  passed measured-tuned
}
@test "SIGKILL of the worker: the guard restores" { passed worker-killed; }
