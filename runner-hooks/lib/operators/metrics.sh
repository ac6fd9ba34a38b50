# status --prometheus: what look_around (status.sh) has found, in the text format of Prometheus.

# One metric per call: HELP, TYPE and its lines.
metric() { # NAME TYPE HELP LINE...
  local line
  put_message 1 "# HELP stable_bench_$1 $3"
  put_message 1 "# TYPE stable_bench_$1 $2"
  for line in "${@:4}"; do put_message 1 "stable_bench_$1$line"; done
}

status_metrics() {
  local tuned=0 held=0 config=0 since=0 open=0
  look_around
  [[ $S_STATE != tuned ]] || tuned=1
  [[ $S_HELD == false ]] || held=1
  [[ $S_CONFIG == false ]] || config=1
  [[ $S_STATE == none ]] || open=1
  [[ $S_STATE != @(tuning|tuned|restoring) ]] || since=$J_SINCE
  metric info gauge 'The installed kit.' "{version=\"$VERSION\"} 1"
  metric configuration_ok gauge 'Whether the configuration has no mistake.' " $config"
  metric tuned gauge 'Whether the machine is tuned.' " $tuned"
  metric journal_open gauge 'Whether there are settings to restore.' " $open"
  metric held gauge 'Whether somebody holds the tuned machine; a restore is due where it is tuned and not held.' " $held"
  metric tuned_since_seconds gauge 'When the tune began, as seconds since 1970; 0 when there is none.' " $since"
  ((since == 0)) || metric owner_info gauge 'For whom the machine is tuned.' \
    "{kind=\"$J_OWNER_KIND\",pid=\"$J_OWNER_PID\",uid=\"$J_OWNER_UID\",unit=\"${J_OWNER_UNIT//\\/\\\\}\"} 1"
  metric drifted_targets gauge 'Targets that somebody has set since the tune.' " ${#DRIFTED[@]}"
  event_metrics tune "$LAST_TUNE"
  event_metrics restore "$LAST_RESTORE"
  metric tunes_total counter 'Tunes by how they ended.' "{outcome=\"tuned\"} ${TOTALS[0]}" \
    "{outcome=\"failed\"} ${TOTALS[1]}" "{outcome=\"busy\"} ${TOTALS[5]}"
  metric restores_total counter 'Restores by how they ended.' "{outcome=\"restored\"} ${TOTALS[2]}" \
    "{outcome=\"failed\"} ${TOTALS[3]}"
  metric drifted_verifications_total counter 'Verifications that found drift.' " ${TOTALS[4]}"
}

event_metrics() { # NAME EVENT
  local time ms
  [[ -n $2 ]] || return 0
  fields "$2"
  time=${FIELDS[1]} ms=${FIELDS[4]}
  metric "last_$1_timestamp_seconds" gauge "When the last $1 ended, as seconds since 1970." " $time"
  printf -v ms '%d.%03d' $((ms / 1000)) $((ms % 1000))
  metric "last_$1_duration_seconds" gauge "How long the last $1 took." " $ms"
}
