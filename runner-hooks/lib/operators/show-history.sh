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
  local time verb outcome ms kind pid uid unit generation set failed drifted by
  IFS='|' read -r _ time verb outcome ms kind pid uid unit generation set failed drifted by <<<"$1"
  iso_time "$time"
  REPLY+=" $verb: $outcome after $ms ms, for $kind"
  [[ $kind != worker ]] || REPLY+=" $pid (user $uid)"
  [[ -z $unit ]] || REPLY+=" $unit"
  ((generation == 0)) || REPLY+=", generation $generation"
  case $verb in
    tune) REPLY+=", $set targets set, $failed failed" ;;
    restore) REPLY+=", $set targets, called by $by" ;;
    verify) REPLY+=", $drifted targets drifted" ;;
  esac
}
