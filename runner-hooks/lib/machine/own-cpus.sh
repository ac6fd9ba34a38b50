# Threads that have CPUs of their own: by taskset, CPUAffinity=, or as a virtual CPU.

# Succeeds when the thread whose status was just read belongs to a service: not to the kernel, a person or the job.
of_service() {
  ((STATUS_PARENT != 2)) || return
  ((STATUS_UID == 0)) || ((STATUS_UID != ${CALLER_UID:-0} && (STATUS_UID < 1000 || STATUS_UID >= 60000)))
}

declare -gA ALL_CPUS=()

# Succeeds when the CPUs $2 of process $1 are its own: neither all that are online nor all of its cgroup.
own_cpus() {
  local group
  # Thousands of threads share a handful of lists.
  if [[ -z ${ALL_CPUS[$2]-} ]]; then
    if all_of /sys/devices/system/cpu/online "$2"; then ALL_CPUS[$2]=yes; else ALL_CPUS[$2]=no; fi
  fi
  [[ ${ALL_CPUS[$2]} == no ]] || return
  cgroup_of "$1"
  group=$REPLY
  until [[ -z $group ]] || has "/sys/fs/cgroup$group/cpuset.cpus.effective"; do group=${group%/*}; done
  [[ -z $group ]] || ! all_of "/sys/fs/cgroup$group/cpuset.cpus.effective" "$2"
}

# Succeeds when the online CPUs of list $2 are exactly those in file $1.
all_of() {
  local all
  kernel_read "$1" && all=$REPLY && online_part "$2" && same_list "$REPLY" "$all"
}

# What taskset sets stays for good since Linux 6.2: the kernel never gives the thread any other CPU. So taskset is left out
# where the thread already has its CPUs again, whatever CPUs it has that are offline.
has_again() { # THREAD CPUS
  local now
  cpus_of "$1" && now=$REPLY && list_without "$2" "$now" && ((${#LIST[@]} == 0)) &&
    online_part "$now" && now=$REPLY && online_part "$2" && same_list "$now" "$REPLY"
}

# REPLY: the list $1, with the CPUs that are offline where the thread had all others: those of the machine, or of a node
# (kcompactd, kswapd: the kernel itself binds them anew when a CPU comes). The thread may have them when they come back.
with_offline() { # CPUS
  local all
  REPLY=$1
  [[ $STAT_NAME == @(kcompactd|kswapd)+([0-9]) ]] || all_of /sys/devices/system/cpu/online "$1" || return 0
  if kernel_read /sys/devices/system/cpu/possible && all=$REPLY && kernel_read /sys/devices/system/cpu/online &&
    list_without "$all" "$REPLY"; then list_compress "${LIST[@]}"; else REPLY=''; fi
  list_expand "$1${REPLY:+,$REPLY}"
  list_compress "${LIST[@]}"
}
