# Sourced by the tests of the hooks on a real kernel: wakes the test machine up once per group of scenarios
# (tests/vm/guest says what each does), and tells what one scenario in there has said. STABLE_BENCH_SYSTEM names the
# machine's system; build.sh knows which there are.
bats_require_minimum_version 1.5.0
vm=$(cd "${BASH_SOURCE[0]%/*}" && pwd)

# run_groups 'GROUP...'...: each list of groups in a machine of its own, two machines at a time, the longest first, and of
# each group only what this file's tests ask for.
run_groups() {
  local code=0 machine
  machine=$("$vm/machine/build.sh" "${STABLE_BENCH_SYSTEM-debian-12}" 2>"$BATS_FILE_TMPDIR/build.log") || code=$?
  if ((code)); then
    cat "$BATS_FILE_TMPDIR/build.log" >&2
    # No root to build it with: skipped, with the reason.
    ((code != 77)) || tail -n 1 "$BATS_FILE_TMPDIR/build.log" >"$BATS_FILE_TMPDIR/skip"
    return $((code != 77))
  fi
  mkdir "$BATS_FILE_TMPDIR"/{share,with-node}
  cp -r "$vm/../../runner-hooks" "$vm/guest" "$machine/evil.so" "$BATS_FILE_TMPDIR/share"
  # What a test brings along.
  [[ -z ${MORE-} ]] || cp -r "$MORE/." "$BATS_FILE_TMPDIR/share"
  echo "${EYE-}" >"$BATS_FILE_TMPDIR/share/rounds"
  grep -oE 'passed [a-z0-9 -]+' "$BATS_TEST_FILENAME" | sed 's/^passed //' | xargs | tr ' ' '|' >"$BATS_FILE_TMPDIR/share/only"
  cp -r "$BATS_FILE_TMPDIR"/share/* "$vm/../../node_modules/node/bin/node" "$BATS_FILE_TMPDIR/with-node"
  cp "$vm"/../../dist/cli{,-main}.js "$BATS_FILE_TMPDIR/with-node" && echo '{"type":"module"}' >"$BATS_FILE_TMPDIR/with-node/package.json"
  export -f run_group
  export vm BATS_FILE_TMPDIR
  printf '%s\n' "$@" |
    xargs -P "$(($(nproc) > 1 ? 2 : 1))" -I '{}' bash -c 'run_group "$@"' run_group "$machine" '{}'
}

# slow_kit TO: a copy of the hooks with timeouts for the emulation, as the guest's install_kit makes them.
slow_kit() {
  cp -r "$vm/../../runner-hooks" "$1"
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' "$1/lib/environment.sh"
}

run_group() { # MACHINE 'GROUP...'
  local folder=$BATS_FILE_TMPDIR/share name=${2// /-}
  local log=$BATS_FILE_TMPDIR/$name.log
  [[ " $2 " != *' '@(measure|first-hour)' '* ]] || folder=$BATS_FILE_TMPDIR/with-node
  # shellcheck disable=SC2086  # words on purpose
  [[ $name == "$2" ]] || printf 'source /run/share/guest/*/%s.sh\n' $2 >"$folder/guest/jobs/$name.sh"
  local -a script=("$folder"/guest/*/"$name.sh")
  VM_TIMEOUT=${VM_TIMEOUT:-3600} "$vm/machine/run.sh" "$1" "$folder" "${script[0]#"$folder/"}" >"$log" 2>&1 ||
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
