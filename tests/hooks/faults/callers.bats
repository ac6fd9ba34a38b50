#!/usr/bin/env bats
# Nothing that a caller hands down slows down who holds the lock, and however many calls a user makes, others get their turn.
load ../kit

setup() {
  make_kit
  make_machine acpi-cpufreq
  make_systemd
  run=$MACHINE/run/stable-bench
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=3/' "$KIT/lib/environment.sh"
}

# noting: what a call has, at the moment before it takes the lock, is in the file `terms`.
noting() {
  cat >>"$KIT/lib/engine/attach.sh" <<'NOTE'
eval "unnoted_$(declare -f take_lock)"
take_lock() {
  {
    local stat text
    { IFS= read -r -d '' stat; } </proc/$$/stat
    read -r -a field <<<"${stat##*) }"
    printf 'session %s\n' "$((field[3] == $$))"
    printf 'nice %s policy %s\n' "${field[16]}" "${field[38]}"
    printf 'CPUs %s\n' "$(sed -n 's/^Cpus_allowed_list:\t//p' /proc/$$/status)"
    printf 'I/O %s\n' "$(ionice -p $$)"
    printf 'in %s mask %s\n' "$PWD" "$(umask)"
    printf 'limits %s\n' "$(for limit in -c -d -f -i -l -m -n -q -s -t -u -v -x; do ulimit $limit; done | xargs)"
    printf 'slack %s\n' "$(cat /proc/$$/timerslack_ns)"
    printf 'descriptors %s\n' "$(cd /proc/$$/fd && for fd in *; do [[ $(readlink $fd) != *"/evil"* ]] || echo $fd; done)"
  } >"$ROOT/../terms"
  unnoted_take_lock "$@"
}
NOTE
}

@test "a call keeps no policy, priority, CPUs, limits, directory, mask, descriptors or session of its caller, before it takes the lock" {
  [[ $EUID -eq 0 ]] || skip 'needs root, for the highest priority'
  noting
  run -0 host status
  cp "$BOX/terms" "$BOX/usual"
  grep -qx 'nice -20 policy 0' "$BOX/usual"
  grep -qx 'in / mask 0077' "$BOX/usual"
  grep -qx 'session 1' "$BOX/usual"
  mkdir "$BOX/evil" && touch "$BOX/evil/file"
  cpu=$(taskset -pc $$ | sed 's/.*: //; s/[,-].*//')
  low='cd "$1/evil"; exec 5<file 6>>file; umask 000; echo 9000000000000 >/proc/self/timerslack_ns; echo 1000 >/proc/self/oom_score_adj
    for limit in "-t 3600" "-f 100" "-n 20" "-l 0" "-i 0" "-q 0" "-s 512" "-v 4000000" "-x 0"; do ulimit -S $limit; done
    exec setsid -w chrt "$3" 0 ionice -c 3 nice -n 19 taskset -c "$2" "$1/kit/stable-bench-host" status'
  for policy in --idle --batch; do
    rm "$BOX/terms"
    run -0 bash -c "$low" - "$BOX" "$cpu" "$policy"
    diff "$BOX/usual" "$BOX/terms"
  done
}

@test "a call from a directory that is gone works" {
  mkdir "$BOX/gone"
  run -0 bash -c "cd '$BOX/gone' && rmdir '$BOX/gone' && '$KIT/stable-bench-host' status"
  [[ "$output" == *'not tuned'* ]]
}

# waiting FILE: how many processes wait for a lock on it.
waiting() { awk -v inode="$(stat -c %i "$1")" '$2 == "->" && $7 ~ ":" inode "$" { n++ } END { print n + 0 }' /proc/locks; }

@test "however many calls a user makes, one of them waits for the lock: root and other users need not wait for the rest" {
  flock "$BOX/shown" grep -q FLOCK /proc/locks || skip 'this system shows no locks'
  conf 'governor = performance'
  host tune
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=60/' "$KIT/lib/environment.sh"
  hold_lock
  for i in 1 2 3 4 5 6 7 8; do (SUDO_UID=1001 exec "$KIT/stable-bench-host" status) >/dev/null 2>&1 3>&- & done
  seven_wait() { (($(waiting "$run/private/turn-1001") == 7)); }
  wait_until seven_wait
  one_waits() { (($(waiting "$run/private/lock") == 1)); }
  wait_until one_waits
  "$KIT/stable-bench-host" restore >"$BOX/restored" 2>&1 3>&- &
  two_wait() { (($(waiting "$run/private/lock") == 2)); }
  wait_until two_wait
  let_go
  wait
  grep -q 'restored 4 targets' "$BOX/restored"
}

