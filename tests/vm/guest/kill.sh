# Sourced. Kills the root program at points spread over its whole run, and waits for the recovery.
source /run/share/guest/scenario.sh

# A job whose step runs given verbs, on a runner without hooks.
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

# kill_at VERB FILE KNOB SECONDS: starts VERB and kills its engine (not the child that writes) that long after FILE says
# that KNOB is done: points in its progress, however fast the machine is. Fails when it was too late.
kill_at() {
  local pid='' text=''
  wait_for 200 returned "$1"
  : >$RUN/private/results
  call "$1"
  until pid=$(pgrep -of "^/bin/bash -p .*/lib/main.sh $1 "); do :; done
  until [[ $text == *"$3"* ]]; do
    [[ -d /proc/$pid ]] || return
    read -r -t 0.02 -u "$NOTHING" _ || true
    { read -r -d '' text <"$2"; } 2>/dev/null || true
  done
  read -r -t "$4" -u "$NOTHING" _ || true
  kill -KILL "$pid" || return
  echo "killed $1 $4 s after $3 in ${2##*/}"
  wait_for 200 returned "$1"
}
