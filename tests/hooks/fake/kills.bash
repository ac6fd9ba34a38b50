# Rounds in which tune, restore or verify is killed at a point that a seed has chosen, with knobs that are files of the
# kernel: the fake machine and a real one (tests/hooks/faults/seeds.bats, tests/vm/guest/seeds.sh) have to tell the same
# lines, the state that the kill left and the one after the restore. Whoever sources it has ROOT, KIT (a copy), `put_first`,
# and `whole`, which prints everything that a tune could have changed.
cpu=/sys/devices/system/cpu
SET=(governor=performance turbo=off smt=off huge-pages=never same-page-merging=off numa-balancing=off
  statistics-interval=10 compaction=off timer-migration=off)
# What they write, and what these hold at first, on either machine.
FILES=("$cpu/cpufreq/policy"{0..3}"/scaling_governor" "$cpu/cpufreq/boost" "$cpu/smt/control"
  /sys/kernel/mm/transparent_hugepage/enabled /sys/kernel/mm/ksm/run /proc/sys/kernel/numa_balancing
  /proc/sys/vm/stat_interval /proc/sys/vm/compaction_proactiveness /proc/sys/kernel/timer_migration)
AT_FIRST=(powersave powersave powersave powersave 1 on madvise 1 1 3 20 1)

# The copy of the kit counts its writes (in verify, which writes nothing, its reads) and dies after the chosen one, and
# so does the child that wrote. Without systemd: no guard is faster than the look at what the kill left.
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
  local at count=0
  # Every machine has interrupts of its own.
  [[ -e $KIT/die-at && -z ${IN_KERNEL-} && $2 != /proc/irq/* ]] || return 0
  read -r at <"$KIT/die-at"
  [[ ! -e $KIT/count ]] || read -r count <"$KIT/count"
  printf '%d\n' $((++count)) >"$KIT/count"
  if ((count == at)); then
    printf '%s %d, of %s\n' "$1" "$at" "$2" >"$KIT/died"
    kill -KILL $$ "$BASHPID"
  fi
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

# seeded SEED ROUNDS: the rounds. Fails where the machine is not as before.
seeded() {
  local n verb at code before SEEDED=$1
  local -a verbs=(tune tune restore restore verify)
  first
  before=$(whole)
  for ((n = 1; n <= $2; n++)); do
    next 5
    verb=${verbs[REPLY]} code=0
    next 12
    at=$((REPLY + 1))
    rm -f "$KIT"/{count,died}
    [[ $verb == tune ]] || "$KIT/stable-bench-host" tune >/dev/null 2>&1
    echo "$at" >"$KIT/die-at"
    "$KIT/stable-bench-host" "$verb" >/dev/null 2>&1 || code=$?
    echo "round $n: $verb, point $at: exit code $code"
    rm "$KIT/die-at"
    [[ ! -e $KIT/died ]] || sed 's/^/  killed at /' "$KIT/died"
    moved
    notes journal
    notes receipt.json
    code=0
    "$KIT/stable-bench-host" restore >/dev/null 2>&1 || code=$?
    echo "  restore: exit code $code"
    moved
    notes journal
    notes receipt.json
    if [[ -e $ROOT/run/stable-bench/journal || $(whole) != "$before" ]]; then
      echo "round $n of seed $1 left:"
      diff <(echo "$before") <(whole)
      return 1
    fi
  done
}
