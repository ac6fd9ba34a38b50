# A system that enforces SELinux, by Debian's policy (the reference policy). As Fedora's and RHEL's, it lets systemd start a
# program that it does not know without confinement only where the file is bin_t.
source /run/share/guest/scenario.sh
# What Linux has refused so far is the system's own.
journalctl -k -b -o cat --no-pager --show-cursor | sed -n 's/^-- cursor: //p' >/run/installed-at
# A runner's directory has the types of /opt, and its administrator lets systemd start it.
eval "unlabelled_$(declare -f make_runner)"
make_runner() {
  unlabelled_make_runner "$@"
  restorecon -R "$1"
  chcon -t bin_t "$1/runsvc.sh"
}
install_kit
snapshot >/run/before

type_of() { # FILE
  local label
  label=$(stat -c %C "$1")
  label=${label#*:*:}
  echo "${label%%:*}"
}
# What Linux has refused since the installation. It asks for the right to create what is opened for reading and writing, also a
# descriptor that is there (/dev/fd/63), and opens that all the same.
refused() {
  journalctl -k -b -o cat --no-pager --after-cursor "$(</run/installed-at)" |
    grep 'avc: *denied' | grep -vE '\{ create \} for .* name="[0-9]+" .* tclass=file' || true
}
domain_of() { tr -d '\0' <"/proc/$1/attr/current"; } # PID

installed() {
  [[ $(getenforce) == Enforcing ]]
  [[ $(type_of "$HOST") == bin_t ]]
  # As everything would be after a relabelling.
  restorecon -RvF /usr/lib/stable-bench /etc/stable-bench /etc/sudoers.d | tee /run/relabelled
  [[ $(type_of "$HOST") == bin_t ]]
  "$share/runner-hooks/install.sh" --check
  chcon -t lib_t "$HOST"
  if "$share/runner-hooks/install.sh" --check; then fail 'the type is not looked at'; fi
  "$share/runner-hooks/install.sh" >/dev/null
  [[ $(type_of "$HOST") == bin_t ]]
}

job_restored() {
  local guard
  job one <<STEPS
== 1
sudo -n $HOST attach
sudo -n $HOST verify
touch /run/jobs/one/running
until [ -e /run/jobs/one/go ]; do sleep 1; done
STEPS
  start one
  guard=$(systemctl show -p MainPID --value stable-bench-guard)
  echo "guard: $(domain_of "$guard"), worker: $(domain_of "$(worker one)")"
  [[ $(domain_of "$guard") != *:init_t:* ]]
  touch /run/jobs/one/go
  wait_for 200 ended one
  log one
  [[ $(result one) == 0 ]]
  logged one 'tuned: [0-9]* applied, .* 0 failed'
  logged one 'verified: tuned, 0 drifted'
  as_before
}

# Who restores here was started by systemd: the guard, then the end of the service.
guard_restores() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  kill -KILL "$(worker one)"
  as_before 120
}

service_restores() {
  job one <<<$'== 1\ntouch /run/jobs/one/running\nsleep 500'
  start one
  systemctl stop "$SERVICE"
  wait_for 120 settled
  systemctl start "$SERVICE"
  as_before 120
}

nothing_refused() {
  refused | tee /run/refused
  [[ ! -s /run/refused ]]
}

scenario enforced installed
scenario enforced-job job_restored
scenario enforced-guard guard_restores
scenario enforced-stop service_restores
scenario nothing-refused nothing_refused
