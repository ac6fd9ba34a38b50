# After statistics.awk: the result as a table for a terminal.
END {
  printf "%-20s %5s  %-20s %-22s %-25s %s\n", "configuration", "runs", "mean", "sd", "CV in %", "CV against the one " (meta["mode"] == "without" ? "with all" : "before")
  for (c = 0; c < configs; c++) {
    moments(c, 0)
    printf "%-20s %5d  ", name[c], N
    interval("mean", c)
    printf "%-20s ", duration(EST) " +- " duration((HIGH - LOW) / 2)
    interval("sd", c)
    printf "%-22s ", UNKNOWN ? "0" : duration(EST) " (" duration(LOW) " to " duration(HIGH) ")"
    interval("cv", c)
    printf "%-25s ", UNKNOWN ? "0" : percent(EST) " (" percent(LOW) " to " percent(HIGH) ")"
    what = effect(c)
    if (reference[c] != "") printf "%s", UNKNOWN ? "not known" : "x " digits(EST) " (" digits(LOW) " to " digits(HIGH) ")" (what == "nothing" ? "" : " " what)
    printf "\n"
  }
  for (i = 1; i <= skips; i++) printf "left out: %s, which changes nothing here%s\n", skipped[i], reason[i] == "" ? "" : " (" reason[i] ")"
  print paragraph()
}
