# A copy of the kit whose root is a fake machine: BOX holds both, MACHINE and KIT.
bats_require_minimum_version 1.5.0
source "${BASH_SOURCE[0]%/*}/fake/machine.bash"
source "${BASH_SOURCE[0]%/*}/../until.bash"
HOOKS=$(cd "${BASH_SOURCE[0]%/*}/../../runner-hooks" && pwd)

# make_kit: a copy of the kit that is for $MACHINE, with the fake kernel under it. The tests of a file make it once and copy it.
make_kit() {
  local made=$BATS_FILE_TMPDIR/box
  [[ -d $made ]] || build_kit "$made"
  # In memory, like /sys and /proc: ext4 flushes a file that is truncated and written again.
  if [[ -w /dev/shm ]]; then BOX=$(mktemp -d /dev/shm/stable-bench.XXXXXX); else BOX=$BATS_TEST_TMPDIR; fi
  MACHINE=$BOX/machine
  KIT=$BOX/kit
  cp -a "$made/." "$BOX"
  sed -i "s|@BOX@|$BOX|g" "$KIT/lib/environment.sh" "$KIT/lib/engine/guard.sh" "$BOX/bin/logger"
}

# build_kit BOX: what make_kit copies, with @BOX@ for the folder that it becomes.
build_kit() {
  local kit=$1/kit configuration=$1/machine/etc/stable-bench
  mkdir -p "$1/machine/run" "$1/machine/var/lib" "$configuration" "$1/bin"
  chmod 700 "$1"
  cp -r "$HOOKS" "$kit"
  sed -i "s|^ROOT=.*|ROOT='@BOX@/machine'|; s|^PATH=.*|PATH='@BOX@/bin:/usr/sbin:/usr/bin:/sbin:/bin'|" "$kit/lib/environment.sh"
  cat "${BASH_SOURCE[0]%/*}"/fake/{kernel,effects}.bash >"$kit/lib/fake-kernel.bash"
  # The log of this machine is not theirs.
  printf '#!/bin/sh\nexec cat >>"@BOX@/system-log"\n' >"$1/bin/logger" && chmod +x "$1/bin/logger"
  echo 'source "@BOX@/kit/lib/fake-kernel.bash"' >>"$kit/lib/engine/guard.sh"
  install -m 0600 "$HOOKS/stable-bench.conf" "$configuration"
}

# make_systemd: the machine has systemd, these units run, and cgroup v2 is there.
make_systemd() {
  local unit
  mkdir -p "$MACHINE/run/systemd/system" "$MACHINE/etc/units" "$MACHINE/sys/fs/cgroup"
  for unit in cron.service irqbalance.service fstrim.timer system.slice user.slice init.scope; do
    echo active >"$MACHINE/etc/units/$unit"
  done
  # systemd knows a slice without a file.
  for unit in stablebench.slice stablebenchload.slice; do echo inactive >"$MACHINE/etc/units/$unit"; done
  echo inactive >"$MACHINE/etc/units/rsyslog.service"
  put /sys/fs/cgroup/cgroup.controllers 'cpuset cpu io memory pids'
  put /sys/fs/cgroup/cgroup.subtree_control 'memory pids'
  put /sys/fs/cgroup/cpuset.cpus.effective 0-7
  put /sys/fs/cgroup/cgroup.procs ''
  cp "${BASH_SOURCE[0]%/*}/fake/systemctl" "$BOX/bin/systemctl"
}

# make_taskset: moves the fake machine's threads, and no others.
make_taskset() {
  cat >"$BOX/bin/taskset" <<TASKSET
#!/bin/bash
[[ \$1 == -pc ]] && printf 'Name:\tkthread\nCpus_allowed_list:\t%s\n' "\$2" >"$MACHINE/proc/\$3/status"
TASKSET
  chmod +x "$BOX/bin/taskset"
}

