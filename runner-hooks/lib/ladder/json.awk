# After statistics.awk: the result as JSON (stable-bench/ladder@1). Times are in nanoseconds.
function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
function bounds(kind, c) {
  interval(kind, c)
  return UNKNOWN ? "null" : sprintf("{\"estimate\":%.9g,\"low\":%.9g,\"high\":%.9g}", EST, LOW, HIGH)
}
function list(text,   part, n, i, out) {
  n = split(text, part, " ")
  for (i = 1; i <= n; i++) out = out (i > 1 ? "," : "") quoted(part[i])
  return "[" out "]"
}
END {
  printf "{\"schema\":\"stable-bench/ladder@1\",\"kit\":%s,\"machine\":%s,\"at\":%s,\"command\":%s,\"mode\":%s,", quoted(meta["kit"]), quoted(meta["machine"]), quoted(meta["at"]), quoted(meta["command"]), quoted(meta["mode"])
  printf "\"seed\":%d,\"rounds\":%d,\"runs\":%d,\"benchmark_cpus\":%s,\"configurations\":[", meta["seed"], meta["rounds"], meta["runs"], quoted(meta["cpus"])
  for (c = 0; c < configs; c++) {
    printf "%s\n{\"name\":%s,\"groups\":%s,\"mean\":%s,\"sd\":%s,\"cv\":%s", c ? "," : "", quoted(name[c]), list(group[c]), bounds("mean", c), bounds("sd", c), bounds("cv", c)
    if (reference[c] != "") printf ",\"reference\":%s,\"cv_ratio\":%s,\"mean_ratio\":%s,\"effect\":%s", quoted(name[reference[c]]), bounds("ratio", c), bounds("shift", c), quoted(effect(c))
    printf ",\"samples\":["
    for (i = 1; i <= runs[c]; i++) printf "%s[%d,%.0f]", (i > 1 ? "," : ""), in_round[c, i], value[c, i]
    printf "]}"
  }
  printf "\n],\"left_out\":["
  for (i = 1; i <= skips; i++) printf "%s{\"group\":%s,\"reason\":%s}", (i > 1 ? "," : ""), quoted(skipped[i]), quoted(reason[i])
  printf "],\"text\":%s}\n", quoted(paragraph())
}
