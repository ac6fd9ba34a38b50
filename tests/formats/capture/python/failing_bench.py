def test_good(benchmark):
    benchmark(sum, range(100))


def test_bad(benchmark):
    benchmark(sum, ["a"])
