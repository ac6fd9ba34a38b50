# Sourced. Prints everything that a tune could change, and more, as text that must be the same afterwards.

# Files of the kernel: all of /proc/sys but what counts or changes by itself, and what the knobs know in /sys.
kernel_files() {
  grep -rs --exclude-dir={net,binfmt_misc} '' /proc/sys | grep -vE '^/proc/sys/(fs/(inode-|dentry-state|file-nr|quota|aio-nr)|dev/cdrom|kernel/(random/(uuid|entropy)|pty/nr|ns_last_pid|perf_event_max_sample_rate|tainted)|debug/)'
  grep -s '' /sys/devices/system/cpu/{online,offline,isolated,smt/*,cpufreq/boost} /sys/devices/system/cpu/cpu*/online \
    /sys/devices/system/cpu/cpu*/power/pm_qos_resume_latency_us \
    /sys/devices/system/cpu/cpufreq/policy*/{scaling_governor,scaling_min_freq,scaling_max_freq,affected_cpus,related_cpus} \
    /sys/devices/system/cpu/cpufreq/{,policy*/}{schedutil,ondemand,conservative}/* \
    /sys/kernel/mm/transparent_hugepage/{,khugepaged/}{enabled,defrag} /sys/kernel/mm/ksm/run \
    /sys/devices/virtual/workqueue/{,*/}cpumask /proc/irq/default_smp_affinity /proc/irq/*/smp_affinity_list
}

# Every cgroup with its CPUs, partition, controllers and swap limit.
cgroups() {
  grep -rs '' /sys/fs/cgroup --include={cpuset.cpus,cpuset.cpus.partition,cpuset.cpus.effective,cpuset.mems.effective,memory.swap.max,memory.min,cgroup.subtree_control,cgroup.controllers}
}

units() {
  systemctl list-units --plain --no-legend --no-pager --type=service,socket,timer,slice,scope |
    awk '{ print "unit", $1, $2, $3 }'
  systemctl show --no-pager -p Id,AllowedCPUs,EffectiveCPUs,MemorySwapMax,MemoryMin \
    -- -.slice system.slice user.slice machine.slice init.scope stablebench.slice cron.service dbus.service
  find /run/systemd/{system,system.control,transient} /etc/systemd/system.control -mindepth 1 2>/dev/null
}

# The CPUs of every thread that lives long: kernel threads whose CPUs can be set at all, daemons by name. Through grep,
# since processes end meanwhile and mawk stops at the first file that is gone.
threads() {
  grep -Hs '' /proc/[1-9]*/stat /proc/[1-9]*/status | awk '
    { split($1, part, "[/:]"); pid = part[3] }
    # PF_KTHREAD without PF_NO_SETAFFINITY
    part[4] == "stat" { settable[pid] = int($9 / 2097152) % 2 && !(int($9 / 67108864) % 2) }
    part[5] == "Name" { name = $2 }
    # Linux starts a new psimon whenever a program (systemd since 254) begins to watch the memory pressure of a cgroup.
    part[5] == "Cpus_allowed_list" && settable[pid] { print "thread", name == "psimon" ? "" : pid, name, $2 }
    part[5] == "Cpus_allowed_list" && name ~ /^(systemd|dbus-daemon|cron|irqbalance|Runner.Listener|pinned)/ { print "daemon", name, $2 }
  '
}

snapshot() { (set +e; kernel_files; cgroups; units; threads) | LC_ALL=C sort; }
