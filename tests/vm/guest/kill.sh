# Sourced: SIGKILL for the root program at points spread over its whole run, and what recovers.
source /run/share/guest/scenario.sh
POINTS=13

# A job whose step runs the verbs that it is told, on a runner without hooks. VERB_TOOK: milliseconds of one of each.
prepare_kills() {
  install_kit
  make_runner /opt/second-runner second.service && systemctl start second.service
  snapshot >/run/before
  job one <<STEPS
== 1
mkfifo /run/jobs/one/verbs
touch /run/jobs/one/running
while read -r verb; do
  sudo -n $HOST \$verb >>/run/jobs/one/output 2>&1 || true
  rm -f /run/jobs/one/\$verb
done <>/run/jobs/one/verbs
STEPS
  start one /opt/second-runner
}

call() { echo running >"/run/jobs/one/$1" && echo "$1" >/run/jobs/one/verbs; }
returned() { [[ ! -e /run/jobs/one/$1 ]]; }

# TOOK: milliseconds that VERB needs; PLANNED: how many of them until the journal is there.
time_verb() {
  local begin=$EPOCHREALTIME
  call "$1"
  wait_for 200 test -e "$JOURNAL"
  PLANNED=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
  wait_for 200 returned "$1"
  TOOK=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
}

# kill_at VERB MILLISECONDS [FILE]: starts VERB and kills its engine (not the child that writes) after that time,
# counted since FILE has been there. Fails when it was too late.
kill_at() {
  local end pid='' where
  call "$1"
  until pid=$(pgrep -of "lib/main.sh $1"); do :; done
  while [[ -n ${3-} && ! -e $3 ]]; do read -r -t 0.02 -u "$NOTHING" _ || true; done
  end=$((${EPOCHREALTIME/./} + $2 * 1000))
  while ((${EPOCHREALTIME/./} < end)); do read -r -t 0.02 -u "$NOTHING" _ || true; done
  kill -KILL "$pid" || return
  where='before its journal'
  [[ ! -e $JOURNAL ]] || where="after $(tail -n 1 $RUN/results | cut -d'|' -f2)"
  echo "killed $1 at $2 ms${3:+ of its writing}, $where"
  wait_for 200 returned "$1"
}
