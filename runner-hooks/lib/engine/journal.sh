# The journal: the original values, complete and in place before the first change. It is in /run, a tmpfs, so it lives
# as long as the kernel settings that it describes. Its lines have fields separated by `|`. The last line of the first
# part is `end|COUNT`. A complete tune appends `result|...` lines and `tuned|TIME` in one write; a restore begins with
# `restoring|TIME` and the CPUs that somebody else has switched (`switched|TARGET|0`), and notes what it does (whose.sh).

# Writes the header of a new journal to $JOURNAL.new; the knobs append their plans.
begin_journal() {
  local seconds
  now
  seconds=$REPLY
  owner_group
  printf '%s\n' 'stable-bench-journal|1' "kit|$VERSION" "boot|$BOOT" \
    "owner|$CALLER_KIND|$CALLER_PID|$CALLER_START|$CALLER_UID|$CALLER_UNIT" "group|$REPLY" "generation|$GENERATION" \
    "since|$seconds" "$LEASE" "cpus|$BENCH_CPUS|$HOUSE_CPUS|$CPUS_NOTE" "load|$LOAD_CPUS" "priority|${OPTION[priority]}" >"$JOURNAL.new"
}

# REPLY: the cgroup of the runner's service in which the caller's worker runs. Nothing where there is none, or where it
# is one of another systemd, which has not told root what its services are.
owner_group() {
  REPLY=''
  [[ $CALLER_KIND == worker ]] && cgroup_of "$CALLER_PID" && service_group "$REPLY" || REPLY=''
}

# GENERATION: one more than any before on this boot, so that nobody overlooks a restore and a tune in between. Fails where
# it cannot be kept.
next_generation() {
  GENERATION=0
  [[ -f $RUN/generation ]] && read -r GENERATION <"$RUN/generation"
  [[ $GENERATION =~ ^[0-9]{1,15}$ ]] || GENERATION=0
  GENERATION=$((GENERATION + 1))
  { printf '%d\n' "$GENERATION" >"$RUN/generation.new"; } 2>/dev/null && replace "$RUN/generation.new" "$RUN/generation" && return
  rm -f -- "$RUN/generation.new"
  complain "$RUN is full: nothing was changed"
  return 1
}

# Ends $JOURNAL.new and puts it in place with one rename.
publish_journal() {
  local -a lines
  mapfile -t lines <"$JOURNAL.new"
  printf 'end|%d\n' "${#lines[@]}" >>"$JOURNAL.new"
  replace "$JOURNAL.new" "$JOURNAL"
}

# Writes this caller, its lease and GENERATION into the open journal. Where /run is full, it fails and changes nothing.
hand_over() {
  local i
  local -a lines
  mapfile -t lines <"$JOURNAL"
  for i in "${!lines[@]}"; do
    case ${lines[i]} in
      owner\|*) lines[i]="owner|$CALLER_KIND|$CALLER_PID|$CALLER_START|$CALLER_UID|" ;;
      generation\|*) lines[i]="generation|$GENERATION" ;;
      group\|*) owner_group && lines[i]="group|$REPLY" ;;
      lease\|*) lines[i]=$LEASE ;;
    esac
  done
  if { printf '%s\n' "${lines[@]}" >"$JOURNAL.new"; } 2>/dev/null; then
    replace "$JOURNAL.new" "$JOURNAL"
    return
  fi
  rm -f -- "$JOURNAL.new"
  complain "$RUN is full: the machine stays tuned for $J_OWNER_UNIT, not for this job"
  return 1
}

# Renames $1 to $2. The journal, the receipt and the generation are replaced only here.
replace() { mv -f -- "$1" "$2"; }

# Succeeds when the journal has targets of knob $1 that are set, and not only restored.
sets_something() { # KNOB
  local i
  for i in ${INDEX_OF[$1]-}; do [[ ${J_WANTED[i]} == '=' ]] || return 0; done
  return 1
}

# Everything is back: keeps the journal as journal.last, for diagnosis.
close_journal() {
  local -a unnoted=("$PRIVATE"/unnoted-* "$PRIVATE"/switched-*)
  ((${#unnoted[@]} == 0)) || rm -f -- "${unnoted[@]}"
  replace "$JOURNAL" "$RUN/journal.last"
}
