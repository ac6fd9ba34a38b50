#!/usr/bin/env bats
# Nobody but root holds the lock or a restore up, on a real kernel: by priority, number, cgroup or open files.
load ../groups

setup_file() { run_groups held; }

@test "a job can open no file of the kit but the receipt, and an installation mends a lock that was open" { passed nothing-to-open; }
@test "a call with the lowest priority, beside busy loops, does not keep the lock" { passed idle-holder; }
@test "forty loops that a job leaves behind end with it, before the restore" { passed loops-left; }
@test "where worker and hook are gone, the guard ends what is left and restores" { passed loops-and-no-hook; }
@test "callers in a cgroup that is frozen do not keep the lock" { passed frozen-callers; }
@test "a user's inotify instances, descriptors and the machine's open files are used up: the guard restores" { passed exhausted; }
@test "a fork bomb that goes on after the job: the machine is restored" { passed fork-bomb; }
