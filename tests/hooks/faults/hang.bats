#!/usr/bin/env bats
# Whatever hangs in the kernel or in systemd, tune and restore end, do the rest, and keep the journal until it is over.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq 2 1
  lock=$MACHINE/run/stable-bench/private/lock
}

# hangs_in_kernel PATTERN: while there is the file `hang`, a write to such a file waits, takes effect late, and not even
# SIGKILL ends it.
hangs_in_kernel() {
  cat >>"$KIT/lib/engine/guard.sh" <<HANG
eval "quick_\$(declare -f kernel_rule)"
kernel_rule() {
  [[ \$1 != $1 ]] || while [[ -e \$ROOT/../hang ]]; do command sleep 0.1; done
  quick_kernel_rule "\$@"
}
kill() { [[ \$1 == -KILL ]] || builtin kill "\$@"; }
HANG
}

# over: it hangs no longer, and what hung has ended.
over() {
  rm "$BOX/hang"
  flock -w 60 "$lock" true
}

@test "a write that hangs ends by its own timeout, the others go on, and everything comes back" {
  sed -i 's#^kernel_rule() {#&\n  while [[ $1 == */ksm/run \&\& -e $ROOT/../hang ]]; do sleep 0.1; done#' "$KIT/lib/fake-kernel.bash"
  soon_over '$* == "apply_knob same-page-merging"'
  conf 'governor = performance required' 'same-page-merging = off' 'statistics-interval = 10'
  before=$(snapshot)
  touch "$BOX/hang"
  run -0 host tune
  [[ "$output" == *"same-page-merging: /sys/kernel/mm/ksm/run failed: did not finish in time"* ]]
  [ "$(value /proc/sys/vm/stat_interval)" = 10 ]
  rm "$BOX/hang"
  run -0 host restore
  [ "$(snapshot)" = "$before" ]
}

@test "a required write that takes effect but hangs is rolled back, not taken for somebody else's" {
  sed -i 's#^kernel_rule() {#&\n  [[ $1 != */ksm/run || $2 != 0 ]] || { file_kernel_write "$1" "$2"; sleep 9; }#' "$KIT/lib/fake-kernel.bash"
  soon_over '$* == "apply_knob same-page-merging"'
  conf 'same-page-merging = off required'
  before=$(snapshot)
  run -1 host tune
  [[ "$output" == *"did not finish in time"*"required knob failed"*"restored"* ]]
  [ "$(snapshot)" = "$before" ]
}

@test "a child that hangs for longer than its step does not keep the caller's output open" {
  # The writer is a program of its own, which goes on when the step is killed.
  printf '#!/bin/bash\nwhile [[ -e "%s/hang" ]]; do sleep 0.1; done\n' "$BOX" >"$BOX/bin/writer" && chmod +x "$BOX/bin/writer"
  sed -i 's#^kernel_rule() {#&\n  [[ $1 != */ksm/run ]] || { writer; return 1; }#' "$KIT/lib/fake-kernel.bash"
  soon_over '$* == "apply_knob same-page-merging"'
  touch "$BOX/hang"
  conf 'same-page-merging = off'
  run -0 bash -c "'$KIT/stable-bench-host' tune | cat"
  [[ "$output" == *"did not finish in time"* ]]
  # What hangs is still there: it holds the lock, so that whoever comes next waits for it.
  run -1 flock -n "$lock" true
  over
  host restore
  touch "$BOX/hang"
  run -0 bash -c "'$KIT/stable-bench-host' tune >'$BOX/said' 2>&1"
  grep -q 'did not finish in time' "$BOX/said"
  run -1 flock -n "$lock" true
  over
}

@test "a restore whose write hangs for good restores the rest and ends; the next one, after the end of that, completes it" {
  hangs_in_kernel '*/ksm/run'
  soon_over '$* == "restore_knob same-page-merging"'
  conf 'governor = performance' 'same-page-merging = off' 'statistics-interval = 10'
  before=$(snapshot)
  run -0 host tune
  touch "$BOX/hang"
  run -1 timeout 60 "$KIT/stable-bench-host" restore
  [[ "$output" == *"same-page-merging:  failed: did not finish in time"*"hangs in the kernel and may still write"* ]]
  [[ "$output" != *"trying again"* ]]
  [ "$(diff <(echo "$before") <(snapshot) | grep -c '^>')" = 1 ]
  # It may still write, so nobody else does.
  [ -e "$MACHINE/run/stable-bench/journal" ]
  run -1 flock -n "$lock" true
  over
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "a tune whose required write hangs for good leaves the journal, since that write may come late" {
  hangs_in_kernel '*/ksm/run'
  soon_over '$* == "apply_knob same-page-merging"'
  conf 'governor = performance' 'same-page-merging = off required'
  before=$(snapshot)
  touch "$BOX/hang"
  run -1 timeout 60 "$KIT/stable-bench-host" tune
  [[ "$output" == *"hangs in the kernel and may still write"* && -e "$MACHINE/run/stable-bench/journal" ]]
  [ "$(value /sys/kernel/mm/ksm/run)" = 1 ]
  over
  [ "$(value /sys/kernel/mm/ksm/run)" = 0 ]
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}

@test "a restore ends when every write and every call of systemctl hangs" {
  make_systemd
  # While it hangs, all have little time.
  sed -i 's/^patiently() {/& [[ ! -e $ROOT\/..\/hang ]] || local STEP_TIMEOUT=6;/' "$KIT/lib/step.sh"
  soon_over '-e $ROOT/../hang'
  sed -i '2i while [[ -e "${BASH_SOURCE[0]%/*}/../hang" ]]; do sleep 0.1; done' "$BOX/bin/systemctl"
  hangs_in_kernel '*'
  # Here SIGKILL does end it.
  printf 'unset -f kill\n' >>"$KIT/lib/engine/guard.sh"
  conf 'governor = performance' 'services = stop' 'partition = auto' 'housekeeping = confine'
  before=$(snapshot)
  run -0 host tune
  touch "$BOX/hang"
  run -1 timeout 300 "$KIT/stable-bench-host" restore
  [[ "$output" == *"trying again"*"not everything is back"* ]]
  over
  run -0 host restore
  diff <(echo "$before") <(snapshot)
}
