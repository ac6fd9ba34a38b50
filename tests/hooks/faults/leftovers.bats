#!/usr/bin/env bats
# What a job leaves behind is ended before its restore, and nothing else is.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  make_systemd
  run=$MACHINE/run/stable-bench
}

# job_with_leftovers: worker 500 of runner.service (main process 400, listener 450) has tuned. Its job has left 700, whose
# child is 701; the others are somebody else's, or the runner's own.
job_with_leftovers() {
  local group=$MACHINE/sys/fs/cgroup/system.slice/runner.service
  put /etc/units/runner.service active
  put /etc/units/runner.service:MainPID 400
  make_process 400 1 runsvc.sh 1001 100
  make_process 450 400 Runner.Listener 1001 110
  make_process 500 450 Runner.Worker 1001 1000
  make_process 510 500 bash 1001 1100
  make_process 700 1 sh 1001 2000
  make_process 701 700 sleep 1001 2001
  make_process 702 450 Runner.Worker 1001 3000
  make_process 703 1 earlier 1001 900
  make_process 704 1 root 0 2000
  make_process 705 1 daemon 1001 2000
  put /proc/705/cgroup 0::/system.slice/docker.service
  # No update of the runner: that begins when the worker has ended.
  make_process 706 1 _update.sh 1001 2000
  make_process 707 1 bash 1001 2000
  run_script 707 "$BOX/_work/_update.sh"
  mkdir -p "$group"
  put /proc/701/cgroup '0::/system.slice/runner.service/nested by the job'
  below 500 bash 1001 tune
}
# run_script PID PATH: the process is a bash that has this script open, as any bash has its script.
run_script() { mkdir -p "$MACHINE/proc/$1/fd" && ln -sfn "$2" "$MACHINE/proc/$1/fd/255"; }
alive() { (cd "$MACHINE/proc" && echo [4-8][0-9][0-9] | xargs); }

@test "what a job has left behind is ended before its restore: nothing of the runner's, of others, or of a job that goes on" {
  conf 'governor = performance'
  job_with_leftovers
  touch "$BOX/order"
  # Root restores in the middle of the job: that goes on.
  run -0 host restore
  [ "$(alive)" = '400 450 500 510 700 701 702 703 704 705 706 707' ]
  below 500 bash 1001 tune
  run -0 below 500 bash 1001 restore
  [[ "$output" == *'ended 4 processes that the job had left behind'* ]]
  [ "$(alive)" = '400 450 500 510 702 703 704 705' ]
  # Stopped, then ended, and only then anything is set.
  [[ "$(grep -A 99 'signal STOP' "$BOX/order" | xargs)" == 'signal STOP 700 signal STOP 701 signal STOP 706 signal STOP 707 signal KILL'*'write '* ]]
}

@test "a job that has restored the machine itself leaves nothing behind either: its last restore ends what it has started since" {
  conf 'governor = performance'
  job_with_leftovers
  run -0 below 500 bash 1001 restore
  make_process 710 1 sh 1001 5000
  # The completed hook of another runner's job ends its own, and none of this one.
  make_process 600 1 Runner.Worker 1001 1000
  put /proc/600/cgroup 0::/system.slice/other.service
  run -0 below 600 bash 1001 restore
  [ -e "$MACHINE/proc/710" ]
  run -0 below 500 bash 1001 restore
  [[ "$output" == *'ended 1 processes that the job had left behind'*'nothing to restore'* ]]
  [ "$(alive)" = '400 450 500 510 600 702 703 704 705' ]
  # Nor where another job holds the machine by then, which keeps it.
  make_process 711 1 sh 1001 5000
  below 600 bash 1001 tune
  run -0 below 500 bash 1001 restore
  [[ "$output" == *'ended 1 processes that the job had left behind'*'left alone'* ]]
  [ "$(receipt r.owner.pid)" = 600 ]
  [ ! -e "$MACHINE/proc/711" ]
}

@test "the cgroup of the job stands still meanwhile: what starts others faster than it can be listed is ended, too" {
  local group=$MACHINE/sys/fs/cgroup/system.slice/runner.service
  conf 'governor = performance'
  job_with_leftovers
  echo 0 >"$group/cgroup.freeze"
  printf 'populated 1\nfrozen 0\n' >"$group/cgroup.events"
  touch "$BOX/order"
  run -0 below 500 bash 1001 restore
  [[ "$(grep -E '^(freeze|signal|write)' "$BOX/order" | xargs)" == \
    'freeze 0 freeze 1 signal STOP 700 signal STOP 701 signal STOP 706 signal STOP 707 signal KILL'*' freeze 0 write '* ]]
  [ "$(cat "$group/cgroup.freeze")" = 0 ]
}

