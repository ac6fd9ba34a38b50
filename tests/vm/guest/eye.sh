# An independent eye on a real kernel: it knows none of the kit's knobs. Rounds of jobs in which something is killed at
# a random moment, or somebody interferes. What is there before the installation, after it, while tuned, after each job
# and after the removal is compared; each difference that is not on a list below, with its reason, is a failure. While
# tuned, each must be in the journal or follow from that (stated.awk).
# /run/share/rounds: how many rounds, and the seed.
source /run/share/guest/scenario.sh
read -r ROUNDS SEED </run/share/rounds

# What counts, measures or keeps the time; where the kernel chooses among allowed CPUs; names that are new each time.
MOVES='^/proc/sys/(fs/(inode-|dentry-state|file-nr|quota|aio-nr|epoll)|dev/cdrom|kernel/(random/|pty/nr|ns_last_pid|perf_event_max_sample_rate|tainted)|net/|debug/)'
# The features of the processor: those that the emulation adds for boost (turbo.ko) are lost when a CPU comes back.
MOVES+='|/cpu[0-9]*/(uevent|modalias):'
MOVES+='|^/proc/irq/[0-9]+/(spurious|effective_affinity|node)'
MOVES+='|/(cpuidle/state[0-9]+/(usage|time|above|below|rejected)|stats/|scaling_cur_freq|cpuinfo_(cur|avg)_freq|thermal_throttle|vmstat|meminfo|numastat|crash_notes|current_clocksource)'
MOVES+='|^/sys/kernel/mm/(ksm/(full_scans|pages_|stable|general)|transparent_hugepage/khugepaged/(full_scans|pages_collapsed)|hugepages/.*/(free|surplus|resv))'
# /proc, /sys: every file that can be read, with its text.
kernel_text() {
  grep -rsI '' /sys/devices/system /sys/kernel/mm /proc/sys /proc/irq | grep -avE "$MOVES"
}

# cgroups, but for what they count, and the numbers of processes.
cgroup_text() {
  grep -rsI '' /sys/fs/cgroup --include='cpuset.*' --include='*.max' --include='*.min' --include='*.low' --include='*.high' \
    --include='*.weight*' --include='cgroup.subtree_control' --include='cgroup.controllers' --include='cgroup.type' |
    grep -avE '(session-|run-|user@|user-)'
}

# Units with all properties, but for times, numbers of processes, what they have used, and their start counters.
# NeedDaemonReload and DropInPaths: the kit never makes systemd read everything again, since that would bring changes of
# others into force.
unit_text() {
  systemctl show --no-pager --all '*.service' '*.socket' '*.timer' '*.slice' '*.mount' '*.swap' init.scope |
    awk '
      # systemd lists the units of a property in any order. Units of the kit are in some lists while it is installed.
      function sorted(text,   word, n, i, k, w, out) {
        n = split(text, word, " ")
        for (i = 2; i <= n; i++) { w = word[i]; for (k = i - 1; k > 0 && word[k] > w; k--) word[k + 1] = word[k]; word[k + 1] = w }
        for (i = 1; i <= n; i++) if (word[i] !~ /^stable-?bench/) out = out " " word[i]
        return out
      }
      function tell(   i) { for (i = 1; i <= n; i++) print id, line[i]; n = 0; id = "" }
      /^$/ { tell(); next }
      { at = index($0, "="); name = substr($0, 1, at - 1); value = substr($0, at + 1) }
      name == "Id" { id = value }
      { line[++n] = name "=" sorted(value) }
      END { tell() }' |
    grep -vE '^\S* (\w*Timestamp\w*|\w*USec\w*|\w*PID\w*|InvocationID|CPUUsageNSec|Memory\w*(Current|Available|Peak)|Tasks\w*|IO\w*Bytes|IO\w*Operations|IP\w*(Bytes|Packets)|NRestarts|Exec\w*=|NextElapse|LastTrigger|NAccepted|NConnections|NRefused|Job|NeedDaemonReload|DropInPaths|ControlGroupId|FileDescriptorStore|NFileDescriptorStore|ExecMain\w*|Result|StatusText|StatusErrno|TriggeredBy|Effective\w+=)' |
    grep -vE '^(stable-bench|stablebench|actions\.runner|user@|user-|run-|session-|sys-|dev-)'
}

