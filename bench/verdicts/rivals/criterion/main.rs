// Has criterion compare the stored sample "new" of each case with its stored baseline "base" and print its verdicts.
// Measures nothing: criterion itself loads both samples, as `cargo bench -- --load-baseline new --baseline base` does.
// CASES is the number of cases, CASES_DIR the folder with one folder per case; the rest are criterion's own flags.
use criterion::Criterion;
use std::path::Path;

fn main() {
    let cases: usize = std::env::var("CASES").expect("CASES").parse().expect("a number of cases");
    let dir = std::env::var("CASES_DIR").expect("CASES_DIR");
    let mut criterion = Criterion::default()
        .without_plots()
        .output_directory(Path::new(&dir))
        .configure_from_args();
    for case in 0..cases {
        criterion.bench_function(&format!("c{case}"), |_| unreachable!("the samples are loaded"));
    }
}
