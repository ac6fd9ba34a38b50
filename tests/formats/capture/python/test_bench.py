import pytest


@pytest.mark.parametrize("n", [10, 1000])
def test_sort(benchmark, n):
    benchmark(sorted, list(range(n, 0, -1)))


def test_parse(benchmark):
    benchmark.extra_info["words"] = 3
    benchmark(lambda: "a b c".split())


@pytest.mark.benchmark(group="slow")
def test_pedantic(benchmark):
    benchmark.pedantic(sum, args=(range(10000),), rounds=5, iterations=3)
