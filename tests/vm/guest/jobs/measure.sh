# A job from tune to restore, with stable-bench in it: it finds the receipt, measures on the isolated CPUs, and says so in
# its result.
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before
# Without compiling: translated code that writes code is slow in the emulation, a start takes 5 s for 2.
stable_bench="/run/share/node --jitless --single-threaded /run/share/cli.js"
DOCUMENT=/run/jobs/one/result.json

# field NAME: the first value of that name in the result document; it has no spaces inside values that we ask for.
field() { grep -o "\"$1\": *[^,}]*" $DOCUMENT | head -n 1 | sed 's/^[^:]*: *//; s/"//g'; }
# attached BOOLEAN: what the plan says; the facts of the testbed say it in words.
attached() { grep -q "\"attached\": *$1" $DOCUMENT; }

measured_tuned() {
  local generation=0
  [[ ! -e $RUN/generation ]] || generation=$(cat $RUN/generation)
  job one <<STEPS
== 1
test "\$(cat /sys/devices/system/cpu/online)" = 0,2
test ! -e /sys/devices/system/cpu/cpufreq/boost || test "\$(cat /sys/devices/system/cpu/cpufreq/boost)" = 0
test "\$(cat /sys/fs/cgroup/stablebench.slice/cpuset.cpus.partition)" = isolated
test "\$(grep -o '"grade":"[a-z]*"' $RECEIPT)" = '"grade":"tuned"'
grep -q "\"owner\":{\"kind\":\"worker\",\"pid\":\$PPID," $RECEIPT
if taskset -c 2 true 2>/dev/null; then exit 1; fi
== 2
sudo -n $HOST tune
== 3
grep -q '"generation":$((generation + 1)),' $RECEIPT
== 4
$stable_bench run --runs 5 --warmup-runs 0 --require-tuned true --out $DOCUMENT -- \
  bash -c 'echo "where: \$(grep Cpus_allowed_list /proc/self/status | cut -f2) \$(nice) \$(cut -d: -f3 /proc/self/cgroup)" >>/run/jobs/one/where' >/run/jobs/one/report 2>&1
STEPS
  queue one
  wait_for 200 ended one
  log one
  cat /run/jobs/one/report
  as_before
  [[ $(result one) == 0 ]]
  logged one 'already tuned for this job'
  logged one 'verified: tuned, 0 drifted'
  logged one 'restored [0-9]* targets'
  # The runner looks for commands in the log: every line of ours must have the prefix.
  [[ $(grep -vcE '^(stable-bench: |--- )' /run/jobs/one/log) == 0 ]]
  cat /run/jobs/one/where
  [[ $(wc -l </run/jobs/one/where) -ge 5 ]]
  [[ $(sort -u /run/jobs/one/where) == 'where: 2 -5 /stablebench.slice' ]]
  [[ $(field grade) == tuned && $(field pinned-cpus) == 2 ]]
  attached true
  # Milliseconds: what sudo and the kit need for the attach of each run, seconds here, is not the benchmark's.
  grep -q 'user-time: [0-9.]* [^ s]' /run/jobs/one/report
}

measured_untuned() {
  job one <<STEPS
== 1
sudo -n $HOST restore
$stable_bench run --runs 5 --require-tuned true --out $DOCUMENT -- touch /run/jobs/one/measured || echo "ended with \$?"
STEPS
  queue one
  wait_for 200 ended one
  log one
  logged one 'ended with 3'
  logged one 'require-tuned: this machine is untuned: the runner hooks did not tune it for this job'
  [[ ! -e $DOCUMENT && ! -e /run/jobs/one/measured ]]
  as_before
}

# Tuned before the first run, not after the last: not attached, the runs go on, and the result does not call itself
# tuned. Attached, the restore ends the run that is on the benchmark CPUs, and there is no result.
measured_while_restored() {
  job one <<STEPS
== 1
$stable_bench run --cpus none --runs 5 --warmup-runs 0 --out $DOCUMENT -- \
  bash -c 'test -e /run/jobs/one/once || { touch /run/jobs/one/once; sudo -n $HOST restore >/dev/null; }'
== 2
sudo -n $HOST tune
$stable_bench run --runs 5 --warmup-runs 0 --out $DOCUMENT.attached -- \
  bash -c 'echo run >>/run/jobs/one/attached; sudo -n $HOST restore >/dev/null' || echo "ended with \$?"
STEPS
  queue one
  wait_for 300 ended one
  log one
  [[ $(result one) == 0 ]]
  [[ $(field grade) == untuned && $(field runs) == 5 ]]
  attached false
  grep -q 'tuned before the first run, not after the last' $DOCUMENT
  logged one 'ended with 1'
  [[ $(wc -l </run/jobs/one/attached) == 1 && ! -e $DOCUMENT.attached ]]
  as_before
}

scenario measured-tuned measured_tuned
scenario measured-untuned measured_untuned
scenario measured-while-restored measured_while_restored
