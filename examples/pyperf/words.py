"""Counts words."""

ROUNDS = 1


def count(text):
    """How often each word is in text."""
    for _ in range(ROUNDS):
        counts = {}
        for word in text.split():
            counts[word] = counts.get(word, 0) + 1
    return counts
