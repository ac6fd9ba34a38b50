# The samples of a ladder, and what is made of them: a table for the terminal, ladder.json and ladder.html.

# A field of the samples: one line without `|`. REPLY.
field() {
  short_line "$1"
  REPLY=${REPLY//'|'/ }
}

begin_samples() {
  local i group command
  printf -v command '%q ' "${COMMAND[@]}"
  field "$command"
  command=${REPLY% }
  now
  iso_time "$REPLY"
  printf 'meta|%s\n' "at|$REPLY" "command|$command" "kit|$VERSION" "mode|${MODE:-ladder}" "seed|$SEED" "rounds|$ROUNDS" \
    "runs|$RUNS" "cpus|${BENCH[0]}" >"$SAMPLES"
  machine_name
  printf 'meta|machine|%s\n' "$REPLY" >>"$SAMPLES"
  for i in "${!CONFIGS[@]}"; do
    printf 'config|%d|%s|%s|%s\n' "$i" "${CONFIGS[i]}" "${REFERENCE[i]}" "${CONFIG_GROUPS[i]}" >>"$SAMPLES"
  done
  for group in "${GROUPS_IN_ORDER[@]}"; do
    [[ " ${HERE[*]} " != *" $group "* ]] || continue
    field "${WHY_NOT[$group]-}"
    printf 'skipped|%s|%s\n' "$group" "$REPLY" >>"$SAMPLES"
  done
}

# Prints the table, and writes JSON and page to $STATE, where nobody but root can write.
report_ladder() {
  local line form
  while IFS= read -r line; do say_plain "$line"; done < <(render table)
  { mkdir -p -- "$STATE" && chmod 0755 "$STATE"; } || return
  for form in json page; do
    render "$form" >"$STATE/ladder.new" && chmod 0644 "$STATE/ladder.new" && mv -f -- "$STATE/ladder.new" "$STATE/ladder.${form/page/html}" || return
  done
  rm -f -- "$SAMPLES" "$PLANNED" "$PRIVATE"/ladder-{run,error}
  say "written to $STATE/ladder.json and $STATE/ladder.html"
}

render() { awk -f "$KIT/lib/ladder/statistics.awk" -f "$KIT/lib/ladder/$1.awk" "$SAMPLES"; }

# Without the name in front, which would take the width of a table.
say_plain() {
  short_line "$1"
  put_message 1 "$REPLY"
}
