# Reads the journal: its lines become variables, and a damaged one is refused.

# Reads the journal into the J_* variables and arrays. `brief` leaves out targets and results, which take most of the
# time. Fails with 1 when there is no journal, with 2 when it is damaged or not root's.
load_journal() { # [brief]
  local text
  local -a lines
  J_KNOB=() J_TARGET=() J_ORIGINAL=() J_WANTED=() J_ABSENT=() J_STATE=tuning J_VERSION='' J_BOOT=''
  J_OWNER_KIND='' J_OWNER_PID=0 J_OWNER_START=0 J_OWNER_UID=0 J_OWNER_UNIT='' J_OWNER_GROUP='' J_GENERATION=0 J_SINCE=0 J_LEASE=0 J_LEASE_END=0
  J_BENCH='' J_LOAD='' J_HOUSE='' J_CPUS_NOTE='' J_PRIORITY=0 J_TUNED=0 J_END='' J_SWITCHED=() J_LEFT=()
  # INDEX_OF: the positions of a knob's targets.
  declare -gA INDEX_OF=() J_STATUS=() J_READBACK=() J_REASON=()
  [[ -e $JOURNAL || -L $JOURNAL ]] || return 1
  [[ -f $JOURNAL && ! -L $JOURNAL && -O $JOURNAL ]] || return 2
  if [[ ${1-} == brief ]]; then
    mapfile -t lines <"$JOURNAL"
    printf -v text '%s\n' "${lines[@]/#@(target|result|absent)|*/skipped}"
    journal_lines brief < <(printf '%s' "$text") || return 2
  else
    journal_lines <"$JOURNAL" || return 2
  fi
  local numbers=$J_OWNER_PID$J_OWNER_START$J_OWNER_UID$J_GENERATION$J_SINCE$J_LEASE$J_LEASE_END$J_TUNED
  # Not with a regular expression and {8,99}: bash takes as long to compile that as for all the rest.
  ((${#numbers} >= 8 && ${#numbers} <= 99)) && [[ -n $J_END && $numbers != *[!0-9]* ]] || return 2
  [[ $J_PRIORITY =~ ^-?[0-9]{1,2}$ ]] || return 2
  list_expand "$J_BENCH" && list_expand "$J_LOAD" && list_expand "$J_HOUSE" || return 2
}

# For status 2 of load_journal. Fails, as the call does that meets such a journal.
tell_damaged() {
  complain "$JOURNAL is damaged or not ours: run \"stable-bench-host forget\" as root after checking the machine"
  return 1
}

journal_lines() {
  local kind a b c d e count=0
  while IFS='|' read -r kind a b c d e; do
    if ((count++ == 0)); then
      [[ $kind == stable-bench-journal && $a == 1 ]] || return
    elif [[ $kind != skipped || ${1-} != brief ]]; then
      journal_line || return
    fi
  done
  ((count))
}

journal_line() {
  case $kind in
    target)
      [[ $a == [a-z]* && $a != *[!a-z-]* ]] || return 1
      INDEX_OF[$a]+=" ${#J_KNOB[@]}"
      J_KNOB+=("$a") J_TARGET+=("$b") J_ORIGINAL+=("$c") J_WANTED+=("$d")
      ;;
    result) J_STATUS[$a|$b]=$c J_READBACK[$a|$b]=$d J_REASON[$a|$b]=$e ;;
    absent) [[ $d == @(failed|already) ]] || d=unsupported; J_ABSENT+=("$a|$b|$d|$c") ;;
    kit) J_VERSION=$a ;;
    boot) J_BOOT=$a ;;
    owner) J_OWNER_KIND=$a J_OWNER_PID=$b J_OWNER_START=$c J_OWNER_UID=$d J_OWNER_UNIT=$e ;;
    # It becomes a path below /sys/fs/cgroup.
    group)
      local REPLY=''
      [[ -z $a ]] || service_group "$a" || return
      [[ $REPLY == "$a" ]] && J_OWNER_GROUP=$a
      ;;
    generation) J_GENERATION=$a ;;
    since) J_SINCE=$a ;;
    lease) J_LEASE=$a J_LEASE_END=${b:-0} ;;
    cpus) J_BENCH=$a J_HOUSE=$b J_CPUS_NOTE=$c ;;
    load) J_LOAD=$a ;;
    priority) J_PRIORITY=$a ;;
    end) [[ $a == $((count - 1)) ]] && J_END=$a ;;
    # One that a kill cut short may have been joined to what a restore noted: that tune did not end.
    tuned) [[ -z $a || $a == *[!0-9]* ]] || J_STATE=tuned J_TUNED=$a ;;
    switched) [[ -z $J_END || $a != /* || $b != @(0|1|on|off|forceoff) ]] || J_SWITCHED+=("$a|$b") ;;
    restoring)
      [[ $J_STATE != tuned ]] || J_STATE=restoring
      restore_note
      ;;
    # A kill cut the append short: the tune was not complete.
    *) [[ -n $J_END ]] ;;
  esac
}

# What a restore has noted of knob $a: see whose.sh. One that a full /run has cut short says nothing.
restore_note() {
  local i
  case $b:$d$e in
    but:.) for i in ${INDEX_OF[$a]-}; do [[ " $c " == *" $i "* ]] || J_LEFT[i]=any; done ;;
    back:.) for i in ${INDEX_OF[$a]-}; do [[ " $c " != *" $i "* ]] || J_LEFT[i]=''; done ;;
    left:=*.) [[ " ${INDEX_OF[$a]-} " != *" $c "* ]] || J_LEFT[c]=$d ;;
  esac
  return 0
}
