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
