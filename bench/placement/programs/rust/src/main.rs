//! Benchmarks of the standard library. Each prints the time of one repetition.
mod other;
mod rounds;

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::time::Instant;

fn repeat(name: &str, repetitions: u32, work: impl Fn() -> u64) {
    let begin = Instant::now();
    for _ in 0..repetitions {
        for _ in 0..rounds::ROUNDS {
            black_box(work());
        }
    }
    println!("{name}: {:.1} ns", begin.elapsed().as_nanos() as f64 / f64::from(repetitions));
}

fn text() -> String {
    "lorem ipsum dolor sit amet 12345 ".repeat(20)
}

#[inline(never)]
fn words(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}

#[inline(never)]
fn numbers(text: &str) -> u64 {
    text.split(' ').filter_map(|word| word.parse::<u64>().ok()).sum()
}

#[inline(never)]
fn sorted() -> u64 {
    let mut values: Vec<u32> = (0..300).map(|i| i * 7919 % 1009).collect();
    values.sort_unstable();
    u64::from(values[150])
}

#[inline(never)]
fn ordered() -> u64 {
    let mut counts = BTreeMap::new();
    for i in 0..60u32 {
        *counts.entry(i * 37 % 41).or_insert(0u32) += 1;
    }
    counts.len() as u64
}

#[inline(never)]
fn hashed() -> u64 {
    let mut counts = HashMap::new();
    for i in 0..60u32 {
        *counts.entry(i * 37 % 41).or_insert(0u32) += 1;
    }
    counts.len() as u64
}

#[inline(never)]
fn crc(text: &str) -> u64 {
    let mut state = !0u32;
    for byte in text.bytes().take(64) {
        state ^= u32::from(byte);
        for _ in 0..8 {
            state = if state & 1 == 1 { (state >> 1) ^ 0xedb8_8320 } else { state >> 1 };
        }
    }
    u64::from(state)
}

fn main() {
    let text = black_box(text());
    repeat("words", 30, || words(&text));
    repeat("numbers", 30, || numbers(&text));
    repeat("sorted", 20, sorted);
    repeat("ordered", 25, ordered);
    repeat("hashed", 25, hashed);
    repeat("crc", 50, || crc(&text));
}
