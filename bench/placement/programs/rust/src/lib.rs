//! The work of the benchmarks.
pub mod clock;
pub mod others;
pub mod rounds;

use std::collections::{BTreeMap, HashMap};

#[inline(never)]
pub fn words(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}

#[inline(never)]
pub fn numbers(text: &str) -> u64 {
    text.split(' ').filter_map(|word| word.parse::<u64>().ok()).sum()
}

#[inline(never)]
pub fn sorted() -> u64 {
    let mut values: Vec<u32> = (0..300).map(|i| i * 7919 % 1009).collect();
    values.sort_unstable();
    u64::from(values[150])
}

#[inline(never)]
pub fn ordered() -> u64 {
    let mut counts = BTreeMap::new();
    for i in 0..60u32 {
        *counts.entry(i * 37 % 41).or_insert(0u32) += 1;
    }
    counts.len() as u64
}

#[inline(never)]
pub fn hashed() -> u64 {
    let mut counts = HashMap::new();
    for i in 0..60u32 {
        *counts.entry(i * 37 % 41).or_insert(0u32) += 1;
    }
    counts.len() as u64
}

#[inline(never)]
pub fn crc(text: &str) -> u64 {
    let mut state = !0u32;
    for byte in text.bytes().take(64) {
        state ^= u32::from(byte);
        for _ in 0..8 {
            state = if state & 1 == 1 { (state >> 1) ^ 0xedb8_8320 } else { state >> 1 };
        }
    }
    u64::from(state)
}
