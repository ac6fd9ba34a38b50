// Benchmark tools whose output stable-bench does not read. Most of them run for a fixed time, so that timing the whole
// process would measure nothing. Their output is refused, with what to do instead.
import { isBencherMetrics, isCustomResults, ranNoRustBenchmark } from './shapes.ts'

/** One of `signs` is in this tool's output, and in that of no other program. `instead` says what to do. */
export type UnreadTool = {
  tool: string
  signs: (RegExp | ((text: string) => boolean))[]
  instead: string
}

const asSamples = (values: string) => `print ${values} as stable-bench/samples@1 (docs/schema/samples-1.json)`

const unwrapped = 'leave it out of the command: stable-bench times and counts processes itself'

export const unreadTools: readonly UnreadTool[] = [
  {
    tool: 'go test',
    // One benchmark's line makes it the format `go`; without any, nothing was measured.
    signs: [/^(?:testing: warning: no tests to run\n)?PASS\s*$/, /^ok {2}\t\S+\t(?:[\d.]+s|\(cached\))/m],
    instead: 'no benchmark ran; give -bench a pattern that matches one',
  },
  {
    tool: 'Google Benchmark',
    signs: [/^Run on \(\d+ X [\d.]+ MHz CPU/m],
    instead: 'run it with --benchmark_format=json',
  },
  {
    tool: 'nanobench',
    signs: [/^\|[^\n]* \|\s+err% \|[^\n]*\s+total \| /m, /"medianAbsolutePercentError\(elapsed\)"/],
    instead: 'render a template of your own that writes stable-bench/samples@1 (docs/schema/samples-1.json)',
  },
  {
    tool: 'Catch2',
    signs: [/^benchmark name +samples +iterations +est(?:imated| run time)/m, /<BenchmarkResults name="/],
    instead: asSamples('what a listener gets in benchmarkEnded'),
  },
  {
    tool: 'criterion',
    signs: [
      /\btime: {3}\[[\d.]+ [pnµm]?s [\d.]+ [pnµm]?s [\d.]+ [pnµm]?s\]/,
      /^Benchmarking .+: (?:Warming up for|Collecting \d+ samples in) /m,
      /^\{"reason":"(?:benchmark|group)-complete"/m,
    ],
    instead: asSamples('times[i]/iters[i] of target/criterion/**/new/sample.json'),
  },
  {
    tool: 'libtest',
    signs: [/^test .+ \.\.\. bench:\s+[\d,.]+ ns\/iter \(\+\/- [\d,.]+\)/m],
    instead: asSamples('the ns/iter of each benchmark'),
  },
  {
    tool: 'cargo bench',
    signs: [ranNoRustBenchmark],
    instead: 'no benchmark ran; give it a filter that matches one',
  },
  {
    tool: 'Divan',
    signs: [/ fastest +│ slowest +│ median +│ mean +│ samples │ iters$/m],
    instead: asSamples('the median of each benchmark'),
  },
  {
    tool: 'iai-callgrind (gungraun)',
    signs: [/^ {2}Estimated Cycles: +\d+(?:\|\S+| \(|$)/m, /"callgrind_summary"\s*:/],
    instead: asSamples('the instructions of its summary.json'),
  },
  {
    tool: 'mitata',
    signs: [/^benchmark +(?:time \(avg\) +\(min|avg \(min) … max\)/m, /"stats":\{"kind":"(?:fn|iter|yield)"/],
    instead: asSamples('benchmarks[].runs[].stats.samples of what run() resolves to'),
  },
  {
    tool: 'tinybench',
    signs: [
      /Task name[^\n]*(?:Latency avg|Latency average|Average Time) \(ns\)/i,
      /"latency":\{[^{}]*"critical":[^{}]*"rme":/,
    ],
    instead: asSamples('task.result.latency.samples (retainSamples: true)'),
  },
  {
    tool: 'vitest bench',
    signs: [/\bname +hz +min +max +mean +p75 +p99 +p995 +p999 +rme +samples\b/],
    instead: asSamples('the mean of each benchmark, as --outputJson has it,'),
  },
  {
    tool: 'benchmark.js',
    signs: [/^.+ x [\d,.]+ ops\/sec ±[\d.]+%/m],
    instead: asSamples('bench.stats.sample (in seconds)'),
  },
  {
    tool: 'Deno bench',
    signs: [
      /^(?:\| )?benchmark +(?:\| )?time(?:\/iter)? \(avg\) +(?:\| +)?iter\/s /m,
      /"runtime": "Deno\/\d/,
    ],
    instead: asSamples('the avg of each benchmark, as --json has it,'),
  },
  {
    tool: 'pyperf',
    signs: [/^\S.*: Mean \+- std dev: \S+ \S+ \+- \S+ \S+$/m, /"perf_version"\s*:\s*"\d/],
    instead: asSamples('benchmarks[].runs[].values of its -o FILE'),
  },
  {
    tool: 'pytest-benchmark',
    signs: [/^-+ benchmark(?: '.*')?: \d+ tests -+$/m, /"machine_info"\s*:\s*\{\s*"node"\s*:/],
    instead: asSamples('benchmarks[].stats.data of --benchmark-json=FILE'),
  },
  {
    tool: 'timeit',
    signs: [/^\d+ loops?, best of \d+: \S+ [num]?sec per loop$/m],
    instead: asSamples('what timeit.repeat(number=N) returns'),
  },
  {
    tool: 'asv',
    signs: [/^\[ *\d+\.\d+%\] ·+ /m, /"result_columns"\s*:/],
    instead: asSamples('the samples of its results (--record-samples)'),
  },
  {
    tool: 'JMH',
    signs: [
      /^# JMH version: \d/m,
      /^Benchmark +(?:\(\w+\) +)*Mode +(?:Cnt|Samples) +Score +(?:(?:Score )?[Ee]rror +)?Units$/m,
      /"jmhVersion"\s*:/,
    ],
    instead: asSamples('primaryMetric.rawData of -rf json -rff FILE'),
  },
  {
    tool: 'BenchmarkDotNet',
    signs: [/^BenchmarkDotNet(?:=| )v\d+\.\d+/m, /"HostEnvironmentInfo"\s*:\s*\{\s*"BenchmarkDotNetCaption"/],
    instead: asSamples('Benchmarks[].Statistics.OriginalValues of --exporters fulljson'),
  },
  {
    tool: 'BenchmarkTools',
    signs: [
      /^BenchmarkTools\.Trial: /m,
      /^ +[\d.]+ (?:ns|μs|ms|s) \(\d+ allocations?: [\d.]+ \w+\)$/m,
      /"BenchmarkTools"\s*:/,
    ],
    instead: asSamples('trial.times'),
  },
  {
    tool: 'benchmark-ips',
    signs: [/\(± *[\d.]+%\) i\/s\b/],
    instead: asSamples('the iterations per second of each report'),
  },
  {
    tool: 'PHPBench',
    signs: [/^PHPBench \S+ running benchmarks\.\.\./im, /<phpbench /],
    instead: asSamples('time-avg of each iteration of --dump-file=FILE'),
  },
  {
    tool: 'benchmark_harness',
    signs: [/^\S.*\(RunTime\): [\d.]+ us\.$/m],
    instead: asSamples('what measure() returns'),
  },
  {
    tool: 'k6',
    signs: [/^[ ✓✗]+[a-z_]+\.{2,}: avg=\S+ /m, /^\{(?=[^\n]*"type":"Point")(?=[^\n]*"metric":")/m],
    instead: asSamples('a percentile from handleSummary()'),
  },
  { tool: 'perf stat', signs: [/^ Performance counter stats for /m], instead: unwrapped },
  { tool: 'GNU time', signs: [/^\tElapsed \(wall clock\) time \(h:mm:ss or m:ss\): /m], instead: unwrapped },
  {
    tool: 'github-action-benchmark (customSmallerIsBetter)',
    signs: [isCustomResults],
    instead: asSamples('its values'),
  },
  { tool: 'Bencher Metric Format', signs: [isBencherMetrics], instead: asSamples('its values') },
]
