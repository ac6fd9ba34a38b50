use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;

fn fibonacci(n: u64) -> u64 {
    if n < 2 { n } else { fibonacci(n - 1) + fibonacci(n - 2) }
}

#[library_benchmark]
#[bench::short(10)]
#[bench::long(15)]
fn fib(n: u64) -> u64 {
    black_box(fibonacci(black_box(n)))
}

#[library_benchmark]
fn sort() -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..100).map(|n| (n * 7919) % 100).collect();
    numbers.sort();
    black_box(numbers)
}

library_benchmark_group!(
    name = numbers,
    benchmarks = [fib, sort]
);
main!(library_benchmark_groups = numbers);
