# Sourced by the eye: what it reads of the machine, as lines of text, and how two looks are compared.

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
