# Who called. Root looks it up in /proc and believes no message.

# For process $1: STAT_NAME, STAT_PARENT, STAT_FLAGS, STAT_START (start time in clock ticks since boot).
process_stat() {
  local text='' fields
  { IFS= read -r -d '' text <"$ROOT/proc/$1/stat"; } 2>/dev/null
  [[ $text == *\(*\)* ]] || return 1
  STAT_NAME=${text#*\(}
  STAT_NAME=${STAT_NAME%\)*}
  # shellcheck disable=SC2206  # words on purpose: no pipe, this runs for every process
  fields=(${text##*\) })
  STAT_PARENT=${fields[1]-} STAT_FLAGS=${fields[6]-} STAT_START=${fields[19]-}
  # Linux also calls a process a zombie whose first thread alone has ended.
  [[ ${fields[0]} != [ZX] || ($1 != */* && ${fields[17]-0} != [01]) ]] &&
    [[ "$STAT_PARENT.$STAT_FLAGS.$STAT_START" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]
}

# REPLY: the user of process $1. Fails when its real, effective, saved and file system users differ.
process_uid() {
  local key real effective saved filesystem
  while read -r key real effective saved filesystem; do
    [[ $key == Uid: ]] || continue
    REPLY=$real
    [[ $real == "$effective" && $real == "$saved" && $real == "$filesystem" ]]
    return
  done 2>/dev/null <"$ROOT/proc/$1/status"
  return 1
}

# REPLY: the CPUs of process $1, or of thread PROCESS/task/THREAD. STATUS_PARENT, STATUS_UID: its parent and user.
cpus_of() {
  local text='' newline=$'\n'
  { IFS= read -r -d '' text <"$ROOT/proc/$1/status"; } 2>/dev/null
  STATUS_PARENT=0 STATUS_UID=0
  # Only at the beginning of a line: the first one holds a name that the process has chosen.
  [[ ! $text =~ ${newline}PPid:[[:space:]]([0-9]+) ]] || STATUS_PARENT=${BASH_REMATCH[1]}
  [[ ! $text =~ ${newline}Uid:[[:space:]]([0-9]+) ]] || STATUS_UID=${BASH_REMATCH[1]}
  [[ $text =~ ${newline}Cpus_allowed_list:[[:space:]]([0-9,-]*) ]] && REPLY=${BASH_REMATCH[1]}
}

# Finds the caller's Runner.Worker: WORKER_PID, WORKER_START. The outermost ancestor of that name with the caller's
# user counts, so a job that starts a namesake below its real worker gains nothing.
find_worker() { # CALLER_UID
  local pid=$PPID depth
  WORKER_PID='' WORKER_START=''
  for ((depth = 0; pid > 1 && depth < 64; depth++)); do
    process_stat "$pid" || break
    if [[ $STAT_NAME == Runner.Worker ]] && process_uid "$pid" && [[ $REPLY == "$1" ]]; then
      WORKER_PID=$pid WORKER_START=$STAT_START
    fi
    pid=$STAT_PARENT
  done
  [[ -n $WORKER_PID ]]
}

# The caller: CALLER_KIND (worker, service, root or nobody), CALLER_PID, CALLER_START, CALLER_UID, CALLER_UNIT.
identify_caller() { # CALLER_UID
  CALLER_UID=$1 CALLER_PID=0 CALLER_START=0 CALLER_UNIT=
  if find_worker "$1"; then
    CALLER_KIND=worker CALLER_PID=$WORKER_PID CALLER_START=$WORKER_START
  elif [[ $1 != 0 && $1 != "$UID" ]]; then
    CALLER_KIND=nobody
  elif ((PPID == 1)); then
    CALLER_KIND=service # ExecStartPre=+ of a runner's unit: the ephemeral mode.
    ! service_group "$OWN_CGROUP" || CALLER_UNIT=${REPLY##*/}
  else
    CALLER_KIND=root
  fi
}

# Succeeds while process $1 with start time $2 lives.
still_runs() { process_stat "$1" && [[ $STAT_START == "$2" ]]; }

# REPLY: the seconds since the boot. A clock may jump, and a journal lives no longer than a boot. The guard calls this
# without the lock, so it must not write to $RUN.
seconds_up() {
  { read -r REPLY _ <"$ROOT/proc/uptime"; } 2>/dev/null
  REPLY=${REPLY%%.*}
  [[ $REPLY =~ ^[0-9]{1,12}$ ]] || REPLY=0
}

# Succeeds while the owner of the open journal may keep the machine: a worker, or a ladder, until it or its lease ends, a
# service (ephemeral mode) until it stops. Root by hand has no process (0).
owner_holds() {
  seconds_up
  if ((REPLY >= J_LEASE_END)); then
    service_runs || return
    # The guard looks every two seconds, but asks systemd once a minute.
    seconds_up
    J_LEASE_END=$((REPLY + 60))
  fi
  ((J_OWNER_PID == 0)) || still_runs "$J_OWNER_PID" "$J_OWNER_START"
}

# Succeeds while the owner is a service, unless systemd says that it has stopped: a job may be running in it.
service_runs() {
  local state
  [[ $J_OWNER_KIND == service && -n $J_OWNER_UNIT ]] && has_systemd || return
  state=$(timeout -k 2 "$STEP_TIMEOUT" systemctl is-active -- "$J_OWNER_UNIT" </dev/null 2>/dev/null)
  [[ $state == @(|active|activating|reloading|refreshing|deactivating) ]]
}

# Succeeds when the machine is tuned for a service, and the caller is a job of that service.
works_for_owner() {
  [[ $J_OWNER_KIND == service && -n $J_OWNER_UNIT && $CALLER_KIND == worker ]] || return
  cgroup_of "$CALLER_PID"
  service_group "$REPLY" && [[ ${REPLY##*/} == "$J_OWNER_UNIT" ]]
}

# Succeeds when the caller is the owner of the open journal.
same_owner() {
  [[ $J_OWNER_KIND == "$CALLER_KIND" && $J_OWNER_PID == "$CALLER_PID" && $J_OWNER_START == "$CALLER_START" &&
    $J_OWNER_UNIT == "$CALLER_UNIT" ]]
}

# REPLY: the cgroup v2 of process $1. Without one, its cgroup in systemd's own hierarchy.
cgroup_of() {
  local line own=''
  REPLY=''
  while IFS= read -r line; do
    case $line in
      0::*) REPLY=${line#0::} ;;
      *:name=systemd:*) own=${line#*:name=systemd:} ;;
    esac
  done 2>/dev/null <"$ROOT/proc/$1/cgroup"
  [[ $REPLY == /?* ]] || REPLY=${own:-$REPLY}
  [[ $REPLY == /* && $REPLY/ != */../* ]] || REPLY=''
}

# REPLY: the part of cgroup $1 that is a service of this machine's own systemd: above that there are slices only. Below a scope
# (a container's), another service or a user's own systemd, others choose such names.
service_group() {
  [[ $1/ =~ ^((/[^/|]+\.slice)*/[^/|]+\.service)/ && $1/ != */../* && $1 != */user@* ]] && REPLY=${BASH_REMATCH[1]}
}

# REPLY: the worker that stands for a job: of the user's workers in the cgroup of the runner's service, the oldest. A job that
# starts namesakes of its worker is one job all the same.
oldest_worker() { # GROUP UID PID
  local pid oldest=$3 start=''
  [[ -z $1 ]] || for pid in "$ROOT"/proc/[1-9]*([0-9]); do
    pid=${pid##*/}
    if ! process_stat "$pid" || [[ $STAT_NAME != Runner.Worker ]] || ! process_uid "$pid" || [[ $REPLY != "$2" ]]; then continue; fi
    cgroup_of "$pid"
    [[ $REPLY/ == "$1"/* ]] || continue
    [[ -n $start ]] && ((STAT_START >= start)) || oldest=$pid start=$STAT_START
  done
  REPLY=$oldest
}
