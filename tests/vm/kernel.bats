#!/usr/bin/env bats
# The hooks on a real kernel with systemd and sudo: see tests/vm/guest for what each test does. setup_file wakes the
# test machine up once per group, two at a time but for the one that takes times, and each test looks at what one
# scenario in there has said.
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

# passed SCENARIO...: each has been run and has succeeded; their logs are shown otherwise.
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
@test "the runner's service is stopped, and its hooks are skipped" { passed service-stopped; }
@test "the runner's service crashes" { passed service-crashed; }
@test "a job deletes its workspace: the completed hook cannot start" { passed workspace-deleted; }
@test "a job plants a bash in its PATH: the completed hook is not ours" { passed planted-bash; }
@test "the completed hook never ran: the next job restores first" { passed hook-skipped; }
@test "the lease runs out in the middle of a job" { passed lease-ends; }
@test "a second job on this host is busy, and leaves the first one's machine alone" { passed second-job; }
@test "a reboot in the middle of a job leaves nothing" { passed rebooted; }
@test "a journal of another boot restores nothing" { passed foreign-journal tuned-again; }
@test "attach: one CPU, isolated, with its priority; strays end with the job; drop-caches" { passed attach-one; }
@test "attach: with and without a terminal, with and without use_pty" { passed attach-terminal; }
@test "attach: several CPUs balance their load" { passed attach-several; }
@test "attach: not without a job, not for somebody else's process" { passed attach-refused; }
@test "a restore from inside the slice that it ends" { passed restore-inside; }
@test "drift is reported, over a daemon-reload, and foreign changes are left alone" { passed drift-reported; }
@test "a required knob that fails rolls back, and no step of the job runs" { passed required-fails; }
@test "a hostile environment through the real sudo" { passed hostile-environment; }
@test "what a job may not do to the kit, its journal, its units and its runner" { passed forbidden; }
@test "concurrent calls" { passed concurrent-calls; }
@test "an output that nobody reads, Ctrl-S and Ctrl-Z do not keep the lock" { passed lock-held; }
@test "ephemeral mode: tuned with the service, taken over by its job, restored with the service" { passed ephemeral; }
@test "uninstall in the middle of a job restores first and leaves nothing" { passed uninstalled; }
@test "stable-bench in a tuned job: receipt, isolated CPU, priority and slice in every run" { passed measured-tuned; }
@test "stable-bench after a restore: require-tuned refuses before the first run" { passed measured-untuned; }
@test "a restore while stable-bench measures: the result is untuned, or there is none" { passed measured-while-restored; }

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

@test "how long tune, verify and restore take in the emulation" {
  passed costs
  grep -E '^(tune|verify|restore): ' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}

@test "attach takes at most three times as long as sudo alone" {
  passed attach-cost
  grep '^sudo -n true' "$BATS_TEST_TMPDIR/log" | sed 's/^/# /' >&3
}
