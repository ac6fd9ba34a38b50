fn main() {
    divan::main();
}

#[divan::bench]
fn count(bencher: divan::Bencher) {
    let text = "the quick brown fox jumps over the lazy dog ".repeat(200);
    bencher.bench_local(|| words::count(divan::black_box(&text)).len());
}
