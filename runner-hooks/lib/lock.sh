# The kit's directory under /run, and in it the one lock of this machine. Only root can hold the lock: flock(2) works on
# every file that can be opened, so this one has mode 0600 and is in a directory that nobody else can enter.

# Makes $RUN, where everybody may read the receipt, and $PRIVATE. Puts right what belongs to somebody else or is open to
# others; attach and drop-caches, which are called for every run, leave that to the other verbs.
prepare_run() {
  local dir file mode
  for dir in "$RUN" "$PRIVATE"; do
    mode=0755
    [[ $dir != "$PRIVATE" ]] || mode=0700
    if [[ ! -d $dir || -L $dir ]]; then
      rm -f -- "$dir"
      mkdir -m "$mode" -- "$dir" || return
    fi
  done
  # Whatever the mask: that of the installer is for files that all may read.
  for file in "$LOCK" "$PRIVATE/error"; do [[ -e $file ]] || (umask 077 && : >>"$file") || return; done
  [[ ${VERB-} == @($EACH_RUN) ]] || close_to_others
  [[ -O $RUN && -O $PRIVATE ]] && return
  complain "$RUN does not belong to root"
  return 1
}

# Says so when /run is full, before the kit itself frees some of it: what it then does may go well, and the next job's may not.
tell_full() {
  { printf '%4096s' '' >"$PRIVATE/error"; } 2>/dev/null ||
    complain "${RUN%/*} is full: free some of it, or the next tune fails"
  : >"$PRIVATE/error"
}

# Sets owners and modes, and takes the lock from those who could open it. A journal of somebody else stays theirs: it
# would be believed otherwise (load_journal).
close_to_others() {
  local owner mode path want opened=''
  while read -r owner mode path; do
    case $path in
      "$RUN") want=755 ;;
      "$PRIVATE") want=700 ;;
      "$RECEIPT") want=644 ;;
      *) want=600 ;;
    esac
    [[ $owner != "$EUID" || $mode != "$want" ]] || continue
    if [[ $owner != "$EUID" ]]; then
      [[ $path != "$RUN"/journal* ]] || continue
      chown -- "$EUID:${GROUPS[0]}" "$path"
    fi
    chmod "$want" -- "$path"
    [[ $path != "$PRIVATE"?(/lock) ]] || opened=yes
  done < <(stat -c '%u %a %n' -- "$RUN" "$RUN"/* "$PRIVATE"/* 2>/dev/null)
  [[ -z $opened ]] || ! stranger_holds "$LOCK" || { : >"$LOCK.new" && mv -f -- "$LOCK.new" "$LOCK"; }
}

# Succeeds when a process of somebody else holds the lock on file $1. It reads what Linux says of open files, and looks at
# none of them: that may take as long as their file system likes (FUSE).
stranger_holds() {
  local file text inode number device
  read -r number device < <(stat -c '%i %d' -- "$1")
  # proc(5): MAJOR:MINOR:INODE, of which the first two are hexadecimal.
  printf -v inode '%02x:%02x:%s' $((device >> 8 & 0xfff)) $((device & 0xff | device >> 12 & 0xfff00)) "$number"
  for file in /proc/[1-9]*/fdinfo/*; do
    text=''
    { IFS= read -r -d '' text <"$file"; } 2>/dev/null
    [[ $text == *$'\nlock:'*" $inode "* ]] || continue
    text=''
    { IFS= read -r -d '' text <"${file%/fdinfo/*}/status"; } 2>/dev/null
    [[ $text =~ $'\nUid:\t'([0-9]+) && ${BASH_REMATCH[1]} == "$EUID" ]] || return 0
  done
  return 1
}

# Takes the lock of this machine. Children inherit it; it is free when the last of them is gone. Fails also when the
# kit was removed meanwhile, and the lock file with it. Where only the file was replaced, it waits for the new one. Where
# the kit was replaced meanwhile, the root program begins again (main.sh). HAS_LOCK says whether this call has it; the
# file says who it is. Fails with CANNOT_MAKE where the file cannot be opened.
take_lock() { # [SECONDS]
  local attempt
  HAS_LOCK=''
  for attempt in 1 2 3; do
    exec 9>>"$LOCK" || return "$CANNOT_MAKE"
    flock -w "${1-$LOCK_WAIT}" 9 || return
    [[ ! /proc/self/fd/9 -ef $LOCK ]] || break
    [[ -e $LOCK && $attempt != 3 ]] || return
  done
  [[ -z ${KIT_FD-} ]] || same_kit
  HAS_LOCK=yes
  { printf '%d %s %s\n' "$$" "${VERB-install}" "${CALLER-$EUID}" >"$LOCK"; } 2>/dev/null
  return 0
}

CANNOT_MAKE=73

# The calls of a user wait for each other first, so that however many they are, only one of them waits for the lock beside
# the calls of root and of other users. Nor may all of them wait: each is a process of root's, outside of the user's limits.
# A flood of one verb leaves room for the others.
take_turn() { # Fails with CANNOT_MAKE where no file can be made.
  [[ ${CALLER_UID-$EUID} != "$EUID" ]] || return 0
  exec {TURN}>>"$PRIVATE/turn-$CALLER_UID" || return "$CANNOT_MAKE"
  ! flock -n "$TURN" || return 0
  { [[ -n ${IN_LINE-} ]] || wait_in_line; } && flock -w "$LOCK_WAIT" "$TURN"
}

# IN_LINE: a file of this verb that no other call of the user has. Where hardly any is free, it may find none.
wait_in_line() {
  local attempt
  for attempt in 1 2 3 4 5 6 7 8; do
    exec {IN_LINE}>>"$PRIVATE/line-$CALLER_UID-$VERB-$((RANDOM % MOST_WAITING))" || return "$CANNOT_MAKE"
    ! flock -n "$IN_LINE" || return 0
    exec {IN_LINE}>&-
  done
  IN_LINE=''
  complain "too many calls of $VERB by user $CALLER_UID wait already: nothing was done"
  return "$EX_BUSY"
}

leave_lock() {
  exec 9>&-
  [[ -z ${TURN-} ]] || exec {TURN}>&-
  [[ -z ${IN_LINE-} ]] || exec {IN_LINE}>&-
  TURN='' IN_LINE=''
}

lock_or_say() {
  local pid='' verb='' caller='' turn=0
  HAS_LOCK=''
  take_turn || turn=$?
  case $turn in
    0)
      take_lock "$LOCK_WAIT" && return
      turn=$?
      ;;
    "$EX_BUSY") return "$EX_BUSY" ;;
  esac
  if [[ ! -e $LOCK ]]; then
    complain 'the kit was removed meanwhile: nothing was done'
  elif ((turn == CANNOT_MAKE)); then
    complain "no file can be written in $PRIVATE: is ${RUN%/*} full (df -i ${RUN%/*}), or read-only? Nothing was done"
    return 1
  else
    { read -r pid verb caller <"$LOCK"; } 2>/dev/null
    complain "another call has held the lock for $LOCK_WAIT s${pid:+ (process $pid: $verb, called by user $caller)}"
  fi
  return "$EX_BUSY"
}