# What a test has started may still write there when it ends.
teardown() { [[ $BOX != /dev/shm/* ]] || wait_until rm -rf "$BOX"; }

# conf LINE...: a configuration with these lines only.
conf() { printf '%s\n' "$@" >"$MACHINE/etc/stable-bench/stable-bench.conf"; }

# host VERB: as root, without sudo.
host() { "$KIT/stable-bench-host" "$@"; }

# make_governor_machine: a machine and a configuration with one knob; `before` is its state.
make_governor_machine() {
  make_kit
  make_machine acpi-cpufreq
  conf 'governor = performance required'
  before=$(snapshot)
}

# begin LINE...: tunes the machine with a configuration of these lines. finish: restores it, and compares it with
# before.
begin() {
  before=$(snapshot)
  conf "$@"
  host tune
  host verify
}
finish() {
  # In the right order, no target needs the second pass.
  run -0 host restore
  [[ "$output" != *"trying again"* ]]
  diff <(echo "$before") <(snapshot)
}

# below PARENT NAME UID VERB [PLACE [CALLER]]: as a process of that name and user below process PARENT, through sudo, as
# user 1001 or CALLER, with the kit of the tests or the one in PLACE.
below() (
  # The number of this process may be that of a fake one: the next one has another.
  [[ ! -e $MACHINE/proc/$BASHPID ]] || { below "$@"; exit; }
  local code=0
  make_process "$BASHPID" "$1" "$2" "$3"
  SUDO_UID=${6-1001} "${5-$KIT}/stable-bench-host" "$4" || code=$?
  # Numbers come round again: whoever counts the processes of the machine, or makes one of this number, must not meet it.
  rm -rf "$MACHINE/proc/$BASHPID"
  exit "$code"
)

# as_job WORKER VERB [START]: as a hook of that worker.
as_job() {
  make_process "$1" 1 Runner.Worker 1001 "${3-1000}"
  below "$1" bash 1001 "$2"
}

# as_unit UNIT VERB: as a process that systemd starts for that unit.
as_unit() {
  cp "$HOOKS/lib/main.sh" "$KIT/lib/main.sh"
  sed -i "s/^  identify_caller \"\$2\"\$/&; CALLER_KIND=service CALLER_UNIT=$1/" "$KIT/lib/main.sh"
  host "$2"
  local code=$?
  cp "$HOOKS/lib/main.sh" "$KIT/lib/main.sh"
  return "$code"
}

# note_pauses: from now on the kit notes how long it is about to wait, each time.
note_pauses() {
  printf '%s\n' 'eval "unnoted_$(declare -f pause)"' \
    'pause() { echo "$1" >>"$ROOT/../pauses"; unnoted_pause "$1"; }' >>"$KIT/lib/engine/guard.sh"
}
# has_paused TIMES SECONDS: whether it has begun to wait for so long so often.
has_paused() { (($(grep -cx -- "$2" "$BOX/pauses" 2>/dev/null) >= $1)); }

# soon_over CONDITION: a step of which it is true, which hangs, has one second. All others have as long as they have anywhere.
soon_over() {
  cat >>"$KIT/lib/engine/guard.sh" <<SOON
step() {
  local limit=\$STEP_TIMEOUT
  ! [[ $1 ]] || limit=1
  limited "\$limit" apart "\$@"
}
SOON
}

# hold_lock: from now on another program holds the lock, until let_go.
hold_lock() {
  mkdir -p "$MACHINE/run/stable-bench/private"
  flock "$MACHINE/run/stable-bench/private/lock" sleep 300 3>&- &
  lock_holder=$!
  # It has the lock before it has the child that let_go ends.
  wait_until pgrep -P "$lock_holder" -x sleep >/dev/null
}
lock_is_held() { ! flock -n "$MACHINE/run/stable-bench/private/lock" true; }
let_go() {
  pkill -P "$lock_holder"
  wait "$lock_holder" || true
}

value() { cat "$MACHINE$1"; }
receipt() { evaluate r "$(<"$MACHINE/run/stable-bench/receipt.json")" "$1"; }
# The CPUs of benchmarks, and the others.
cpus() { receipt '[r.cpus.benchmark, r.cpus.housekeeping].join(" ")'; }
# reason KNOB: why its first target is what it is.
reason() { receipt "r.knobs.find(k => k.knob === '$1').reason"; }

# ends_as KNOB REASON: of each receipt that was kept, the grade, and the statuses with which the targets of that knob
# ended for that reason.
ends_as() {
  local joined
  local -a receipts
  mapfile -t receipts <"$BOX/receipts"
  : >"$BOX/receipts"
  printf -v joined ',%s' "${receipts[@]}"
  evaluate receipts "[${joined:1}]" "receipts.map(r => \
    [r.grade, ...new Set(r.knobs.filter(k => k.knob === '$1' && k.reason.startsWith('$2')).map(k => k.status))].join(' ')).join()"
}
keep_receipt() {
  local text
  text=$(<"$MACHINE/run/stable-bench/receipt.json")
  printf '%s\n' "${text//$'\n'/}" >>"$BOX/receipts"
}

# evaluate NAME DOCUMENT EXPRESSION: the value of the JavaScript expression, in which NAME is the JSON document.
evaluate() { node -p "const $1 = JSON.parse(require('fs').readFileSync(0)); $3" <<<"$2"; }

# While there is the file `odd` in BOX, the kernel makes 900000 of the uncore's original 800000.
make_odd_uncore() {
  cat >>"$KIT/lib/engine/guard.sh" <<'ODD'
eval "even_$(declare -f kernel_rule)"
kernel_rule() {
  if [[ $1 == */uncore00/min_freq_khz && $2 == 800000 && -e $ROOT/../odd ]]; then set -- "$1" 900000; fi
  even_kernel_rule "$@"
}
ODD
}
