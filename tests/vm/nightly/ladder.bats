#!/usr/bin/env bats
# The ladder on a real kernel, and a CPU that goes offline during a job.
load ../groups

setup_file() { run_groups ladder; }

@test "SMT off alone leaves the masks of interrupts as they were" { passed smt-alone; }
@test "a ladder measures each configuration and leaves the machine as it was" { passed ladder-whole; }
@test "an interrupted ladder ends its run and restores" { passed ladder-interrupted; }
@test "SIGKILL of a ladder: the guard restores" { passed ladder-killed; }
@test "a CPU that goes offline during a job has its settings back, and is offline afterwards" { passed cpu-offline; }
