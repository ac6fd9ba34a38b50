use criterion::{black_box, criterion_group, criterion_main, Criterion};

fn count(c: &mut Criterion) {
    let text = "the quick brown fox jumps over the lazy dog ".repeat(200);
    c.bench_function("count", |b| b.iter(|| words::count(black_box(&text))));
}

criterion_group!(benches, count);
criterion_main!(benches);
