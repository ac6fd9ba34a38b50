#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo: what every change must pass. tests/vm/nightly has the rest.
load groups

setup_file() { run_groups security hooks measure; }

@test "a job is tuned, verified and restored; a second tune in it changes nothing" { passed normal-end; }
@test "SIGKILL of the worker: the guard restores" { passed worker-killed; }
@test "a hostile environment has no effect through the real sudo" { passed hostile-environment; }
@test "a job cannot change the kit, its journal, its units and its runner" { passed forbidden; }
@test "uninstall in the middle of a job restores first and leaves nothing" { passed uninstalled; }
@test "stable-bench in a tuned job has the receipt, and isolated CPU, priority and slice in every run" { passed measured-tuned; }
