import words

TEXT = "the quick brown fox jumps over the lazy dog " * 200


def test_count(benchmark):
    benchmark(words.count, TEXT)
