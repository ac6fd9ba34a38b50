# The program itself in a tuned job: it finds the receipt, measures on the isolated CPUs, and says so in its result.
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before
stable_bench="/run/share/node /run/share/cli.js"

# field NAME: the first value of that name in the result document; it has no spaces inside values that we ask for.
field() { grep -o "\"$1\": *[^,}]*" /run/jobs/one/result.json | head -n 1 | sed 's/^[^:]*: *//; s/"//g'; }

measured_tuned() {
  job one <<STEPS
== 1
$stable_bench run --runs 5 --warmup-runs 0 --require-tuned true --out /run/jobs/one/result.json -- \
  bash -c 'echo "where: \$(grep Cpus_allowed_list /proc/self/status | cut -f2) \$(nice) \$(cut -d: -f3 /proc/self/cgroup)" >>/run/jobs/one/where'
STEPS
  queue one
  wait_for 600 ended one
  log one
  [[ $(result one) == 0 ]]
  cat /run/jobs/one/where
  [[ $(sort -u /run/jobs/one/where) == 'where: 2 -5 /stablebench.slice' ]]
  [[ $(field grade) == tuned && $(field attached) == true && $(field cpus) == 2 ]]
  as_before
}

measured_untuned() {
  job one <<STEPS
== 1
sudo -n $HOST restore
$stable_bench run --runs 5 --require-tuned true --out /run/jobs/one/result.json -- true || echo "ended with \$?"
STEPS
  queue one
  wait_for 600 ended one
  log one
  logged one 'ended with 3'
  logged one 'require-tuned: this machine is untuned'
  [[ ! -e /run/jobs/one/result.json ]]
  as_before
}

# Tuned before the first run, not after the last: the result must not call itself tuned.
measured_while_restored() {
  job one <<STEPS
== 1
$stable_bench run --runs 5 --warmup-runs 0 --out /run/jobs/one/result.json -- \
  bash -c 'test -e /run/jobs/one/once || { touch /run/jobs/one/once; sudo -n $HOST restore >/dev/null; }' || echo "ended with \$?"
STEPS
  queue one
  wait_for 600 ended one
  log one
  [[ $(field grade) != tuned ]]
  as_before
}

scenario measured-tuned measured_tuned
scenario measured-untuned measured_untuned
scenario measured-while-restored measured_while_restored
