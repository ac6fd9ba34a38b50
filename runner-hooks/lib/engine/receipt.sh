# The receipt: which value was set on which target, for readers who are not root. It is published with one rename,
# belongs to root and has mode 0644.

# REPLY: $1 as a JSON string.
json_string() {
  one_line "$1"
  REPLY=${REPLY//\\/\\\\}
  REPLY=\"${REPLY//'"'/'\"'}\"
}

# Judges the loaded journal: GRADE, UNMET, LACKS (grade.sh). Says what failed.
judge() {
  local i key knob target status reason
  begin_count
  for i in "${!J_KNOB[@]}"; do
    [[ ${J_WANTED[i]} == '=' ]] && continue
    key="${J_KNOB[i]}|${J_TARGET[i]}"
    status=${J_STATUS[$key]-failed}
    count_status "${J_KNOB[i]}" "${J_TARGET[i]}" "${J_WANTED[i]}" "$status" "${J_REASON[$key]-}"
    [[ $status != @(denied|failed|drifted) ]] || complain "${J_KNOB[i]}: ${J_TARGET[i]} $status: ${J_REASON[$key]-}" \
      "(wanted ${J_WANTED[i]}, is ${J_READBACK[$key]-unknown})"
  done
  for i in "${J_ABSENT[@]}"; do
    fields "$i"
    knob=${FIELDS[0]} target=${FIELDS[1]-} status=${FIELDS[2]-} reason=${FIELDS[3]-}
    count_status "$knob" "$target" '' "$status" "$reason"
    [[ $status != failed ]] || complain "$knob:${target:+ $target} $status: $reason"
  done
  find_unmet
  find_lacks
  GRADE=tuned
  ((${#UNMET[@]} + ${#LACKS[@]} == 0)) || GRADE=degraded
}

# Writes the receipt. $1: the time of the last verification. When /run is full, it fails and leaves no receipt: the
# previous one would be out of date.
publish_receipt() {
  local text
  text=$(receipt_text "$1")
  if { printf '%s\n' "$text" >"$RECEIPT.new"; } 2>/dev/null && chmod 0644 "$RECEIPT.new" && replace "$RECEIPT.new" "$RECEIPT"; then
    return
  fi
  rm -f -- "$RECEIPT.new" "$RECEIPT"
  complain "$RUN is full: there is no receipt"
  return 1
}

# Prints the receipt of the loaded journal and GRADE.
receipt_text() { # VERIFIED AT
  local i knob target required status reason separator=''
  iso_time "$J_TUNED"
  local tuned_at=$REPLY
  iso_time "$1"
  local verified_at=$REPLY
  iso_time "$J_LEASE"
  printf '{"schema":"stable-bench/receipt@1","kit":"%s","boot_id":"%s","generation":%d,"grade":"%s",' \
    "$J_VERSION" "$J_BOOT" "$J_GENERATION" "$GRADE"
  printf '"owner":{"kind":"%s","pid":%d,"start_time":%s,"uid":%d},' \
    "$J_OWNER_KIND" "$J_OWNER_PID" "$J_OWNER_START" "$J_OWNER_UID"
  printf '"tuned_at":"%s","verified_at":"%s","lease_until":"%s",' "$tuned_at" "$verified_at" "$REPLY"
  machine_name
  printf '"machine":"%s",' "$REPLY"
  [[ ${OPTION[class]-none} == none ]] || printf '"class":"%s",' "${OPTION[class]}"
  json_string "$J_CPUS_NOTE"
  printf '"cpus":{"benchmark":"%s","load":"%s","housekeeping":"%s","note":%s},"lacks":[' "$J_BENCH" "$J_LOAD" "$J_HOUSE" "$REPLY"
  for reason in "${LACKS[@]}"; do
    json_string "$reason"
    printf '%s%s' "$separator" "$REPLY"
    separator=,
  done
  separator=''
  printf '],"knobs":['
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
    fields "$i"
    knob=${FIELDS[0]} target=${FIELDS[1]-} status=${FIELDS[2]-} reason=${FIELDS[3]-}
    printf '%s\n' "$separator"
    separator=,
    receipt_line "$knob" "$target" '' '' '' "$status" "$reason"
  done
  printf '\n]}\n'
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
