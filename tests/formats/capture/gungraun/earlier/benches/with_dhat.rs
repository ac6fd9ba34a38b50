use iai_callgrind::{library_benchmark, library_benchmark_group, main};
use iai_callgrind::{LibraryBenchmarkConfig, Tool, ValgrindTool};
use std::hint::black_box;

#[library_benchmark]
#[bench::short(100)]
#[bench::long(1000)]
fn sort(n: u64) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..n).map(|i| (i * 7919) % n).collect();
    numbers.sort();
    black_box(numbers)
}

library_benchmark_group!(
    name = numbers;
    benchmarks = sort
);
main!(
    config = LibraryBenchmarkConfig::default().tool(Tool::new(ValgrindTool::DHAT));
    library_benchmark_groups = numbers
);
