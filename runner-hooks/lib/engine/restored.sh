# What a restore reports of its targets: what came back, and whether all of them did.

# Says what is not back. RESTORED: the targets by what became of them: back, gone, foreign, failed.
tell_restored() {
  local knob target status reason count last='' set=''
  local switched=" ${J_SWITCHED[*]} "
  RESTORED=([back]=0)
  while IFS='|' read -r _ knob target status reason; do
    # A full /run may have cut a line short: what it was about has not reported (all_settled).
    [[ -n $knob && -n $status ]] || continue
    if [[ $status == back && $switched == *" $target|"* ]]; then
      reason=${switched#*" $target|"}
      status=foreign reason="somebody set it to ${reason%% *}, and so it is again"
    fi
    if [[ $knob != "$last" ]]; then
      last=$knob set=''
      ! sets_something "$knob" || set=yes
    fi
    # What was only watched, and is as it was, was not restored.
    count=1
    ! sum_line "$target|$status|$reason" || count=$reason
    [[ $status == left || $status$set == back ]] || RESTORED[$status]=$((${RESTORED[$status]-0} + count))
    [[ -z $reason || $status == back ]] || complain "$knob: $target $status: $reason"
  done <"$PRIVATE/results"
}
declare -A RESTORED=([back]=0)

# Succeeds for the line that counts what is back of a knob. A full /run may have cut it short, and joined it to the next.
sum_line() { [[ $1 =~ ^\|back\|[0-9]{1,6}$ ]]; } # TARGET|STATUS|COUNT

# Succeeds when every target is reported as back, gone or set by somebody else. A full /run loses reports: a target without
# one may still have our value.
all_settled() {
  local target status count settled=0
  while IFS='|' read -r _ _ target status count; do
    ! sum_line "$target|$status|$count" || settled=$((settled + count - 1))
    case $status in
      failed) return 1 ;;
      back | gone | foreign) ((++settled)) ;;
    esac
  done <"$PRIVATE/results"
  ((settled == ${#J_KNOB[@]})) && return
  complain "$((${#J_KNOB[@]} - settled)) targets did not report whether they are back: is $RUN full?"
  return 1
}
