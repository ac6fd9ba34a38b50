# Kills at the points of a seed on this kernel: the lines have to be those that the fake machine has told of the same seed.
source /run/share/guest/scenario.sh
source /run/share/kills.bash
read -r SEED ROUNDS </run/share/seed
ROOT='' KIT=/run/deadly/kit

# The kernel takes the word of a list without its brackets.
put_first() { echo "$2" >"$1"; }
whole() { kernel_files | LC_ALL=C sort; }

same_ends() {
  mkdir -p /run/deadly /etc/stable-bench
  cp -r "$share/runner-hooks" "$KIT"
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' "$KIT/lib/environment.sh"
  make_deadly
  # It moves interrupts when a CPU comes back.
  systemctl stop irqbalance
  seeded "$SEED" "$ROUNDS" | tee /run/deadly/told
  diff /run/share/seeds.expected /run/deadly/told
  echo "rounds: $ROUNDS, killed: $(grep -c '^  killed at' /run/deadly/told)"
}
scenario same-ends same_ends
