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
  echo running >/run/jobs/one/\$verb
  sudo -n $HOST \$verb >>/run/jobs/one/output 2>&1 || true
  rm /run/jobs/one/\$verb
done <>/run/jobs/one/verbs
STEPS
  start one /opt/second-runner
}

call() { echo running >"/run/jobs/one/$1" && echo "$1" >/run/jobs/one/verbs; }
returned() { [[ ! -e /run/jobs/one/$1 ]]; }

# TOOK: milliseconds that VERB needs.
time_verb() {
  local begin=$EPOCHREALTIME
  call "$1"
  wait_for 200 returned "$1"
  TOOK=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
}

# kill_at VERB MILLISECONDS: starts VERB and kills its engine (not the child that writes) after that time. Fails when
# it was too late.
kill_at() {
  local end pid=''
  call "$1"
  until pid=$(pgrep -of "lib/main.sh $1"); do :; done
  end=$((${EPOCHREALTIME/./} + $2 * 1000))
  while ((${EPOCHREALTIME/./} < end)); do read -r -t 0.02 _ <> <(:) || true; done
  kill -KILL "$pid" || return
  echo "killed $1 after $2 ms, in $(tail -n 1 $RUN/results 2>/dev/null | cut -d'|' -f2), journal:" \
    "$(if [[ -e $JOURNAL ]]; then tail -n 1 $JOURNAL | cut -d'|' -f1; else echo none; fi)"
  wait_for 200 returned "$1"
}
