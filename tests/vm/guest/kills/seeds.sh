# Kills at the points of a seed on this kernel: the lines have to be those that the fake machine has told of the same seed.
source /run/share/guest/scenario.sh
source /run/share/kills.bash
read -r SEED ROUNDS </run/share/seed
ROOT='' KIT=/run/deadly/kit

# The kernel takes the word of a list without its brackets.
put_first() { echo "$2" >"$1"; }
whole() { kernel_files | LC_ALL=C sort; }

# A job of root's: nothing but the processes' names makes it one.
worker() { # VERB
  rm -f /run/deadly/code
  # shellcheck disable=SC2016  # for the other shell
  /run/deadly/Runner.Worker -c '"$0" "$1" >/dev/null 2>&1; echo $? >/run/deadly/code.new; mv /run/deadly/code{.new,}; read -r _ <>/run/deadly/never' \
    "$KIT/stable-bench-host" "$1" &
  WORKERS+=("$!")
  wait_for 200 [ -e /run/deadly/code ]
  return "$(</run/deadly/code)"
}
no_workers() {
  kill -KILL "${WORKERS[@]}"
  wait "${WORKERS[@]}" 2>/dev/null || true
  WORKERS=()
}
WORKERS=()
through_sudo() { sudo -n "$KIT/stable-bench-host" "$1" >/dev/null 2>&1; }

same_ends() {
  mkdir -p /run/deadly /etc/stable-bench
  cp -r "$share/runner-hooks" "$KIT"
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' "$KIT/lib/environment.sh"
  make_deadly
  cp /bin/bash /run/deadly/Runner.Worker
  mkfifo /run/deadly/never
  # It moves interrupts when a CPU comes back.
  systemctl stop irqbalance
  seeded "$SEED" "$ROUNDS" | tee /run/deadly/told
  diff /run/share/seeds.expected /run/deadly/told
  echo "rounds: $ROUNDS, killed: $(grep -c '^  killed at' /run/deadly/told)"
}
scenario same-ends same_ends
