# Reads the samples of a ladder, and estimates from them. The files beside it (table.awk, json.awk, page.awk) print.
#
# The runs of a round are alike in what drifts, so rounds are what is independent. All intervals have 95 %, from the jackknife
# that leaves out one round at a time (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11), with Student's
# t for rounds - 1 degrees of freedom; standard deviations, coefficients of variation and ratios on the scale of their logarithms.
BEGIN { FS = "|" }
$1 == "meta" { meta[$2] = $3 }
$1 == "config" { name[$2] = $3; reference[$2] = $4; group[$2] = $5; configs = $2 + 1 }
$1 == "skipped" { skipped[++skips] = $2; reason[skips] = $3 }
$1 == "sample" {
  if (!($3 in origin)) origin[$3] = $4
  # Differences from the first sample: squares of nanoseconds would lose digits.
  x = $4 - origin[$3]
  count[$3, $2]++; sum[$3, $2] += x; squares[$3, $2] += x * x
  if ($2 > rounds) rounds = $2
  runs[$3]++; value[$3, runs[$3]] = $4; in_round[$3, runs[$3]] = $2
}

# N, MEAN and SD of configuration c, without round `out` (0: with all).
function moments(c, out,   r, n, s, q) {
  for (r = 1; r <= rounds; r++) if (r != out) { n += count[c, r]; s += sum[c, r]; q += squares[c, r] }
  N = n
  MEAN = origin[c] + s / n
  SD = n < 2 ? 0 : (q - s * s / n) / (n - 1)
  SD = SD <= 0 ? 0 : sqrt(SD)
}

# What is estimated of configuration c: mean, sd, cv; of c against its reference: ratio (of the CVs), shift (of the means).
# UNKNOWN where a logarithm would be infinite.
function estimate(kind, c, out,   cv, mean) {
  moments(c, out)
  if (kind == "mean") return MEAN
  if (kind != "shift" && SD == 0) { UNKNOWN = 1; return 0 }
  if (kind == "sd") return log(SD)
  cv = SD / MEAN
  if (kind == "cv") return log(cv)
  mean = MEAN
  moments(reference[c], out)
  if (kind == "shift") return log(mean / MEAN)
  if (SD == 0) { UNKNOWN = 1; return 0 }
  return log(cv / (SD / MEAN))
}

# EST, LOW, HIGH of it; UNKNOWN says that there are none.
function interval(kind, c,   r, total, spread, each, half) {
  UNKNOWN = 0
  EST = estimate(kind, c, 0)
  for (r = 1; r <= rounds; r++) { each[r] = estimate(kind, c, r); total += each[r] }
  for (r = 1; r <= rounds; r++) spread += (each[r] - total / rounds) ^ 2
  half = student(rounds - 1) * sqrt((rounds - 1) / rounds * spread)
  LOW = EST - half; HIGH = EST + half
  if (kind != "mean") { EST = exp(EST); LOW = exp(LOW); HIGH = exp(HIGH) }
}

# The 97.5 % quantile of Student's t: a table for few degrees of freedom, else the expansion of Cornish and Fisher
# (Abramowitz and Stegun 26.7.5), which is right to three digits from six degrees on.
function student(df,   z, few) {
  split("12.7062 4.3027 3.1824 2.7764 2.5706", few, " ")
  if (df <= 5) return few[df]
  z = 1.959964
  return z + (z ^ 3 + z) / (4 * df) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * df ^ 2) + \
    (3 * z ^ 7 + 19 * z ^ 5 + 17 * z ^ 3 - 15 * z) / (384 * df ^ 3)
}

# What configuration c did to the scatter of its reference: steadier, scattered or nothing; empty without a reference.
function effect(c) {
  if (reference[c] == "") return ""
  interval("ratio", c)
  if (UNKNOWN) return "nothing"
  return HIGH < 1 ? "steadier" : LOW > 1 ? "scattered" : "nothing"
}

# Nanoseconds as a time of three digits.
function duration(ns,   unit) {
  unit = "ns"
  if (ns >= 1e9) { ns /= 1e9; unit = "s" } else if (ns >= 1e6) { ns /= 1e6; unit = "ms" } else if (ns >= 1e3) { ns /= 1e3; unit = "us" }
  return digits(ns) " " unit
}
function digits(x) { return x >= 100 ? sprintf("%.0f", x) : x >= 10 ? sprintf("%.1f", x) : sprintf("%.2f", x) }
function percent(x) { return digits(100 * x) }

# The groups of which configurations had effect `what`, in words; on a ladder `+ smt`, else `without smt`.
function having(what,   c, found, word) {
  for (c = 0; c < configs; c++) if (effect(c) == what && name[c] ~ /^(\+|without) /) {
    word = name[c]; sub(/^[^ ]* /, "", word)
    found = found (found == "" ? "" : ", ") word
  }
  return found
}

# The paragraph: what helped, what did nothing, which profile follows.
function paragraph(   good, bad, none, text) {
  # A ladder adds a group, and --without takes one away: there more scatter says that it had helped.
  good = having(meta["mode"] == "without" ? "scattered" : "steadier")
  bad = having(meta["mode"] == "without" ? "steadier" : "scattered")
  none = having("nothing")
  text = good == "" ? "No group made this benchmark steadier here." : "Steadier with: " good "."
  if (bad != "") text = text " More scatter with: " bad "."
  if (none != "") text = text " No effect that " rounds " rounds show: " none "."
  return text " " advice(good)
}

# By what the profiles have: gentle clock and turbo alone, standard all groups.
function advice(good,   clock) {
  clock = good
  gsub(/(pinned|clock|turbo)(, )?/, "", clock)
  if (good == "") return "So no profile follows from it. Measure for longer (--rounds), or look for what else disturbs (install.sh --check)."
  if (good == "pinned") return "stable-bench pins by itself, so no profile follows from it. Only standard and strict count as tuned."
  if (clock == "") return "That is what profile = gentle has. Only standard and strict count as tuned, since CPUs of their own are part of it."
  return "That is what profile = standard has; strict has the same, and fails a job where it cannot be set."
}
