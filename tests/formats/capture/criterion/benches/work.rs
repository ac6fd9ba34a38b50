use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, SamplingMode};
use std::hint::black_box;

fn work(c: &mut Criterion) {
    c.bench_function("parse one", |b| b.iter(|| black_box("12345").parse::<u32>()));
    let mut group = c.benchmark_group("sort");
    group.sampling_mode(SamplingMode::Flat);
    for size in [100u32, 1000] {
        group.bench_with_input(BenchmarkId::new("reverse", size), &size, |b, &size| {
            b.iter(|| {
                let mut v: Vec<u32> = (0..size).rev().collect();
                v.sort();
                v
            })
        });
    }
    group.finish();
}

criterion_group!(benches, work);
criterion_main!(benches);