# All that runs, by name: nice value, real-time priority, policy, cgroup and CPUs. Numbers are new each time, and workers
# of the kernel come and go. The CPUs of threads that the kernel itself binds (PF_NO_SETAFFINITY, such as rescuers of
# workqueues) are its own business.
PASSING='kworker|ps|bash|sleep|grep|awk|mawk|sort|systemctl|sudo|Runner|runsvc|sed|find|cat|systemd-|\(sd-'
task_text() {
  grep -Hs '' /proc/[1-9]*/cgroup /proc/[1-9]*/task/[1-9]*/{stat,status} | awk '
    { split($1, part, "[/:]"); id = part[5] }
    part[4] == "cgroup" { sub(/^[^:]*:[^:]*:[^:]*:/, "", $1); sub(/\/(session-|run-|user@|user-).*/, "", $1); group[part[3]] = $1 }
    part[6] == "stat" { sub(/^.*\) /, ""); how[id] = $17 " " $38 " " $39; bound[id] = int($7 / 67108864) % 2 }
    part[6] == "status" && $1 ~ /:Name:$/ { name = $2 }
    part[6] == "status" && $1 ~ /:Cpus_allowed_list:$/ { print "task", name, how[id], group[part[3]], bound[id] ? "-" : $2 }' |
    grep -vE "^task ($PASSING)" | sort -u
}

# Files: of /etc with their content; elsewhere path, kind, mode and owner. /run: not what systemd, udev and the log
# count there, nor irqbalance's socket, which has the number of its process.
file_text() {
  find /etc -xdev -type f -exec md5sum -- {} +
  find /etc /usr/local /usr/lib /var/lib -xdev ! -path '/var/lib/systemd/*' ! -path '/var/lib/apt/*' -printf '%p %y %m %u %l\n'
  find /run -xdev \( -path /run/share -o -path /run/jobs -o -path /run/udev -o -path /run/log -o -path '/run/systemd/units' -o \
    -path /run/systemd/journal -o -path /run/systemd/sessions -o -path /run/systemd/users -o -path /run/user -o -path /run/sudo \
    -o -path /run/systemd/inaccessible -o -path /run/systemd/propagate -o -path /run/credentials -o -path /run/irqbalance -o -path '/run/eye*' \) -prune \
    -o -printf '%p %y %m %u\n'
}

look() { # NAME
  (
    kernel_text
    cgroup_text
    unit_text
    task_text
    file_text
    cut -d' ' -f4- /proc/self/mountinfo | grep -vE ' /run/(share|user|credentials)'
    sed 's/[0-9]*[[:space:]]*-[0-9]*$//' /proc/swaps | cut -f1
  ) 2>/dev/null | LC_ALL=C sort -u >"/run/eye-$1"
}

# only A B [REGEX]: no line differs but those that match.
only() {
  nothing "$1" "$2" "$(diff "/run/eye-$1" "/run/eye-$2" | grep '^[<>]' | grep -avE "${3:-^$}" || true)"
}
nothing() { # A B UNEXPECTED
  [[ -z $3 ]] && return
  printf 'between %s and %s:\n%s\n' "$1" "$2" "$(head -n 40 <<<"$3")"
  return 1
}
# begin: the job of this round runs, and what differs meanwhile is in the journal or follows from it.
begin() {
  local unexpected
  start one && look tuned && unexpected=$(awk -f "$share/guest/stated.awk" $JOURNAL /run/eye-{installed,tuned}) || return
  nothing installed tuned "$(LC_ALL=C sort <<<"$unexpected")"
}
# What an installation brings, and what a job leaves: what the kit notes between two jobs, and its history.
KIT='stable-bench|stablebench|/etc/systemd/system|/opt/actions-runner|/var/lib/stable-bench'
NOTES='^[<>] /run/stable-bench(/(generation|journal\.last|private(/(lock|results|error|noise|leases|turn-[0-9]+))?))? [df] |^[<>] /var/lib/stable-bench(/history)? [df] '
# Folders that systemd makes for the first run-time property, and keeps.
FOLDERS='^[<>] /run/systemd/(system\.control|transient) d '

