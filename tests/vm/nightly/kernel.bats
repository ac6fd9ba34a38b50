#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo: the cases that take longest, every night (npm run test:vm).
load ../groups

setup_file() { run_groups hooks attach security measure kill-tune kill-restore reboot; }

@test "a job that fails is restored" { passed job-fails; }
@test "a cancelled job is restored" { passed cancelled; }
@test "SIGKILL of the listener: the worker keeps the machine until it ends" { passed listener-killed; }
@test "the runner's service is stopped, and its hooks are skipped" { passed service-stopped; }
@test "the runner's service crashes" { passed service-crashed; }
@test "a job deletes its workspace: the completed hook cannot start" { passed workspace-deleted; }
@test "a job plants a bash in its PATH: the completed hook is not ours" { passed planted-bash; }
@test "the completed hook never ran: the next job restores first" { passed hook-skipped; }
@test "the lease runs out in the middle of a job" { passed lease-ends; }
@test "a reboot in the middle of a job leaves nothing" { passed rebooted; }
@test "a journal of another boot restores nothing" { passed foreign-journal tuned-again; }
@test "attach: one CPU, isolated, with its priority; strays end with the job; drop-caches" { passed attach-one; }
@test "attach: with and without a terminal, with and without use_pty" { passed attach-terminal; }
@test "attach: several CPUs balance their load" { passed attach-several; }
@test "a restore from inside the slice that it ends" { passed restore-inside; }
@test "drift is reported, over a daemon-reload, and foreign changes are left alone" { passed drift-reported; }
@test "a required knob that fails rolls back, and no step of the job runs" { passed required-fails; }
@test "concurrent calls" { passed concurrent-calls; }
@test "an output that nobody reads, Ctrl-S and Ctrl-Z do not keep the lock" { passed lock-held; }
@test "ephemeral mode: tuned with the service, taken over by its job, restored with the service" { passed ephemeral; }
@test "a restore while stable-bench measures: the result is untuned, or there is none" { passed measured-while-restored; }
@test "a second job on this host is busy, and leaves the first one's machine alone" { passed second-job; }
@test "attach: not without a job, not for somebody else's process" { passed attach-refused; }
@test "stable-bench after a restore: require-tuned refuses before the first run" { passed measured-untuned; }

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
