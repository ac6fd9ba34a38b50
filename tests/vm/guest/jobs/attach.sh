# The verbs for a job that the machine is tuned for: benchmark CPUs, a cold cache, verified settings.
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before

# Prints the CPUs, priority and cgroup of a process.
cat >/usr/local/bin/where <<'WHERE'
#!/bin/bash
echo "where: $(grep Cpus_allowed_list /proc/self/status | cut -f2) $(nice) $(cut -d: -f3 /proc/self/cgroup)"
WHERE
chmod +x /usr/local/bin/where

# The attached step starts a benchmark that forks. Processes that it leaves on the CPUs end with the job.
attach_one() {
  configure 'memory = 64M required'
  job one <<STEPS
== 1
where
sudo -n $HOST attach
where
echo "kept: \$(cat /sys/fs/cgroup/stablebench.slice/memory.min) \$(ulimit -l)"
taskset -c 2 where
if taskset -c 0 true; then exit 1; fi
bash -c 'while :; do :; done' & burn=\$!
sleep 1
awk '{ print "ran on CPU", \$39 }' /proc/\$burn/stat
kill \$burn
setsid sleep 1000 </dev/null >/dev/null 2>&1 &
echo \$! >/run/jobs/one/stray
== 2
where
== 3
if sudo -n $HOST attach now; then exit 1; fi
sudo -n $HOST drop-caches
STEPS
  queue one
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 ]]
  [[ $(grep -c '^where: 2 -5 /stablebench.slice' "/run/jobs/one/log") == 2 ]]
  # Before the attach, and in the next step, the process is where all others are.
  [[ $(grep -c "^where: 0 0 /system.slice/$SERVICE" "/run/jobs/one/log") == 2 ]]
  logged one 'kept: 67108864 unlimited'
  logged one 'ran on CPU 2'
  logged one 'dropped the page cache'
  wait_for 60 test ! -d "/proc/$(cat /run/jobs/one/stray)"
  as_before
}

# A terminal makes sudo put a monitor with a terminal of its own between the job and us (use_pty).
attach_terminal() {
  job one <<STEPS
== 1
script -qec "sudo -n $HOST attach; where" /dev/null
== 2
touch /run/jobs/one/running
until [ -e /run/jobs/one/go ]; do sleep 1; done
sudo -n $HOST attach
where
== 3
script -qec "sudo -n $HOST attach; where" /dev/null
STEPS
  start one
  sed -i 's/use_pty/!use_pty/' /etc/sudoers.d/stable-bench
  touch /run/jobs/one/go
  wait_for 200 ended one
  sed -i 's/!use_pty/use_pty/' /etc/sudoers.d/stable-bench
  log one
  [[ $(result one) == 0 && $(grep -c '^where: 2 -5 /stablebench.slice' "/run/jobs/one/log") == 3 ]]
  as_before
}

# Several CPUs: a partition that balances its load, so two threads do not share one CPU.
attach_several() {
  configure 'cpus = 2-3' 'smt = keep'
  job one <<STEPS
== 1
cat /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition
sudo -n $HOST attach
where
bash -c 'while :; do :; done' & one=\$!
bash -c 'while :; do :; done' & two=\$!
cpus() { awk '{ print \$39 }' /proc/\$one/stat /proc/\$two/stat | sort -u | xargs; }
for ((i = 0; i < 120; i++)); do [[ \$(cpus) != '2 3' ]] || break; sleep 0.5; done
kill \$one \$two
((i < 120)) && echo "shared by both"
STEPS
  queue one
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 ]]
  logged one '^root$'
  logged one '^where: 2-3 -5 /stablebench.slice'
  logged one 'shared by both'
  as_before
}

# attach is refused without a job, for another job, and for a process of another user.
attach_refused() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  ! sudo -u runner sudo -n "$HOST" attach || fail 'a process without a job was attached'
  ! sudo -u runner sudo -n "$HOST" drop-caches || fail 'the cache was dropped without a job'
  # root's own shell is no process of the caller.
  ! sudo -u runner bash -c "exec sudo -n $HOST attach" || fail 'attached by exec'
  ! grep -q . /sys/fs/cgroup/stablebench.slice/cgroup.procs || fail 'something is in the slice'
  [[ $(ps -o ni= -p $$) -eq 0 ]]
  touch /run/jobs/one/go
  as_before 120
}

# A restore from inside the slice, which it ends, gets through.
restore_inside() {
  job one <<<$'== 1\nsudo -n '"$HOST"$' attach\nsudo -n '"$HOST"$' restore\ntrue'
  queue one
  wait_for 120 ended one
  log one
  as_before 120
}

drift_reported() {
  local policy=/sys/devices/system/cpu/cpufreq/policy0/scaling_governor
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  # Its workings are systemd's business: they do not disturb the partition.
  systemctl daemon-reload
  [[ $(cat /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition) == isolated ]]
  echo powersave >$policy
  touch /run/jobs/one/go
  wait_for 120 ended one
  log one
  logged one 'drifted: it was performance after the tune (wanted performance, is powersave)'
  logged one 'foreign: somebody set it to powersave, left alone'
  [[ $(cat $policy) == powersave ]]
  echo schedutil >$policy
  as_before
}

# Another slice uses the CPU, and then has it for itself: the required knob fails, everything is restored, no step of
# the job runs, and the other slice keeps its CPUs.
required_fails() {
  configure 'partition = auto required'
  systemctl start squatter.slice
  systemctl set-property --runtime squatter.slice AllowedCPUs=2
  refused one 'partition: failed: squatter.slice has been given CPUs 2, which a partition may not share'
  echo root >/sys/fs/cgroup/squatter.slice/cpuset.cpus.partition
  refused two 'AllowedCPUs failed: squatter.slice is a partition that holds CPUs 2'
}
refused() { # JOB WHY
  snapshot >/run/with-squatter
  job "$1" <<<$'== 1\ntouch /run/jobs/running'
  queue "$1"
  wait_for 120 ended "$1"
  log "$1"
  [[ $(result "$1") == 1 && ! -e /run/jobs/running ]]
  logged "$1" "$2"
  logged "$1" 'a required knob failed: \(restoring\|nothing was changed\)'
  wait_for 60 settled
  snapshot >/run/now
  diff /run/with-squatter /run/now
}

# What Docker does with --cgroup-parent=stablebench.slice and the cgroup driver systemd: it asks systemd for a scope in that
# slice. Its processes are on the benchmark CPUs without attach, and end with the job.
container_slice() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  systemd-run --quiet --scope --slice=stablebench.slice --unit=docker-0a1b.scope -p Delegate=yes sleep 500 &
  wait_for 60 grep -qs . /sys/fs/cgroup/stablebench.slice/docker-0a1b.scope/cgroup.procs
  read -r pid </sys/fs/cgroup/stablebench.slice/docker-0a1b.scope/cgroup.procs
  cpus=$(sed -n 's/^Cpus_allowed_list:\t//p' "/proc/$pid/status")
  [[ $cpus == "$(sed -n 's/^cpus|\([^|]*\)|.*/\1/p' $JOURNAL)" ]] || fail "it runs on $cpus"
  [[ $(cat /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition) == isolated ]]
  touch /run/jobs/one/go
  wait_for 120 ended one
  wait_for 60 test ! -d "/proc/$pid"
  as_before 120
}

scenario attach-one attach_one
scenario container-slice container_slice
scenario attach-terminal attach_terminal
scenario attach-several attach_several
scenario attach-refused attach_refused
scenario restore-inside restore_inside
scenario drift-reported drift_reported
scenario required-fails required_fails
