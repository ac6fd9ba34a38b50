# Rounds in which something is killed at a point that a seed has chosen, with knobs that are files of the kernel: the fake
# machine and a real one (tests/hooks/faults/seeds.bats, tests/vm/guest/kills/seeds.sh) have to tell the same lines, the state
# that the kill left and the one after the next call. Whoever sources it has ROOT, KIT (a copy), `put_first`, and `whole`,
# which prints everything that a tune could have changed.
cpu=/sys/devices/system/cpu
SET=(governor=performance turbo=off smt=off huge-pages=never same-page-merging=off numa-balancing=off
  statistics-interval=10 compaction=off timer-migration=off)
# What they write, and what these hold at first, on either machine.
FILES=("$cpu/cpufreq/policy"{0..3}"/scaling_governor" "$cpu/cpufreq/boost" "$cpu/smt/control"
  /sys/kernel/mm/transparent_hugepage/enabled /sys/kernel/mm/ksm/run /proc/sys/kernel/numa_balancing
  /proc/sys/vm/stat_interval /proc/sys/vm/compaction_proactiveness /proc/sys/kernel/timer_migration)
AT_FIRST=(powersave powersave powersave powersave 1 on madvise 1 1 3 20 1)

# The copy of the kit counts its writes (in verify, which writes nothing, its reads). After the chosen one it dies, and so
# does the child that wrote; with `sudo`, its callers of that name do, and it goes on. Without systemd: no guard is faster
# than the look at what the kill left.
make_deadly() {
  cat >>"$KIT/lib/engine/guard.sh" <<'DEADLY'
has_systemd() { false; }
eval "deathless_$(declare -f kernel_write)"
eval "deathless_$(declare -f kernel_read)"
kernel_write() {
  local status=0
  deathless_kernel_write "$@" || status=$?
  die_at write "$1"
  return "$status"
}
kernel_read() {
  local status=0
  deathless_kernel_read "$@" || status=$?
  [[ $VERB != verify ]] || die_at read "$1"
  return "$status"
}
die_at() { # WHAT FILE
  local at who count=0
  # Every machine has interrupts of its own.
  [[ -e $KIT/die-at && -z ${IN_KERNEL-} && $2 != /proc/irq/* ]] || return 0
  read -r at who <"$KIT/die-at"
  [[ ! -e $KIT/count ]] || read -r count <"$KIT/count"
  printf '%d\n' $((++count)) >"$KIT/count"
  if ((count == at)); then
    printf '%s %d, of %s\n' "$1" "$at" "$2" >"$KIT/died"
    if [[ $who == sudo ]]; then kill_sudo; else kill -KILL $$ "$BASHPID"; fi
  fi
}
# sudo is one process, or two of which one has the terminal. Another sudo may have started the tests.
kill_sudo() {
  local pid=$PPID name seen='' parent
  local -a pids=()
  while ((pid > 1)) && read -r name <"/proc/$pid/comm"; do
    if [[ $name == sudo ]]; then pids+=("$pid") seen=yes; elif [[ -n $seen ]]; then break; fi
    read -r parent < <(sed 's/.*) . //' "/proc/$pid/stat")
    pid=${parent%% *}
  done
  kill -KILL "${pids[@]}"
}
DEADLY
}

# first: every file as AT_FIRST, by put_first FILE VALUE.
first() {
  local i
  printf '%s\n' "${SET[@]/=/ = }" >"$ROOT/etc/stable-bench/stable-bench.conf"
  chmod 600 "$ROOT/etc/stable-bench/stable-bench.conf"
  for i in "${!FILES[@]}"; do put_first "${FILES[i]}" "${AT_FIRST[i]}"; done
  # Less than any kernel recommends with huge pages: whenever those come back it is raised, and has to be put back.
  put_first /proc/sys/vm/min_free_kbytes 45056
}

# What is not as at first: FILE VALUE. A CPU that is offline has no governor to read.
moved() {
  local i now
  for i in "${!FILES[@]}"; do
    now='none'
    { IFS= read -r now <"$ROOT${FILES[i]}"; } 2>/dev/null || now='none'
    if [[ ${FILES[i]} == */policy@([0-9])/* ]] && offline "${FILES[i]}"; then now=offline; fi
    [[ $now != *'['* ]] || now=${now#*[} now=${now%]*}
    [[ $now == "${AT_FIRST[i]}" ]] || echo "  ${FILES[i]} $now"
  done
}
offline() {
  local state=1
  [[ $1 =~ policy([0-9]) ]]
  [[ ! -e $ROOT$cpu/cpu${BASH_REMATCH[1]}/online ]] || read -r state <"$ROOT$cpu/cpu${BASH_REMATCH[1]}/online"
  ((state == 0))
}
notes() { [[ ! -e $ROOT/run/stable-bench/$1 ]] || echo "  $1 is there"; }

# next BELOW: REPLY is the next number of the seed. Not RANDOM, whose numbers depend on the version of bash.
next() {
  SEEDED=$(((SEEDED * 1103515245 + 12345) % 2147483648))
  REPLY=$(((SEEDED >> 16) % $1))
}

# What is killed: a verb; `sudo` in front of a restore; the guard after two runners on one host were killed at once; a restore
# in a flood of calls; one whose caller has hardly any descriptors left.
KINDS=(tune restore verify guard recover sudo runners flood descriptors)

call() { "$KIT/stable-bench-host" "$1" >/dev/null 2>&1; } # VERB
# After a kill of its caller a call goes on, and has the lock until its end.
at_rest() { flock "$ROOT/run/stable-bench/private/lock" true; }

# deadly COMMAND...: it dies at the point of this round. CODE: how it ended.
deadly() {
  CODE=0
  echo "$at${WHO:+ $WHO}" >"$KIT/die-at"
  "$@" || CODE=$?
  at_rest
  rm "$KIT/die-at"
}

# happen KIND: what is killed in this round, and CODE. THEN: the verb that has to put it right.
happen() {
  local i WHO=''
  THEN=restore
  case $1 in
    tune) deadly call tune ;;
    restore | verify) call tune && deadly call "$1" ;;
    guard) worker tune && no_workers && deadly call guard && THEN=recover ;;
    recover) worker tune && no_workers && deadly call recover && THEN=guard ;;
    sudo) call tune && WHO=sudo && deadly through_sudo restore ;;
    runners)
      worker tune && ! worker tune && no_workers && deadly call guard && worker tune && no_workers && THEN=guard
      ;;
    flood)
      call tune || return
      for ((i = 0; i < 6; i++)); do call status & done
      deadly call restore
      wait
      ;;
    descriptors) call tune && deadly few_descriptors call restore ;;
  esac
}
few_descriptors() (
  ulimit -n 64
  for ((i = 20; i < 60; i++)); do eval "exec $i</dev/null"; done
  "$@"
)

# seeded SEED ROUNDS: the rounds. Each kind has its turn; the points are the seed's. Fails where the machine is not as
# before. Whoever sources this has `worker VERB`, which calls it as a job whose worker then lives on, `no_workers`, which
# ends all of them, and `through_sudo VERB`.
seeded() {
  local n kind at code before turn SEEDED=$1
  first
  before=$(whole)
  next "${#KINDS[@]}"
  turn=$REPLY
  for ((n = 1; n <= $2; n++)); do
    kind=${KINDS[(turn + n) % ${#KINDS[@]}]} code=0
    next 12
    at=$((REPLY + 1))
    rm -f "$KIT"/{count,died}
    happen "$kind" || { echo "round $n of seed $1: $kind did not happen"; return 1; }
    echo "round $n: $kind, point $at: exit code $CODE"
    [[ ! -e $KIT/died ]] || sed 's/^/  killed at /' "$KIT/died"
    tell_state
    call "$THEN" || code=$?
    echo "  $THEN: exit code $code"
    tell_state
    if [[ -e $ROOT/run/stable-bench/journal || $(whole) != "$before" ]]; then
      echo "round $n of seed $1 left:"
      diff <(echo "$before") <(whole)
      return 1
    fi
  done
}
tell_state() {
  moved
  notes journal
  notes receipt.json
}
