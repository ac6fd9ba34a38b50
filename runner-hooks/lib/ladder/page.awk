# After statistics.awk: the result as a page of its own, with a chart. No script and nothing from elsewhere.
function text(t) { gsub(/&/, "\\&amp;", t); gsub(/</, "\\&lt;", t); gsub(/>/, "\\&gt;", t); gsub(/"/, "\\&quot;", t); return t }
function cell(t) { printf "<td>%s</td>", text(t) }
function at(cv) { return 180 + 520 * (cv > widest ? 1 : cv / widest) }
# Each configuration is a line: its CV as a point, its interval as a bar.
function chart(   c, y) {
  for (c = 0; c < configs; c++) { interval("cv", c); if (!UNKNOWN && EST > widest) widest = EST }
  widest = widest == "" ? 1 : widest * 1.6
  printf "<svg viewBox=\"0 0 760 %d\" role=\"img\" aria-label=\"Coefficient of variation of each configuration\">\n", 40 + 28 * configs
  for (c = 0; c < configs; c++) {
    y = 24 + 28 * c
    interval("cv", c)
    if (UNKNOWN) EST = LOW = HIGH = 0
    printf "<text x=\"170\" y=\"%d\" text-anchor=\"end\">%s</text>", y + 4, text(name[c])
    printf "<line x1=\"180\" x2=\"700\" y1=\"%d\" y2=\"%d\" class=\"rule\"/>", y, y
    printf "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" class=\"bar\"/>", at(LOW), at(HIGH), y, y
    printf "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\"/><text x=\"706\" y=\"%d\">%s %%</text>\n", at(EST), y, y + 4, percent(EST)
  }
  printf "<text x=\"180\" y=\"%d\">0 %%</text><text x=\"700\" y=\"%d\" text-anchor=\"end\">%s %%</text></svg>\n", 36 + 28 * configs, 36 + 28 * configs, percent(widest)
}
END {
  print "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
  print "<title>What each knob is worth on " text(meta["machine"]) "</title>"
  print "<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}"
  print "svg{width:100%;max-width:48rem}svg text{font-size:12px;fill:currentColor}.rule{stroke:#8884}.bar{stroke:#2a6fdb;stroke-width:4}circle{fill:#2a6fdb}"
  print "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8886}</style>"
  print "<h1>What each knob is worth on this machine</h1>"
  print "<p>" text(paragraph()) "</p>"
  print "<h2>Scatter of the runs</h2><p>Coefficient of variation, with 95 % intervals.</p>"
  chart()
  print "<h2>Figures</h2><table><tr><th>configuration<th>runs<th>mean<th>sd<th>CV in %<th>CV against the one " (meta["mode"] == "without" ? "with all" : "before") "</tr>"
  for (c = 0; c < configs; c++) {
    moments(c, 0)
    printf "<tr>"
    cell(name[c]); cell(N)
    interval("mean", c); cell(duration(EST) " (" duration(LOW) " to " duration(HIGH) ")")
    interval("sd", c); cell(UNKNOWN ? "0" : duration(EST) " (" duration(LOW) " to " duration(HIGH) ")")
    interval("cv", c); cell(UNKNOWN ? "0" : percent(EST) " (" percent(LOW) " to " percent(HIGH) ")")
    what = effect(c)
    cell(reference[c] == "" ? "" : UNKNOWN ? "not known" : "× " digits(EST) " (" digits(LOW) " to " digits(HIGH) ")" (what == "nothing" ? "" : " " what))
    print "</tr>"
  }
  print "</table>"
  for (i = 1; i <= skips; i++) print "<p>Left out: " text(skipped[i]) ", which changes nothing here" (reason[i] == "" ? "" : " (" text(reason[i]) ")") ".</p>"
  print "<p>" text(meta["command"]) " on " text(meta["machine"]) ", " text(meta["at"]) ": " meta["rounds"] " rounds in random order (seed " meta["seed"] "), " meta["runs"] " runs of each configuration per round, benchmark CPUs " text(meta["cpus"] == "" ? "none" : meta["cpus"]) ".</p></html>"
}
