import pyperf

import words

TEXT = "the quick brown fox jumps over the lazy dog " * 200

pyperf.Runner().bench_func("count", words.count, TEXT)
