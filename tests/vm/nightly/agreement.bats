#!/usr/bin/env bats
# Whether the fake machine, on which most of the kills run, does what this kernel does.
load ../groups

setup_file() { MORE=$BATS_TEST_DIRNAME/../../hooks/fake run_groups agreement; }

@test "this kernel ends writes as the fake machine does" { passed kernel-agrees; }
