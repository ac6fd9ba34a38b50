#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo: the cases that take longest, every night (npm run test:vm).
load ../groups

setup_file() { run_groups hooks attach security measure kill-tune kill-restore reboot; }

@test "plan, status, history and the system's log say what a job gets, and plan changes nothing" { passed operations; }
@test "a job that fails is restored" { passed job-fails; }
@test "a cancelled job is restored" { passed cancelled; }
@test "SIGKILL of the worker: the guard restores" { passed worker-killed; }
@test "SIGKILL of the listener: the worker keeps the machine until it ends" { passed listener-killed; }
@test "a stop of the runner's service, which skips the hooks, restores" { passed service-stopped; }
@test "a crash of the runner's service restores" { passed service-crashed; }
@test "a job that deletes its workspace, so that the completed hook cannot start, is restored" { passed workspace-deleted; }
@test "a job that plants a bash in its PATH, which replaces the completed hook, is restored" { passed planted-bash; }
@test "when the completed hook never ran, the next job restores first" { passed hook-skipped; }
@test "the end of the lease restores in the middle of a job" { passed lease-ends; }
@test "a reboot in the middle of a job leaves nothing" { passed rebooted; }
@test "power loss while a tune sets the machine leaves nothing, and the next job is tuned" { passed power-lost; }
@test "a journal of another boot restores nothing" { passed foreign-journal tuned-again; }
@test "attach moves a process onto one isolated CPU with its priority, and processes left there end with the job" { passed attach-one; }
@test "a container in the benchmark slice runs on the benchmark CPUs, and ends with the job" { passed container-slice; }
@test "attach works with and without a terminal, with and without use_pty" { passed attach-terminal; }
@test "the load is balanced among several CPUs" { passed attach-several; }
@test "a restore from inside the slice, which it ends, gets through" { passed restore-inside; }
@test "drift is reported, over a daemon-reload, and foreign changes are left alone" { passed drift-reported; }
@test "a required knob that fails rolls back, and no step of the job runs" { passed required-fails; }
@test "concurrent calls leave the machine restored" { passed concurrent-calls; }
@test "an output that nobody reads, Ctrl-S and Ctrl-Z do not keep the lock" { passed lock-held; }
@test "in the ephemeral mode the service tunes, its job becomes the owner, and the service restores" { passed ephemeral; }
@test "uninstall in the middle of a job restores first and leaves nothing" { passed uninstalled; }
@test "after a restore during its runs, stable-bench has an untuned result or none" { passed measured-while-restored; }
@test "a second job on this host gets the answer busy, and leaves the first one's machine alone" { passed second-job; }
@test "two runners get a job at once, and both workers are killed at once: the guard restores" { passed both-killed; }
@test "attach is refused without a job, and for a process of somebody else" { passed attach-refused; }
@test "after a restore, require-tuned stops stable-bench before the first run" { passed measured-untuned; }

@test "SIGKILL of tune at points spread over its run: the guard undoes it" {
  passed killed-tunes
  grep '^kill points' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}

@test "SIGKILL of restore at points spread over its run: the next one or the guard completes it" {
  local points
  passed tuned-once killed-restore-{1..9}
  points=$(grep -c '^killed restore' "$BATS_FILE_TMPDIR/kill-restore.log")
  echo "# kill points of restore: $points" >&3
  ((points >= 8))
}

@test "a hostile environment has no effect through the real sudo, and a job cannot change kit, journal, units and runner" {
  passed hostile-job
}
