import pyperf

runner = pyperf.Runner()
runner.bench_func("sort", sorted, list(range(1000, 0, -1)))
runner.bench_func("sum", sum, range(1000))
