//! Benchmarks of the standard library. Each prints the median processor time of its repetitions: what else runs on the machine disturbs
//! it less.
//! The last crate is small, so that a build of another layout compiles next to nothing.
use placement::{clock, crc, hashed, numbers, ordered, others, rounds, sorted, words};
use std::hint::black_box;

fn repeat(name: &str, repetitions: u32, work: impl Fn() -> u64) {
    let time = |_| {
        let begin = clock::processor_time();
        for _ in 0..rounds::ROUNDS {
            black_box(work());
        }
        clock::processor_time() - begin
    };
    let mut times: Vec<i64> = (0..repetitions).map(time).collect();
    times.sort_unstable();
    println!("{name}: {} ns", times[times.len() / 2]);
}

fn main() {
    let text = black_box("lorem ipsum dolor sit amet 12345 ".repeat(20));
    black_box(others::all(7));
    repeat("words", 80, || words(&text));
    repeat("numbers", 90, || numbers(&text));
    repeat("sorted", 40, sorted);
    repeat("ordered", 90, ordered);
    repeat("hashed", 55, hashed);
    repeat("crc", 600, || crc(&text));
}
