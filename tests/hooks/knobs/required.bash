# Sourced by the tests of required knobs that cannot be set.

setup() {
  make_kit
  cpu=/sys/devices/system/cpu
  policy=$cpu/cpufreq/policy0
}

# not_applied KNOB REASON LINE...: required, it fails the job and everything is back; where the job goes on as degraded,
# and where the knob is optional, the receipt says it.
not_applied() {
  local knob=$1 reason=$2 before
  shift 2
  before=$(snapshot)
  conf "$@"
  run -1 host tune
  [[ "$output" == *"$knob: "*"failed: $reason"*'a required knob failed'* ]]
  diff <(echo "$before") <(snapshot)
  [ ! -e "$MACHINE/run/stable-bench/journal" ]
  [ ! -e "$MACHINE/run/stable-bench/receipt.json" ]
  conf "$@" 'on-failure = degraded'
  run -0 host tune
  keep_receipt
  # Nor does a later look take it for tuned.
  run -0 host verify
  keep_receipt
  run -0 host status
  [[ "$output" == *"$knob: "*"failed: $reason"* ]]
  run -0 host restore
  conf "${@/ required/}"
  run -0 host tune
  [[ "$output" == *"$knob: "*"failed: $reason"*': degraded: '* ]]
  keep_receipt
  run -0 host restore
  [ "$(ends_as "$knob" "$reason")" = 'degraded failed,degraded failed,degraded failed' ]
  diff <(echo "$before") <(snapshot)
}
