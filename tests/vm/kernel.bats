#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo: what every change must pass. tests/vm/nightly has the rest.
load groups

setup_file() { run_groups measure; }

@test "a job is tuned, verified and restored; stable-bench in it has receipt, isolated CPU, priority and slice in every run" {
  passed measured-tuned
}
