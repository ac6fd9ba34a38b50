"""Applies the published rules of rivals that are Python scripts on top of scipy, to many cases at once.

Arguments: the rule and the number of values per side. Standard input: float64, per case first the baseline's values,
then the candidate's. Standard output: one p-value per line.
"""

import sys

import numpy as np
from scipy import stats

rule, size = sys.argv[1], int(sys.argv[2])
values = np.frombuffer(sys.stdin.buffer.read(), dtype="<f8").reshape(-1, 2, size)
baseline, candidate = values[:, 0, :], values[:, 1, :]

if rule == "google-benchmark":
    # google/benchmark 267a111, tools/gbench/report.py, calc_utest
    p = stats.mannwhitneyu(baseline, candidate, alternative="two-sided", axis=1).pvalue
elif rule == "hyperfine":
    # sharkdp/hyperfine 327d5f4, scripts/welch_ttest.py
    p = stats.ttest_ind(baseline, candidate, axis=1, equal_var=False).pvalue
else:
    sys.exit(f"an unknown rule: {rule}")

sys.stdout.write("".join(f"{value!r}\n" for value in map(float, p)))
