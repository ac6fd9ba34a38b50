# Waiting for what happens outside of a test: a condition, never a time.

# wait_until CONDITION...: returns once the command succeeds. Fails when it still does not after a time that only a
# broken program takes.
wait_until() {
  local tries
  for ((tries = 0; tries < 1000; tries++)); do
    if "$@"; then return; fi
    sleep 0.05
  done
  echo "waited in vain until $*" >&2
  return 1
}
