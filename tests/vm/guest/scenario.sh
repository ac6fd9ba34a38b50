# Sourced by every group of scenarios. Installs the kit for a runner, runs jobs, and compares the machine with before.
# Each scenario prints `BEGIN NAME`, its log, and `END NAME STATUS SECONDS`; the tests on the host read that.
share=/run/share RUN=/run/stable-bench JOURNAL=/run/stable-bench/journal RECEIPT=/run/stable-bench/receipt.json
HOST=/usr/lib/stable-bench/stable-bench-host CONF=/etc/stable-bench/stable-bench.conf
RUNNER=/opt/actions-runner SERVICE=actions.runner.org-repo.bench.service
chmod -R a+rX "$share"
source "$share/guest/snapshot.sh"
shopt -s nullglob
export LC_ALL=C

# make_runner DIRECTORY SERVICE: a runner as config.sh and svc.sh leave it.
make_runner() {
  mkdir -p "$1/bin" /run/jobs && cp "$share/guest/runner/runsvc.sh" "$1/" && cp "$share"/guest/runner/Runner.* "$1/bin/"
  chmod 0755 "$1/runsvc.sh" "$1"/bin/*
  echo '{}' >"$1/.runner" && echo "$2" >"$1/.service" && echo 'LANG=C.UTF-8' >"$1/.env"
  mkfifo "$1/queue" && chown -R runner: "$1" /run/jobs
  printf '%s\n' '[Unit]' 'Description=GitHub Actions Runner' '[Service]' "ExecStart=$1/runsvc.sh" User=runner \
    "WorkingDirectory=$1" KillMode=process KillSignal=SIGTERM TimeoutStopSec=5min >"/etc/systemd/system/$2"
}

# irqbalance moves interrupts when it starts again, which would be a difference. With a long interval it does not.
quiet_irqbalance() { echo 'IRQBALANCE_ARGS=-t 100000' >/etc/default/irqbalance && systemctl restart irqbalance; }

everything() { find / -xdev \( -path /proc -o -path /sys -o -path /run/share -o -path /var/log -o -path /run/jobs \) -prune -o -print | sort; }

# install_kit ARGUMENT...: once in a machine, whatever groups run there.
install_kit() {
  [[ ! -e $share/installed ]] || return 0
  : >"$share/installed"
  quiet_irqbalance
  # The emulation is some thirty times slower than the machines that the kit's timeouts are for.
  sed -i 's/^STEP_TIMEOUT=.*/STEP_TIMEOUT=120/; s/^LOCK_WAIT=.*/LOCK_WAIT=300/' "$share/runner-hooks/lib/environment.sh"
  make_runner "$RUNNER" "$SERVICE"
  "$share/runner-hooks/install.sh" --runner "$RUNNER" "$@" && systemctl start "$SERVICE"
}

# scenario NAME FUNCTION: runs a scenario and cleans up for the next one. The file `only` in the share is a pattern of
# the scenarios that are wanted.
scenario() {
  local name=$1 begin=$SECONDS status
  [[ ! -e $share/only || $name =~ ^($(<"$share/only"))$ ]] || return 0
  echo "BEGIN $name"
  (
    set -e
    "$2"
  ) </dev/null 2>&1
  status=$?
  if ((status)); then
    tail -n 20 /run/jobs/*/log 2>/dev/null
    "$HOST" status
    journalctl --no-pager -b -n 15 -u irqbalance -u stable-bench-guard -u stable-bench-recover
  fi
  clean_up
  echo "END $name $status $((SECONDS - begin))"
}

clean_up() {
  [[ -d /run/jobs ]] || return 0
  local file
  for file in /run/jobs/*/worker; do [[ -e ${file%/*}/result ]] || kill -KILL "$(<"$file")" 2>/dev/null; done
  rm -rf /run/jobs/*
  [[ ! -e $JOURNAL || ! -x $HOST ]] || "$HOST" restore >/dev/null || "$HOST" forget
  [[ ! -x $HOST ]] || cp "$share/runner-hooks/stable-bench.conf" "$CONF"
}

# configure 'KEY = VALUE'...: sets these in the default configuration.
configure() {
  local line
  for line in "$@"; do sed -i "/^${line%% *} = /d" "$CONF" && echo "$line" >>"$CONF"; done
}

# job NAME: makes a job whose steps are on standard input, each after a line `== STEP`.
job() {
  local line file=''
  mkdir -p "/run/jobs/$1/steps"
  while IFS= read -r line; do
    if [[ $line == '== '* ]]; then file=/run/jobs/$1/steps/${line#== }.sh; else printf '%s\n' "$line" >>"$file"; fi
  done
  chown -R runner: "/run/jobs/$1"
}

# queue NAME [RUNNER]: hands the job to the runner.
queue() { echo "$1" >"${2-$RUNNER}/queue"; }
ended() { [[ -e /run/jobs/$1/result ]]; }
result() { cat "/run/jobs/$1/${2-result}"; }
log() { cat "/run/jobs/$1/log"; }
worker() { cat "/run/jobs/$1/worker"; }
listener() { awk '{ print $4 }' "/proc/$(worker "$1")/stat"; }

# wait_for SECONDS COMMAND...; ten times as long on a host that has other things to do, but no more than twenty minutes.
wait_for() {
  local end=$((SECONDS + ($1 < 120 ? $1 * 10 : 1200)))
  until "${@:2}"; do
    ((SECONDS < end)) || { echo "waited in vain: ${*:2}"; show_waiting; return 1; }
    # No process for a pause: they are expensive here.
    read -r -t 0.3 -u "$NOTHING" _ || true
  done
}
exec {NOTHING}<> <(:)

# show_waiting: what there is to say where something has not come.
show_waiting() {
  ps -N --ppid 2 -p 2 -o pid,ppid,user,stat,wchan:20,args --forest
  cat /proc/locks
  ls -l /run/jobs/* "$RUN"
  journalctl --no-pager -b -n 60
}

tuned() { [[ -e $RECEIPT ]]; }
running() { [[ -e /run/jobs/$1/running || -e /run/jobs/$1/result ]]; }
logged() { grep -q -- "$2" "/run/jobs/$1/log" || { echo "the log of $1 lacks: $2"; return 1; }; }

# start NAME: queues the job and waits until its step says `touch running`.
start() {
  queue "$1" "${2-$RUNNER}"
  wait_for 120 running "$1"
  [[ ! -e /run/jobs/$1/result ]] || fail "the job $1 ended before it ran"
}
# Succeeds without a journal, a process that holds the lock (a killed one may leave such), and a guard, even a starting
# one.
settled() {
  [[ ! -e $JOURNAL ]] && { [[ ! -e $RUN/private/lock ]] || flock -n $RUN/private/lock true; } &&
    [[ $(systemctl is-active stable-bench-guard) == @(inactive|failed) ]]
}

# The whole machine is as it was before the first scenario.
as_before() {
  wait_for "${1-40}" settled
  snapshot >/run/now
  diff /run/before /run/now
  [[ ! -e $RECEIPT ]]
}

# No file is there that was not there when the group noted `everything`, but what dpkg, sudo, systemd and the job's user write in their own places.
nothing_left() {
  everything >/run/files-now
  diff /run/files-before /run/files-now | grep -vE '^[0-9]|^---|/run/(files|before|now|systemd/(journal|units|transient$|system.control$)|sudo|lock)|/var/lib/(dpkg|sudo|systemd)|/var/(cache|tmp)|/tmp|/home/runner|/run/log' >/run/left || true
  cat /run/left
  [[ ! -s /run/left ]]
}

fail() { echo "failed: $*"; return 1; }
