# On arm64, as a big.LITTLE board has it: four slow cores and two fast ones. There is no systemd here, so the kit is in its plain
# mode. Prints what it finds as `BEGIN NAME`, a log, and `END NAME STATUS 0`.
source /share/guest/snapshot.sh
source /share/kills.bash
shopt -s nullglob
ROOT='' KIT=/usr/lib/stable-bench HOST=/usr/lib/stable-bench/stable-bench-host
RECEIPT=/run/stable-bench/receipt.json

state() { kernel_files | LC_ALL=C sort; }

fast_core() {
  local cpu
  for cpu in /sys/devices/system/cpu/cpu[0-9]; do echo "${cpu##*/} $(<"$cpu/cpu_capacity")"; done
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' /share/runner-hooks/lib/environment.sh
  mkdir -p /etc/sudoers.d
  /share/runner-hooks/install.sh
  mkdir -p /etc/stable-bench/conf.d
  printf '%s\n' 'on-failure = degraded' 'load-cpus = auto' >/etc/stable-bench/conf.d/1.conf
  "$HOST" plan | tee /run/plan
  grep -q 'benchmark CPUs [45], load CPUs' /run/plan
}

restored() {
  state >/run/before
  "$HOST" tune
  [[ $(grep -c '"status":"applied"' $RECEIPT) -ge 3 ]]
  grep -q '"a virtual machine: its host decides' $RECEIPT
  "$HOST" verify
  # Without a slice the caller is bound by its affinity alone.
  bash -c '"$0" attach && taskset -pc $$' "$HOST" | tee /run/attached
  grep -q 'affinity list: [45]$' /run/attached
  "$HOST" restore
  state | diff /run/before -
}

# Killed at each of the first three writes of a tune and of a restore.
killed() {
  local at verb
  make_deadly
  for at in 1 2 3; do
    for verb in tune restore; do
      rm -f "$KIT"/{count,died}
      [[ $verb == tune ]] || "$HOST" tune >/dev/null
      echo "$at" >"$KIT/die-at"
      if "$HOST" "$verb" >/dev/null 2>&1; then false; fi
      rm "$KIT/die-at"
      echo "$verb killed at $(<"$KIT/died")"
      "$HOST" restore
      state | diff /run/before -
    done
  done
}

for name in fast-core restored killed; do
  echo "BEGIN $name"
  (
    set -e
    "${name//-/_}"
  ) 2>&1
  echo "END $name $? 0"
done
