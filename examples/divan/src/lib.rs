//! Counts words.
use std::collections::HashMap;

const ROUNDS: usize = 1;

/// How often each word is in `text`.
pub fn count(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for _ in 0..ROUNDS {
        counts.clear();
        for word in text.split_whitespace() {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    counts
}
