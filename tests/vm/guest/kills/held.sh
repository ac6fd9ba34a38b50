# What a job's user can do to whoever holds the lock, and to a restore: by priority, by the number of its processes, by its
# cgroup, and by opening files.
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before

# Not even installed, tuned or restored is there a file of the kit that the runner's user could lock.
nothing_to_open() {
  local path
  chmod 0755 "$RUN/private" && chmod 0644 "$RUN/private/lock"
  "$share/runner-hooks/install.sh" >/dev/null
  job one <<STEPS
== 1
for path in $RUN/private/lock $RUN/private/leases $RUN/private $RUN/journal $RUN/generation; do
  if flock -n \$path true; then echo "COULD LOCK \$path"; fi
done
find $RUN -type f -readable 2>/dev/null || true
STEPS
  queue one
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 ]]
  ! grep 'COULD LOCK' /run/jobs/one/log || fail 'the lock is open to the job'
  [[ $(grep -c "^$RUN" /run/jobs/one/log) == 1 ]]
  as_before
}

# A call with the lowest priority, on one CPU, that gets no CPU time once it has the lock: root's restore gets through.
idle_holder() {
  job one <<STEPS
== 1
for i in 1 2 3 4 5 6 7 8; do setsid perl -e '1 while 1' & done
for i in 1 2 3; do setsid taskset -c 0 chrt --idle 0 nice -n 19 sudo -n $HOST status >/dev/null 2>&1 & done
for i in 1 2 3; do setsid chrt --batch 0 sudo -n $HOST status >/dev/null 2>&1 & done
touch /run/jobs/one/running
sleep 10
STEPS
  start one
  "$HOST" restore
  [[ ! -e $JOURNAL ]]
  wait_for 200 ended one
  log one
  as_before 120
  pkill -KILL -u runner perl || true
}

# Forty loops in sessions of their own, which the job leaves behind: they end with it, before the restore.
loops_left() {
  job one <<STEPS
== 1
for i in {1..40}; do setsid perl -e '1 while 1' </dev/null >/dev/null 2>&1 & done
STEPS
  queue one
  wait_for 400 ended one
  log one
  logged one 'ended 40 processes that the job had left behind'
  logged one 'restored [0-9]* targets'
  ! pgrep -u runner perl || fail 'the loops go on'
  as_before
}

# Worker and hook are gone: the guard ends what is left, and restores.
loops_and_no_hook() {
  job one <<STEPS
== 1
for i in {1..20}; do setsid perl -e '1 while 1' </dev/null >/dev/null 2>&1 & done
touch /run/jobs/one/running
sleep 500
STEPS
  start one
  kill -KILL "$(worker one)"
  wait_for 200 settled
  ! pgrep -u runner perl || fail 'the loops go on'
  as_before
}

# 150 processes that start the next one and end, again and again: no list of them is ever true. The machine is restored beside
# them.
fork_bomb() {
  job one <<STEPS
== 1
perl -e 'use POSIX; for (1..150) { fork and next; setsid; while (1) { exit if fork } }' </dev/null >/dev/null 2>&1
STEPS
  queue one
  wait_for 400 ended one
  log one
  wait_for 400 settled
  # Which is also the end of the runner.
  echo 1 >"/sys/fs/cgroup/system.slice/$SERVICE/cgroup.kill"
  wait_for 60 stopped
  systemctl reset-failed "$SERVICE"
  systemctl restart "$SERVICE"
  as_before
}
stopped() { [[ $(systemctl is-active "$SERVICE") != @(active|deactivating) ]]; }

# The user has no inotify instance and no descriptor left, and the machine hardly any open file for users.
exhausted() {
  local most
  most=$(</proc/sys/fs/file-max)
  job one <<STEPS
== 1
for i in 1 2 3 4; do
  setsid perl -e '1 while syscall(294, 0) >= 0; while (open my \$f, "<", "/dev/null") { push @f, \$f } sleep 1000' </dev/null >/dev/null 2>&1 &
done
touch /run/jobs/one/running
until [ -e /run/jobs/one/go ]; do sleep 1; done
STEPS
  start one
  awk '{ print $1 + 20 }' /proc/sys/fs/file-nr >/proc/sys/fs/file-max
  kill -KILL "$(worker one)"
  wait_for 200 settled
  echo "$most" >/proc/sys/fs/file-max
  ! pgrep -u runner perl || fail 'what holds them goes on'
  as_before
}

# A cgroup of the user's own that is frozen while its processes wait for the lock, or have it.
frozen() {
  local group=/sys/fs/cgroup/own
  mkdir "$group" && chown -R runner "$group"
  job one <<STEPS
== 1
touch /run/jobs/one/running
until [ -e /run/jobs/one/go ]; do sleep 1; done
STEPS
  start one
  for i in 1 2 3 4; do
    (echo "$BASHPID" >"$group/cgroup.procs"; exec runuser -u runner -- sudo -n "$HOST" status >/dev/null 2>&1) &
  done
  sleep 3
  echo 1 >"$group/cgroup.freeze"
  touch /run/jobs/one/go
  wait_for 200 ended one
  log one
  logged one 'restored [0-9]* targets'
  echo 0 >"$group/cgroup.freeze"
  wait
  rmdir "$group"
  as_before
}

scenario nothing-to-open nothing_to_open
scenario idle-holder idle_holder
scenario loops-left loops_left
scenario loops-and-no-hook loops_and_no_hook
scenario exhausted exhausted
scenario frozen-callers frozen
scenario fork-bomb fork_bomb
