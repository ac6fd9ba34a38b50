# Whose value a target holds: what is restored is ours, what somebody else has set since the tune is left alone.
#
# A restore may itself leave a target with a value that is neither ours nor the original: the kernel rounds it, systemd and
# the kernel do not agree, or the restore is killed. So it notes in the journal what it does, one line after another:
#   restoring|KNOB|but|NUMBERS|.     it begins to write to all targets of this knob but those, which are somebody else's
#   restoring|KNOB|back|NUMBERS|.    these have their original
#   restoring|KNOB|left|NUMBER|=VALUE|.   this one has not, and holds VALUE
# The numbers are positions in the journal. J_LEFT[NUMBER] is `any` until it is known what a target was left with, and then
# empty or `=VALUE`. Where a full /run has no room for a note, an empty file says so, which needs none: then all targets of the
# knob are ours.

# Fails when somebody else has set target number $1 since the tune, or since our last attempt to restore it.
ours() {
  local target=${J_TARGET[$1]} left=${J_LEFT[$1]-} readback known value
  if always_ours || [[ ${J_WANTED[$1]} == '=' || $left == any || -e $UNNOTED-$KNOB ]]; then return 0; fi
  readback=${J_READBACK[$KNOB|$target]-}
  # It was not read back after the tune, so the result of our write is unknown.
  if [[ -z $readback ]] || ! read_target "$target"; then return 0; fi
  one_line "$REPLY"
  value=${REPLY//'|'/ }
  for known in "$readback" "${J_WANTED[$1]}" "${J_ORIGINAL[$1]}" ${left:+"${left#=}"}; do
    ! same "$target" "$value" "$known" || return 0
  done
  return 1
}

# Succeeds when all targets of the loaded knob are restored, whatever they hold.
always_ours() { [[ $J_STATE == tuning || $kernel_moves == yes ]]; }

# Notes that the targets of the loaded knob are about to be written, but for those in `foreign`.
note_begin() {
  always_ours || note "restoring|$KNOB|but|${!foreign[*]}|."
}

# Notes which of them are BACK, and with what others were LEFT.
note_end() {
  always_ours || note "restoring|$KNOB|back|${BACK[*]}|." "${LEFT[@]}"
}

# For note_end: target number $1 was left with the value $2.
was_left() {
  one_line "$2"
  LEFT+=("restoring|$KNOB|left|$1|=${REPLY//'|'/ }|.")
}

note() { { printf '%s\n' "$@" >>"$JOURNAL" || : >"$UNNOTED-$KNOB"; } 2>/dev/null || true; }
UNNOTED=$PRIVATE/unnoted

# For the second pass: what the children of the first have noted.
read_notes() {
  local kind a b c d e
  while IFS='|' read -r kind a b c d e; do
    [[ $kind != restoring || -z $b ]] || journal_line
  done <"$JOURNAL"
}
