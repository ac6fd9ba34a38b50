# What a process inherits from the one that called it, and the root program may not keep: with any of it a caller could
# slow down, stop or end a process that holds the lock. sudo changes none of this. The lock is taken afterwards.

# By builtins, since the caller's cgroup may allow no further process: limits, descriptors, mask, whom the kernel ends first when memory is short, and how late it may wake a process up.
drop_inherited() {
  local limit fd
  ulimit -c 0
  # `ulimit -f 0` would end this process at its first write, `ulimit -t 1` after a second; without pending signals (-i)
  # no time limit works.
  for limit in -d -f -i -l -m -q -t -u -v -x; do ulimit "$limit" unlimited || ulimit -S "$limit" hard; done 2>/dev/null
  { ulimit -n 4096 || ulimit -S -n hard; ulimit -s 8192 || ulimit -S -s hard; } 2>/dev/null
  # bash reads its script from 255.
  for fd in /proc/self/fd/*; do
    fd=${fd##*/}
    ((fd <= 2 || fd == 255)) || exec {fd}>&-
  done
  umask 077
  { printf '%d\n' -900 >/proc/self/oom_score_adj; } 2>/dev/null
  { printf '%d\n' 50000 >/proc/self/timerslack_ns; } 2>/dev/null
  return 0
}

# Becomes the command $@ with the usual scheduling policy, the highest priority, all CPUs, memory of any NUMA node, and a session of its own. A
# job's processes have no such priority, however many they are. Linux weighs each session as a whole (autogroup), and
# every process of one may lower its weight. OWN_SESSION=no keeps the caller's.
exec_on_own_terms() { # COMMAND...
  local status='' all='' policy=''
  local -a terms=() field=()
  own_stat
  { IFS= read -r -d '' status </proc/self/status; } 2>/dev/null
  # What it has says each of its mappings.
  { read -r _ policy _ </proc/self/numa_maps; } 2>/dev/null
  { IFS= read -r all </sys/devices/system/cpu/possible; } 2>/dev/null
  # Without -w the caller would not wait. It is already that of a unit of systemd.
  [[ ${field[3]-} == "$$" || ${OWN_SESSION-} == no ]] || add_term setsid -w
  [[ ${field[38]-0} == 0 ]] || add_term chrt -o 0
  [[ -z $all || $status == *$'\nCpus_allowed_list:\t'"$all"$'\n'* ]] || add_term taskset -c "$all"
  if [[ ${policy:-default} != default ]]; then
    # On a NUMA node that the caller has filled, it would wait for memory.
    add_term numactl --localalloc
    if [[ ${terms[*]} != *numactl* ]]; then
      printf 'stable-bench: this process has a memory policy (%s), and there is no numactl to change it: call it without one\n' "$policy" >&2
      exit 64
    fi
  fi
  if ((EUID == 0)); then
    add_term ionice -t -c 0
    add_term nice -n -40
  fi
  exec "${terms[@]}" "$@"
}

# field: what /proc says of this process, from the third field on: proc(5) has the session as the sixth, the policy as the 41st.
own_stat() {
  local stat=''
  { IFS= read -r -d '' stat </proc/self/stat; } 2>/dev/null
  # shellcheck disable=SC2206  # words on purpose: `<<<` may need a file in /tmp, which a user may have filled
  field=(${stat##*\) })
}

# Adds a command in front of the program, where the system has it.
add_term() { ! type -P "$1" >/dev/null || terms+=("$@"); }

# Leaves the caller's cgroup, which may be frozen, or out of time, memory or processes. OWN_CGROUP: what it was. The kit's
# own units are their own, and systemd knows them by it.
leave_cgroup() {
  local top=$ROOT/sys/fs/cgroup dir
  local -a field=()
  cgroup_of self
  OWN_CGROUP=$REPLY
  [[ $REPLY != */stable-bench-@(guard|recover).service ]] || return 0
  if [[ -e $top/cgroup.procs ]]; then
    { printf '%d\n' "$$" >"$top/cgroup.procs"; } 2>/dev/null
  else
    # cgroup v1: every hierarchy but systemd's own, by which it knows units.
    for dir in "$top"/*/; do
      [[ $dir == */@(systemd|unified)/ ]] || { printf '%d\n' "$$" >"${dir}cgroup.procs"; } 2>/dev/null
    done
  fi
  # Of a session that is its caller's (a ladder's) others would have the weight, too, and keep it.
  own_stat
  [[ ${field[3]-} != "$$" ]] || { printf '%d\n' -20 >/proc/self/autogroup; } 2>/dev/null
  return 0
}
