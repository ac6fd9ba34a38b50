#!/usr/bin/env bats
# Only root can keep the lock. Others cannot, neither by output that is never read nor by a stopped terminal or signals.
load ../kit

setup() {
  make_governor_machine
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=3/' "$KIT/lib/environment.sh"
  run=$MACHINE/run/stable-bench
}

# full_pipe: descriptor 7 is a pipe that is full and that nobody reads.
full_pipe() {
  mkfifo "$BOX/pipe"
  exec 7<>"$BOX/pipe"
  dd if=/dev/zero of="$BOX/pipe" bs=4096 oflag=nonblock 2>/dev/null || true
}

@test "a caller that never reads the output does not hold the lock, whatever the verb" {
  local verb
  full_pipe
  host tune
  # It notes that it is about to print.
  sed -i 's#^put_message() {.*#&\n  [[ -n ${KEEPING-} ]] || : >"$ROOT/../prints"#; s#^print_messages() {#&\n  : >"$ROOT/../prints"#' "$KIT/lib/log.sh"
  for verb in status verify tune nonsense attach restore; do
    rm -f "$BOX/prints"
    "$KIT/stable-bench-host" "$verb" >&7 2>&1 3>&- &
    wait_until [ -e "$BOX/prints" ]
    run -0 flock -w 50 "$run/private/lock" true
    # It is still there, and waits for its reader.
    kill -0 $!
    pkill -KILL -P $! || kill -KILL $!
  done
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "a call whose output nobody reads does its work and ends, and so does what writes to a file for it" {
  sed -i 's/^READ_TIMEOUT=.*/READ_TIMEOUT=1/' "$KIT/lib/environment.sh"
  full_pipe
  host tune >&7 2>&1 3>&-
  [ -e "$run/receipt.json" ]
  hold_lock
  code=0
  host status >&7 2>&1 3>&- || code=$?
  [ "$code" = 75 ]
  let_go
  # As a file system that never takes what is written.
  printf '#!/bin/bash\necho $$ >"%s/relay"\nexec sleep 300\n' "$BOX" >"$BOX/bin/cat" && chmod +x "$BOX/bin/cat"
  host restore >"$BOX/out" 3>&-
  wait_until gone "$(<"$BOX/relay")"
  rm "$BOX/bin/cat"
  [ "$(snapshot)" = "$before" ]
}
gone() { ! kill -0 "$1" 2>/dev/null; }

@test "a caller that closes the output gets the same exit status, and the machine is as it should be" {
  exit_of() { ("$@" 2>/dev/null; echo $? >"$BOX/status") | true; cat "$BOX/status"; }
  [ "$(exit_of host tune)" = 0 ]
  [ "$(exit_of host status)" = 0 ]
  echo userspace >"$MACHINE/sys/devices/system/cpu/cpufreq/policy0/scaling_governor"
  [ "$(exit_of host verify)" = 1 ]
  [ "$(exit_of host restore)" = 0 ]
  [ ! -e "$run/journal" ]
}

@test "a caller may close its outputs before the call" {
  run -0 bash -c "'$KIT/stable-bench-host' tune >&- 2>&-"
  run -0 bash -c "'$KIT/stable-bench-host' status 2>&1 >&-"
  [ "$output" = '' ]
  run -0 bash -c "'$KIT/stable-bench-host' status 2>&-"
  [[ "$output" == *"tuned for root"* ]]
  run -0 bash -c "'$KIT/stable-bench-host' restore 2>&1 >&- 3>&-"
  [ "$output" = '' ]
  [ "$(snapshot)" = "$before" ]
}

@test "messages keep their order and their stream; output of tools is neither lost nor raw" {
  host tune
  host status 2>/dev/null | grep -q '^stable-bench: tuned for root'
  echo userspace >"$MACHINE/sys/devices/system/cpu/cpufreq/policy0/scaling_governor"
  run -1 --separate-stderr host verify
  [[ "$stderr" == *drifted* && "$output" != *"(wanted"* && "$output" == *"1 drifted"* ]]
  printf 'restore() { echo "::add-path::/evil"; ls /nowhere; say done; }\n' >>"$KIT/lib/engine/guard.sh"
  run -0 host restore
  [[ "$output" == *"stable-bench: done"*"stable-bench: "*"/nowhere"* && "$output" != *"::"* ]]
}

# Stands for a file system of the caller's, which may keep whoever closes a file of it waiting.
@test "under the lock no file is open as output, and afterwards it has all messages in order" {
  printf '%s\n' 'status() {' '  say one; complain two; say three' \
    '  ls -l /proc/$$/fd "/proc/$BASHPID/fd" >"$ROOT/../held"' '  (ls -l "/proc/$BASHPID/fd" >>"$ROOT/../held")' '}' >>"$KIT/lib/engine/guard.sh"
  run -0 bash -c "'$KIT/stable-bench-host' status >'$BOX/said' 2>&1"
  run -1 grep said "$BOX/held"
  [ "$(grep -c '/lock$' "$BOX/held")" -ge 2 ]
  diff "$BOX/said" <(printf 'stable-bench: %s\n' one two three)
  run -0 bash -c "'$KIT/stable-bench-host' status >'$BOX/said' 2>'$BOX/said-2'"
  run -1 grep said "$BOX/held"
  diff "$BOX/said" <(printf 'stable-bench: %s\n' one three)
  diff "$BOX/said-2" <(printf 'stable-bench: %s\n' two)
  hold_lock
  run -75 bash -c "'$KIT/stable-bench-host' status 2>'$BOX/said-2'"
  grep -q 'another call has held the lock' "$BOX/said-2"
  let_go
}

@test "a stop from the terminal does not stop a call that holds the lock" {
  local signal
  printf '%s\n' 'status() {' '  : >"$ROOT/../begun"' '  until [[ -e $ROOT/../go-on ]]; do pause 0.05; done' \
    '  say end' '}' >>"$KIT/lib/engine/guard.sh"
  for signal in TSTP TTIN TTOU; do
    rm -f "$BOX"/{begun,go-on}
    "$KIT/stable-bench-host" status >"$BOX/said" 3>&- &
    wait_until [ -e "$BOX/begun" ]
    kill -"$signal" $!
    touch "$BOX/go-on"
    wait_until grep -q end "$BOX/said" || { kill -KILL $!; return 1; }
  done
}

@test "signals that the caller ignores change nothing, and time limits work" {
  env --ignore-signal true 2>/dev/null || skip 'this env cannot ignore signals'
  run -0 env --ignore-signal "$KIT/stable-bench-host" tune
  run -0 env --ignore-signal "$KIT/stable-bench-host" verify
  run -0 env --ignore-signal "$KIT/stable-bench-host" restore
  [ "$(snapshot)" = "$before" ]
  hold_lock
  run -75 env --ignore-signal "$KIT/stable-bench-host" status
  let_go
  soon_over '$* == "apply_knob same-page-merging"'
  sed -i 's#^kernel_rule() {#&\n  [[ $1 != */ksm/run ]] || { sleep 9; return 1; }#' "$KIT/lib/fake-kernel.bash"
  conf 'same-page-merging = off'
  run -0 env --ignore-signal "$KIT/stable-bench-host" tune
  [[ "$output" == *"did not finish in time"* ]]
}

@test "a caller that blocks the alarm signal, which time limits need, is refused" {
  env --block-signal=ALRM true 2>/dev/null || skip 'this env cannot block signals'
  run -64 env --block-signal=ALRM "$KIT/stable-bench-host" status
  [[ "$output" == *"SIGALRM"* ]]
}

@test "an env without --default-signal (coreutils before 8.31, uutils) starts the program" {
  printf '%s\n' '#!/bin/bash' 'case "$*" in *--default-signal* | *--block-signal* | *--ignore-signal*)' \
    '  echo "env: unrecognized option" >&2; exit 125;; esac' 'exec /usr/bin/env "$@"' >"$BOX/bin/old-env"
  chmod +x "$BOX/bin/old-env"
  sed -i "1s|/usr/bin/env|$BOX/bin/old-env|" "$KIT/stable-bench-host"
  run -0 host status
  # Linux before 5.1 reads no more of the first line.
  (($(head -n 1 "$HOOKS/stable-bench-host" | wc -c) <= 127))
}

@test "a caller's cgroup, which may be frozen, full or without CPU time, has not the program that takes the lock" {
  local cgroups=$MACHINE/sys/fs/cgroup
  put /sys/fs/cgroup/cgroup.procs ''
  printf 'read_boot_id() { cp "$ROOT/sys/fs/cgroup/cgroup.procs" "$ROOT/../moved"; [[ ! -s $LOCK ]] || : >"$ROOT/../late"; false; }\n' \
    >>"$KIT/lib/engine/attach.sh"
  for group in /system.slice/runner.service /user.slice/user-1001.slice/user@1001.service/app.slice /stablebench.slice; do
    put /proc/self/cgroup "0::$group"
    run -1 host status
    [[ "$(cat "$BOX/moved")" =~ ^[0-9]+$ ]]
    echo >"$cgroups/cgroup.procs"
  done
  [ ! -e "$BOX/late" ]
  # The kit's own units have cgroups of their own, by which systemd knows them.
  put /proc/self/cgroup 0::/system.slice/stable-bench-guard.service
  run -1 host status
  [ "$(cat "$BOX/moved")" = '' ]
  # cgroup v1: every hierarchy but systemd's.
  rm "$cgroups/cgroup.procs"
  put /sys/fs/cgroup/freezer/cgroup.procs ''
  put /sys/fs/cgroup/systemd/cgroup.procs ''
  put /proc/self/cgroup $'3:freezer:/job\n1:name=systemd:/system.slice/runner.service'
  sed -i 's/^read_boot_id.*/read_boot_id() { false; }/' "$KIT/lib/engine/attach.sh"
  run -1 host status
  [[ "$(cat "$cgroups/freezer/cgroup.procs")" =~ ^[0-9]+$ ]]
  [ "$(cat "$cgroups/systemd/cgroup.procs")" = '' ]
}

@test "on a read-only /run a call says so, and not that another call has the lock; the next one restores" {
  unshare --mount true 2>/dev/null || skip 'needs root, with the right to mount'
  before=$(snapshot)
  host tune
  # shellcheck disable=SC2016  # for the shell in the other namespace
  run -1 unshare --mount sh -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"' "$MACHINE/run" "$KIT/stable-bench-host" restore
  [[ "$output" == *"no file can be written in $MACHINE/run/stable-bench/private: is $MACHINE/run full"*', or read-only? Nothing was done'* ]]
  [[ "$output" != *'has held the lock'* ]]
  host restore
  diff <(echo "$before") <(snapshot)
}
