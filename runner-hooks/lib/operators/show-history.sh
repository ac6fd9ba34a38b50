# history: the events of the history (history.sh) for people.

history() {
  local line
  load_history
  ((${#HISTORY[@]})) || say 'nothing was tuned yet'
  for line in "${HISTORY[@]}"; do
    tell_event "$line"
    say "$REPLY"
  done
}

# REPLY: an event as a sentence.
tell_event() { # EVENT
  local kind pid uid unit generation set failed drifted by
  fields "$1"
  kind=${FIELDS[5]} pid=${FIELDS[6]} uid=${FIELDS[7]} unit=${FIELDS[8]} generation=${FIELDS[9]} set=${FIELDS[10]}
  failed=${FIELDS[11]} drifted=${FIELDS[12]} by=${FIELDS[13]}
  iso_time "${FIELDS[1]}"
  REPLY+=" ${FIELDS[2]}: ${FIELDS[3]} after ${FIELDS[4]} ms, for $kind"
  [[ $kind != worker ]] || REPLY+=" $pid (user $uid)"
  [[ -z $unit ]] || REPLY+=" $unit"
  ((generation == 0)) || REPLY+=", generation $generation"
  case ${FIELDS[2]} in
    tune) REPLY+=", $set targets set, $failed failed" ;;
    restore) REPLY+=", $set targets, called by $by" ;;
    verify) REPLY+=", $drifted targets drifted" ;;
  esac
}