@test "a flood of one verb is refused at once beyond the calls that may wait, and another verb of the user still waits" {
  local -a calls=()
  sed -i 's/^LOCK_WAIT=.*/LOCK_WAIT=60/; s/^MOST_WAITING=.*/MOST_WAITING=3/' "$KIT/lib/environment.sh"
  conf 'governor = performance'
  as_job 500 tune
  hold_lock
  for i in 1 2 3 4 5 6 7 8; do
    (SUDO_UID=1001 "$KIT/stable-bench-host" status >"$BOX/said-$i" 2>&1 || echo $? >"$BOX/code-$i") 3>&- &
    calls+=("$!")
  done
  # One waits for the lock, at most three behind it.
  four_are_refused() { (($(cat "$BOX"/code-* 2>/dev/null | grep -cx 75) >= 4)); }
  wait_until four_are_refused
  grep -q 'too many calls of status by user 1001 wait already: nothing was done' "$BOX"/said-*
  as_job 500 restore >"$BOX/restored" 2>&1 3>&- &
  calls+=("$!")
  it_waits() { compgen -G "$run/private/line-1001-restore-*" >/dev/null; }
  wait_until it_waits
  let_go
  wait "${calls[@]}"
  grep -q 'restored 4 targets' "$BOX/restored"
}

@test "a flood of drop-caches does not write pages back more often at a time than calls may wait" {
  local -a calls=()
  sed -i 's/^MOST_WAITING=.*/MOST_WAITING=3/' "$KIT/lib/environment.sh"
  printf '#!/bin/bash\necho $$ >>"%s/synced"\nwhile [[ -e "%s/hang" ]]; do sleep 0.1; done\n' "$BOX" "$BOX" >"$BOX/bin/sync"
  chmod +x "$BOX/bin/sync" && touch "$BOX/hang"
  sed -i 's/"$((STEP_TIMEOUT - 5))" sync/600 sync/' "$KIT/lib/engine/attach.sh"
  conf 'governor = performance'
  as_job 500 tune
  for i in 1 2 3 4 5 6 7 8; do
    (below 500 bash 1001 drop-caches || echo $? >"$BOX/code-$i") >"$BOX/said-$i" 2>&1 3>&- &
    calls+=("$!")
  done
  all_decided() { (($(cat "$BOX"/{synced,code-*} 2>/dev/null | wc -l) == 8)); }
  wait_until all_decided
  (($(wc -l <"$BOX/synced") <= 3))
  grep -q 'too many calls of drop-caches by user 1001 wait already: nothing was done' "$BOX"/said-*
  # The job's own restore need not wait for them.
  run -0 below 500 bash 1001 restore
  rm "$BOX/hang"
  wait "${calls[@]}"
}

@test "a caller's memory policy, whose NUMA node may be full, is not kept" {
  numactl --membind=0 true 2>/dev/null || skip 'needs numactl and NUMA'
  printf 'status() { read -r _ policy _ </proc/self/numa_maps; say "policy $policy"; }\n' >>"$KIT/lib/engine/guard.sh"
  run -0 numactl --membind=0 "$KIT/stable-bench-host" status
  [[ "$output" == *'policy local'* ]]
  run -0 "$KIT/stable-bench-host" status
  [[ "$output" == *'policy default'* ]]
  # Without numactl such a call is refused.
  sed -i 's/add_term numactl/add_term no-such-command/' "$KIT/lib/inherited.sh"
  run -64 numactl --membind=0 "$KIT/stable-bench-host" status
  [[ "$output" == *'this process has a memory policy (bind:0)'* ]]
}

@test "who waits in vain is told which call has the lock" {
  printf 'status() { : >"$ROOT/../begun"; until [[ -e $ROOT/../go-on ]]; do pause 0.05; done; }\n' >>"$KIT/lib/engine/guard.sh"
  SUDO_UID=1001 "$KIT/stable-bench-host" status 3>&- &
  wait_until [ -e "$BOX/begun" ]
  run -75 host restore
  [[ "$output" == *"another call has held the lock for 3 s (process $!: status, called by user 1001)"* ]]
  touch "$BOX/go-on"
  wait
}

@test "the pages of a caller are written back before the lock is taken, since that may take as long as the caller likes" {
  printf '#!/bin/bash\nflock -n "%s" true && echo free >>"%s"\n' "$run/private/lock" "$BOX/synced" >"$BOX/bin/sync"
  chmod +x "$BOX/bin/sync"
  conf 'governor = performance'
  as_job 500 tune
  as_job 500 drop-caches
  [ "$(cat "$BOX/synced")" = free ]
  [ "$(value /proc/sys/vm/drop_caches)" = 3 ]
}

@test "a full /tmp, which any user can fill, holds up nothing" {
  unshare --mount true 2>/dev/null || skip 'needs the right to mount'
  conf 'governor = performance'
  host tune
  # So long that bash keeps it in a file for a moment.
  awk '/^tuned/ { for (i = 0; i < 12000; i++) print "result|governor|/x|applied|y|" } { print }' "$run/journal" >"$BOX/long"
  cat "$BOX/long" >"$run/journal"
  run -0 unshare --mount bash -c "mount -t tmpfs -o size=4k tmpfs /tmp && ! cat /dev/zero 2>/dev/null >/tmp/full && exec '$KIT/stable-bench-host' drop-caches"
  [[ "$output" == *'dropped the page cache'* ]]
}
