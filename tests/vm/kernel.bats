#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo. The scenarios are in tests/vm/guest. setup_file starts the test
# machine once for each group of scenarios, two at a time; the group that measures times runs alone. Each test reads the
# log of one scenario.
bats_require_minimum_version 1.5.0
here=${BATS_TEST_FILENAME%/*}

setup_file() {
  local code=0 machine
  machine=$("$here/machine/build.sh" 2>"$BATS_FILE_TMPDIR/build.log") || code=$?
  if ((code)); then
    cat "$BATS_FILE_TMPDIR/build.log" >&2
    # No root to build it with: skipped, with the reason.
    ((code != 77)) || tail -n 1 "$BATS_FILE_TMPDIR/build.log" >"$BATS_FILE_TMPDIR/skip"
    return $((code != 77))
  fi
  mkdir "$BATS_FILE_TMPDIR"/{share,with-node}
  cp -r "$here/../../runner-hooks" "$here/guest" "$machine/evil.so" "$BATS_FILE_TMPDIR/share"
  cp -r "$BATS_FILE_TMPDIR"/share/* "$here/../../node_modules/node/bin/node" "$BATS_FILE_TMPDIR/with-node"
  cp "$here/../../dist/cli.js" "$BATS_FILE_TMPDIR/with-node" && echo '{"type":"module"}' >"$BATS_FILE_TMPDIR/with-node/package.json"
  export -f run_group
  export here BATS_FILE_TMPDIR
  # The longest first.
  printf '%s\n' hooks attach security measure kill-tune kill-restore reboot |
    xargs -P "$(($(nproc) > 1 ? 2 : 1))" -I '{}' bash -c 'run_group "$@"' run_group "$machine" '{}'
  run_group "$machine" speed
}

run_group() { # MACHINE GROUP
  local folder=$BATS_FILE_TMPDIR/share log=$BATS_FILE_TMPDIR/$2.log
  [[ $2 != measure ]] || folder=$BATS_FILE_TMPDIR/with-node
  VM_TIMEOUT=${VM_TIMEOUT:-1800} "$here/machine/run.sh" "$1" "$folder" "guest/$2.sh" >"$log" 2>&1 ||
    echo "$2: the guest ended with $?" >>"$log"
}

# passed SCENARIO...: succeeds when all of them have run and succeeded, and shows their logs otherwise.
passed() {
  local name
  [[ ! -e $BATS_FILE_TMPDIR/skip ]] || skip "$(cat "$BATS_FILE_TMPDIR/skip")"
  for name in "$@"; do
    sed -n "/^BEGIN $name\$/,/^END $name /p" "$BATS_FILE_TMPDIR"/*.log >"$BATS_TEST_TMPDIR/log"
    [[ -s $BATS_TEST_TMPDIR/log ]] || tail -n 20 "$BATS_FILE_TMPDIR"/*.log
    cat "$BATS_TEST_TMPDIR/log"
    grep -q "^END $name 0 " "$BATS_TEST_TMPDIR/log" || return 1
  done
}

@test "a job is tuned, verified and restored; a second tune in it changes nothing" { passed normal-end; }
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
@test "a second job on this host gets the answer busy, and leaves the first one's machine alone" { passed second-job; }
@test "a reboot in the middle of a job leaves nothing" { passed rebooted; }
@test "a journal of another boot restores nothing" { passed foreign-journal tuned-again; }
@test "attach moves a process onto one isolated CPU with its priority, and processes left there end with the job" { passed attach-one; }
@test "attach works with and without a terminal, with and without use_pty" { passed attach-terminal; }
@test "the load is balanced among several CPUs" { passed attach-several; }
@test "attach is refused without a job, and for a process of somebody else" { passed attach-refused; }
@test "a restore from inside the slice, which it ends, gets through" { passed restore-inside; }
@test "drift is reported, over a daemon-reload, and foreign changes are left alone" { passed drift-reported; }
@test "a required knob that fails rolls back, and no step of the job runs" { passed required-fails; }
@test "a hostile environment has no effect through the real sudo" { passed hostile-environment; }
@test "a job cannot change the kit, its journal, its units and its runner" { passed forbidden; }
@test "concurrent calls leave the machine restored" { passed concurrent-calls; }
@test "an output that nobody reads, Ctrl-S and Ctrl-Z do not keep the lock" { passed lock-held; }
@test "in the ephemeral mode the service tunes, its job becomes the owner, and the service restores" { passed ephemeral; }
@test "uninstall in the middle of a job restores first and leaves nothing" { passed uninstalled; }
@test "stable-bench in a tuned job has the receipt, and isolated CPU, priority and slice in every run" { passed measured-tuned; }
@test "after a restore, require-tuned stops stable-bench before the first run" { passed measured-untuned; }
@test "after a restore during its runs, stable-bench has an untuned result or none" { passed measured-while-restored; }

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

@test "tune, verify and restore report how long they take in the emulation" {
  passed costs
  grep -E '^(tune|verify|restore): ' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}

@test "attach takes at most three times as long as sudo alone" {
  passed attach-cost
  grep '^sudo -n true' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}