@test "a cgroup that a killed restore has left frozen is thawed by the next one, even where the job goes on" {
  local group=$MACHINE/sys/fs/cgroup/system.slice/runner.service
  conf 'governor = performance'
  job_with_leftovers
  echo 1 >"$group/cgroup.freeze"
  printf 'populated 1\nfrozen 1\n' >"$group/cgroup.events"
  run -0 host restore
  [ "$(cat "$group/cgroup.freeze")" = 0 ]
  [[ " $(alive) " == *' 700 701 '* ]]
}

@test "a job whose service has ended goes on: nothing below its worker is ended, nor who calls" {
  conf 'governor = performance'
  job_with_leftovers
  put /etc/units/runner.service:MainPID 0
  rm -r "$MACHINE/proc"/4[05]0
  make_process 500 1 Runner.Worker 1001 1000
  run -0 below 510 bash 1001 restore
  [ "$(alive)" = '500 510 702 703 704 705' ]
}

@test "where the runner is a service of its user's own systemd, nothing is ended: root cannot tell what is the runner" {
  conf 'governor = performance'
  make_process 500 1 Runner.Worker 1001
  put /proc/500/cgroup 0::/user.slice/user-1001.slice/user@1001.service/app.slice/runner.service
  below 500 bash 1001 tune
  grep -qx 'group|' "$run/journal"
  # In a cgroup that the service has made for its jobs it is the service's all the same.
  below 500 bash 1001 restore
  put /proc/500/cgroup 0::/bench.slice/runner.service/job
  below 500 bash 1001 tune
  grep -qx 'group|/bench.slice/runner.service' "$run/journal"
}

@test "nor is anything in a service of a container or a virtual machine, which has the name of one of this machine" {
  local group
  conf 'governor = performance'
  job_with_leftovers
  below 500 bash 1001 restore
  for group in /system.slice/docker-0a1b.scope /machine.slice/machine-box.scope /kubepods/pod1 /docker/0a1b; do
    group+=/system.slice/runner.service
    make_process 710 1 sh 1001 2000
    put /proc/710/cgroup "0::$group"
    put /proc/500/cgroup "0::$group"
    below 500 bash 1001 tune
    grep -qx 'group|' "$run/journal"
    run -0 below 500 bash 1001 restore
    [ -e "$MACHINE/proc/710" ]
    # Nor does a journal name one.
    below 500 bash 1001 tune
    sed -i "s#^group|#&$group#" "$run/journal"
    run -1 below 500 bash 1001 restore
    [[ "$output" == *'is damaged or not ours'* ]]
    sed -i 's#^group|.*#group|#' "$run/journal"
    run -0 below 500 bash 1001 restore
  done
}

@test "they are also ended when the worker is dead, and whoever restores" {
  conf 'governor = performance'
  job_with_leftovers
  rm -r "$MACHINE/proc/500"
  # Not even one that has the name of the runner's update, which would have ended.
  sed -i 's/^UPDATE_TIMEOUT=.*/UPDATE_TIMEOUT=1/' "$KIT/lib/engine/stragglers.sh"
  run -0 as_unit guard.service recover
  [[ "$output" == *'ended 3 processes'*'ended 1 processes'*restored* ]]
  [ "$(alive)" = '400 450 510 702 703 704 705' ]
  [ ! -e "$run/journal" ]
}

# the_runner_updates: the worker has died, and the listener, which has begun an update (800) and ended. Of the job 700 and 702,
# in a shell of its own, are left.
the_runner_updates() {
  job_with_leftovers
  rm -r "$MACHINE/proc"/{450,500,510,70[1-7]}
  make_process 702 1 bash 1001 2000
  run_script 702 "$BOX/_work/_update.shx"
  make_process 703 702 sleep 1001 2000
  make_process 800 1 bash 1001 3000
  mkdir -p "$BOX/_work it's"
  printf 'echo >"$0.begun"; read -r _ <"$0.end"' >"$BOX/_work it's/_update.sh"
  make_process 801 800 mv 1001 3001
}

@test "an update of the runner, which goes on without worker and listener, is waited for, and not ended, nor what it has started" {
  conf 'governor = performance'
  the_runner_updates
  touch "$BOX/order"
  note_pauses
  # The name is that of a real bash, started as the runner does.
  mkfifo "$BOX/_work it's/_update.sh.end"
  bash "$BOX/_work it's/_update.sh" 3>&- &
  wait_until [ -e "$BOX/_work it's/_update.sh.begun" ]
  run_script 800 "$(readlink "/proc/$!/fd/255")"
  echo >"$BOX/_work it's/_update.sh.end"
  wait
  # It ends by itself.
  (wait_until has_paused 2 0.5; rm -r "$MACHINE"/proc/80[01]) 3>&- &
  run -0 as_unit guard.service recover
  wait $!
  [[ "$output" == *'ended 3 processes that the job had left behind'* ]]
  [ "$(alive)" = 400 ]
  run -1 grep -E '^signal.* 80[01]' "$BOX/order"
  [ ! -e "$run/journal" ]
}

