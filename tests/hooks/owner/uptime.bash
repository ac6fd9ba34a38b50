# Sourced by the tests of the lease: for how long the machine has been up.

setup() {
  make_governor_machine
  receipt=$MACHINE/run/stable-bench/receipt.json
}

# uptime SECONDS: how long the machine has been up.
uptime() {
  rm -f "$MACHINE/proc/uptime"
  echo "$1.25 0.00" >"$MACHINE/proc/uptime"
}
