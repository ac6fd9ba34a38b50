# The receipt: what was set on which target, for those who cannot ask root. Published in one step, root-owned, 0644.

# REPLY: $1 as a JSON string.
json_string() {
  one_line "$1"
  REPLY=${REPLY//\\/\\\\}
  REPLY=\"${REPLY//'"'/'\"'}\"
}

# Writes the receipt from the loaded journal. GRADE: tuned | degraded. $1: the time of the last verification.
publish_receipt() {
  local i knob target required status separator=''
  local -a out=()
  iso_time "$J_TUNED"
  local tuned_at=$REPLY
  iso_time "$1"
  local verified_at=$REPLY
  iso_time "$J_LEASE"
  {
    printf '{"schema":"stable-bench/receipt@1","kit":"%s","boot_id":"%s","generation":%d,"grade":"%s",' \
      "$J_VERSION" "$J_BOOT" "$J_GENERATION" "$GRADE"
    printf '"owner":{"kind":"%s","pid":%d,"start_time":%s,"uid":%d},' \
      "$J_OWNER_KIND" "$J_OWNER_PID" "$J_OWNER_START" "$J_OWNER_UID"
    printf '"tuned_at":"%s","verified_at":"%s","lease_until":"%s",' "$tuned_at" "$verified_at" "$REPLY"
    printf '"cpus":{"benchmark":"%s","housekeeping":"%s"},"knobs":[' "$J_BENCH" "$J_HOUSE"
    for i in "${!J_KNOB[@]}"; do
      [[ ${J_WANTED[i]} == '=' ]] && continue
      knob=${J_KNOB[i]} target=${J_TARGET[i]}
      status=${J_STATUS[$knob|$target]-failed}
      printf '%s\n' "$separator"
      separator=,
      receipt_line "$knob" "$target" "${J_ORIGINAL[i]}" "${J_WANTED[i]}" "${J_READBACK[$knob|$target]-}" "$status" \
        "${J_REASON[$knob|$target]-}"
    done
    for i in "${J_ABSENT[@]}"; do
      IFS='|' read -r knob target status <<<"$i"
      printf '%s\n' "$separator"
      separator=,
      receipt_line "$knob" "$target" '' '' '' unsupported "$status"
    done
    printf '\n]}\n'
  } >"$RECEIPT.new"
  chmod 0644 "$RECEIPT.new"
  replace "$RECEIPT.new" "$RECEIPT"
}

receipt_line() { # KNOB TARGET ORIGINAL WANTED READBACK STATUS REASON
  local target original wanted readback required=false
  [[ ${REQUIRED[$1]-no} == yes ]] && required=true
  json_string "$2"
  target=$REPLY
  json_string "$3"
  original=$REPLY
  json_string "$4"
  wanted=$REPLY
  json_string "$5"
  readback=$REPLY
  json_string "$7"
  printf '{"knob":"%s","required":%s,"target":%s,"original":%s,"wanted":%s,"readback":%s,"status":"%s","reason":%s}' \
    "$1" "$required" "$target" "$original" "$wanted" "$readback" "$6" "$REPLY"
}
