# The ladder on a real kernel: whole, interrupted and killed. Its figures mean nothing in the emulation. And a CPU that the
# administrator takes offline during a job.
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before
# A place that the benchmark's user may enter.
cd /tmp || exit

whole() {
  "$HOST" ladder --rounds 3 --runs 1 --seed 4 -- sleep 0.05
  grep -q '"name":"+ isolation","groups":\["pinned",.*"isolation"\]' /var/lib/stable-bench/ladder.json
  grep -q '<svg' /var/lib/stable-bench/ladder.html
  as_before
}

in_run() { pgrep -fx 'sleep 1000' >/dev/null; }
climb() {
  "$HOST" ladder --rounds 3 --runs 1 --seed "$1" --without -- sleep 1000 &
  LADDER=$!
  wait_for 300 in_run
}

interrupted() {
  climb 2
  kill -TERM "$LADDER"
  wait "$LADDER" && fail 'it ended well'
  ! in_run || fail 'its run goes on'
  as_before
}

killed() {
  local seed
  for seed in 5 6; do
    climb "$seed"
    kill -KILL "$LADDER"
    wait_for 120 settled
    pkill -KILL -fx 'sleep 1000' || true
    as_before
  done
}

offline() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nuntil [ -e /run/jobs/one/go ]; do sleep 1; done'
  start one
  echo 0 >/sys/devices/system/cpu/cpu2/online
  touch /run/jobs/one/go
  wait_for 400 ended one
  logged one 'somebody set it to 0, and so it is again'
  wait_for 120 settled
  [[ $(</sys/devices/system/cpu/cpu2/online) == 0 ]]
  echo 1 >/sys/devices/system/cpu/cpu2/online
  as_before
}

# Without the knobs that look after interrupts, SMT off must not lose their masks.
smt_alone() {
  printf 'profile = none\nsmt = off\n' >"$CONF"
  "$HOST" tune
  [[ $(</sys/devices/system/cpu/online) == 0,2 ]]
  "$HOST" restore
  as_before
}

scenario smt-alone smt_alone
scenario ladder-whole whole
scenario ladder-interrupted interrupted
scenario ladder-killed killed
scenario cpu-offline offline