# kill_soon PATTERN: kills the process whose command line matches, at a random moment after it has begun; not at all if
# it is faster than that. TRIED, KILLED: how often.
TRIED=0 KILLED=0
kill_soon() {
  local pid='' end=$((SECONDS + 120))
  ((++TRIED))
  until pid=$(pgrep -of "$1"); do ((SECONDS < end)) || return 0; done
  read -r -t "$((RANDOM % 8)).$((RANDOM % 10))" -u "$NOTHING" _ || true
  kill -KILL "$pid" 2>/dev/null && ((++KILLED)) && echo "killed $1 ($pid)"
  return 0
}
# fill_run COMMAND...: what it causes happens with a full /run, for twenty seconds.
fill_run() {
  head -c 2G /dev/zero >/run/eye-filler 2>/dev/null || true
  "$@"
  read -r -t 20 -u "$NOTHING" _ || true
  rm -f /run/eye-filler
}
go_on() { touch /run/jobs/one/go; }
host_of() { echo "^/bin/bash -p .*/lib/main.sh $1 "; }

round() { # WHAT
  local n
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  case $1 in
    nothing) begin && go_on && wait_for 200 ended one ;;
    tune)
      queue one && kill_soon "$(host_of tune)" && go_on && wait_for 200 ended one
      ;;
    hook)
      queue one && kill_soon 'bash -e /usr/lib/stable-bench/job-started.sh|sudo -n .*stable-bench-host tune' && go_on && wait_for 200 ended one
      ;;
    restore) begin && go_on && kill_soon "$(host_of restore)" && wait_for 200 ended one ;;
    verify) begin && go_on && kill_soon "$(host_of verify)" && wait_for 200 ended one ;;
    guard) begin && kill -KILL "$(worker one)" && kill_soon "$(host_of guard)" ;;
    worker) begin && kill -KILL "$(worker one)" ;;
    sudo) begin && go_on && kill_soon '^(/usr/bin/)?sudo -n .*stable-bench-host restore' && wait_for 200 ended one ;;
    recover)
      # Both see that nobody holds the machine any more.
      begin && kill -KILL "$(worker one)" && { systemctl restart --no-block stable-bench-recover; kill_soon "$(host_of recover)"; }
      ;;
    flood)
      begin && { for ((n = 0; n < 30; n++)); do sudo -u runner sudo -n /usr/lib/stable-bench/stable-bench-host status & done; } >/dev/null 2>&1 &&
        go_on && wait_for 400 ended one
      ;;
    listener)
      begin && kill -KILL "$(listener one)" && sleep 3 && tuned && go_on
      ;;
    full)
      fill_run queue one
      go_on && wait_for 300 ended one
      ;;
    # The stand-in for the runner cannot note that its job has ended.
    full-restore) begin && fill_run go_on ;;
    offline)
      begin && echo 0 >/sys/devices/system/cpu/cpu2/online && go_on && wait_for 200 ended one &&
        echo 1 >/sys/devices/system/cpu/cpu2/online
      ;;
    administrator)
      begin && echo 77 >/proc/sys/vm/stat_interval && go_on && wait_for 200 ended one &&
        grep -qx 77 /proc/sys/vm/stat_interval && echo 1 >/proc/sys/vm/stat_interval
      ;;
  esac || return
  wait_for 120 settled || return
  systemctl is-active --quiet "$SERVICE" || { systemctl reset-failed "$SERVICE"; systemctl restart "$SERVICE"; }
}

eye() {
  local n what
  local -a whats=(nothing tune tune hook restore restore verify guard guard sudo sudo recover recover flood worker listener
    full full-restore offline administrator)
  RANDOM=$SEED
  quiet_irqbalance
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' "$share/runner-hooks/lib/environment.sh"
  make_runner "$RUNNER" "$SERVICE"
  systemctl daemon-reload && systemctl start "$SERVICE"
  look fresh
  look again
  only fresh again
  "$share/runner-hooks/install.sh" --runner "$RUNNER"
  systemctl restart "$SERVICE"
  look installed
  only fresh installed "$KIT"
  for ((n = 1; n <= ROUNDS; n++)); do
    what=${whats[RANDOM % ${#whats[@]}]}
    echo "round $n: $what"
    round "$what" || fail "round $n of seed $SEED: $what"
    look after
    only installed after "$NOTES|$FOLDERS" || fail "round $n of seed $SEED: $what"
    rm -rf /run/jobs/*
  done
  echo "killed $KILLED of $TRIED"
  # Half of them are faster than the random moment.
  ((KILLED >= TRIED / 6)) || fail "seed $SEED: too few kills"
  /usr/lib/stable-bench/uninstall.sh
  look removed
  only fresh removed "$FOLDERS"
}
scenario eye eye
