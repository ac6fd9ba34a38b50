# Measures how long tune and restore take, and the shares of systemctl and CPU hotplug. The shares mean something in the
# emulation, the milliseconds do not.
source /run/share/guest/scenario.sh
install_kit
snapshot >/run/before

# In turn, so that both meet the same machine. Each is the whole of what a run is longer by.
attach_cost() {
  echo 'runner ALL=(root) NOPASSWD: /usr/bin/true' >/etc/sudoers.d/speed
  job one <<STEPS
== 1
took() {
  local begin=\$EPOCHREALTIME
  "\$@" >/dev/null
  TOOK+=" \$(((\${EPOCHREALTIME/./} - \${begin/./}) / 1000))"
}
for ((i = 0; i < 25; i++)); do
  TOOK=''
  took sudo -n /usr/bin/true
  took sudo -n $HOST attach
  echo "took\$TOOK"
done
STEPS
  queue one
  wait_for 400 ended one
  [[ $(result one) == 0 ]]
  sed -n 's/^took //p' /run/jobs/one/log >/run/took
  median() { cut -d' ' -f"$1" /run/took | sort -n | sed -n 13p; }
  echo "sudo -n true: $(median 1) ms, sudo -n stable-bench-host attach: $(median 2) ms"
  # Three times sudo is what attach may add to a run.
  (($(median 2) <= 3 * $(median 1)))
  rm /etc/sudoers.d/speed
  as_before
}

scenario attach-cost attach_cost

cat >>/usr/lib/stable-bench/lib/engine/guard.sh <<'WRAP'
eval "plain_$(declare -f patiently)"
eval "plain_$(declare -f kernel_write)"
# book NAME COMMAND...: adds the milliseconds of COMMAND to the account NAME.
book() {
  local begin=$EPOCHREALTIME status
  "${@:2}"
  status=$?
  echo $(((${EPOCHREALTIME/./} - ${begin/./}) / 1000)) >>"/run/cost.$1"
  return "$status"
}
patiently() { book "${1##*/}" plain_patiently "$@"; }
kernel_write() {
  case $1 in
    */smt/control | */online) book hotplug plain_kernel_write "$@" ;;
    *) plain_kernel_write "$@" ;;
  esac
}
WRAP

sum() { awk '{ total += $1 } END { printf "%d ms in %d calls", total, NR }' "$1" 2>/dev/null || echo 0; }

costs() {
  local verb begin
  for verb in tune verify restore; do
    rm -f /run/cost.*
    : >/run/cost.systemctl
    : >/run/cost.hotplug
    begin=$EPOCHREALTIME
    "$HOST" $verb
    echo "$verb: $(((${EPOCHREALTIME/./} - ${begin/./}) / 1000)) ms; systemctl $(sum /run/cost.systemctl), CPU hotplug" \
      "$(sum /run/cost.hotplug)"
  done
  as_before
}

scenario costs costs