@test "nor can a job hide in cgroups of its own (Delegate=): in many, of any name, or deeper than a path that can be opened" {
  local group=/system.slice/runner.service deep=/long i
  conf 'governor = performance'
  job_with_leftovers
  for ((i = 0; i < 300; i++)); do mkdir -p "$MACHINE/sys/fs/cgroup$group/a..b $i"; done
  put /proc/700/cgroup "0::$group/a..b 7/[c]*"
  # Linux shows the beginning of a path that is too long, or nothing.
  until ((${#deep} > 4092)); do deep+=/$(printf '%0250d' 0); done
  put /proc/701/cgroup "0::$group${deep:0:4000}"
  rm "$MACHINE/proc/706/cgroup"
  # Elsewhere it is none of the job's.
  make_process 703 1 sh 1001 2000
  put /proc/703/cgroup '0::/user.slice/user-1001.slice/user@1001.service/app.slice/a..b.scope'
  run -0 below 500 bash 1001 restore
  [[ "$output" == *'ended 4 processes that the job had left behind'* ]]
  [ "$(alive)" = '400 450 500 510 702 703 704 705' ]
}

@test "nor behind a first thread that has ended, which makes the process look like a zombie; a real one is left alone" {
  local rest='Z 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
  conf 'governor = performance'
  job_with_leftovers
  put /proc/700/stat "700 (sleep) $rest 2 0 2000 0 0"
  put /proc/701/stat "701 (sleep) $rest 1 0 2000 0 0"
  run -0 below 500 bash 1001 restore
  [[ "$output" == *'ended 3 processes that the job had left behind'* ]]
  [ "$(alive)" = '400 450 500 510 701 702 703 704 705' ]
}

@test "what the completed hook's shell had started before it became sudo is ended; the shells of a job that goes on keep theirs" {
  conf 'governor = performance'
  job_with_leftovers
  # become NAME UID: a call of restore from such a process, which has started 710 and its child 711.
  become() (
    make_process "$BASHPID" 510 "$1" "$2"
    make_process 710 "$BASHPID" sh 1001 2000
    make_process 711 710 sleep 1001 2000
    SUDO_UID=1001 "$KIT/stable-bench-host" restore || code=$?
    rm -r "$MACHINE/proc/$BASHPID"
    exit "${code-0}"
  )
  run -0 become bash 1001
  [[ "$output" == *'ended 4 processes that the job had left behind'* ]]
  [[ -e $MACHINE/proc/710 && -e $MACHINE/proc/711 && ! -e $MACHINE/proc/701 ]]
  below 500 bash 1001 tune
  run -0 become sudo 0
  [[ "$output" == *'ended 2 processes that the job had left behind'* ]]
  [[ -e $MACHINE/proc/510 && ! -e $MACHINE/proc/710 && ! -e $MACHINE/proc/711 ]]
}

# A chain of N processes, each the parent of the next, listed in either order: what is looked at must grow with N, not with N².
looked_at() { # LENGTH 1|-1
  local i
  rm -rf "$MACHINE"/proc/[0-9]*
  put /etc/units/runner.service active
  put /etc/units/runner.service:MainPID 400
  make_process 400 1 runsvc.sh 1001 100
  make_process 500 400 Runner.Worker 1001 1000
  # Listed in this order, or in the other.
  for ((i = 0; i < $1; i++)); do make_process "$((1000 + i * $2))" "$((i ? 1000 + (i - 1) * $2 : 1))" chain 1001 2000; done
  below 500 bash 1001 tune >/dev/null
  : >"$BOX/looks"
  run -0 below 500 bash 1001 restore
  [[ "$output" == *"ended $1 processes that the job had left behind"* ]] || return
  LOOKS=$(wc -l <"$BOX/looks")
}

@test "a chain of processes that a job leaves behind is ended in a time that grows with its length alone" {
  conf 'governor = performance'
  printf '%s\n' 'eval "uncounted_$(declare -f process_stat)"' \
    'process_stat() { echo >>"$ROOT/../looks"; uncounted_process_stat "$@"; }' >>"$KIT/lib/engine/guard.sh"
  for order in 1 -1; do
    looked_at 20 "$order"
    short=$LOOKS
    looked_at 80 "$order"
    ((LOOKS < short * 5)) || { echo "$short looks at 20, $LOOKS at 80 ($order)"; return 1; }
  done
}
