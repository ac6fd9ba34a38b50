// Benchmark tools whose output stable-bench does not read. Most of them run for a fixed time, so that timing the whole
// process would measure nothing. Their output is refused, with advice.
import { hasKey } from '../json/shape.ts'
import { JULIA_HINT } from '../julia/benchmark-tools.ts'
import { TO_A_FILE } from '../output-problems.ts'
import { OLD_ASV } from '../python/asv.ts'
import { CRITERION_HINT } from '../rust/criterion.ts'
import { COUNT_AS_WELL } from '../rust/gungraun-summary.ts'
import { emptyResults } from './empty-results.ts'
import { type UnreadTool, unreadForms } from './unread-forms.ts'

/** `cargo bench` whose filter matches nothing: no test and no benchmark ran. `cargo test` has its empty parts too. */
function ranNoRustBenchmark(text: string): boolean {
  const results = text.match(/^test result: .*/gm) ?? []
  const isEmpty = (result: string) => /: ok\. 0 passed; 0 failed; \d+ ignored; 0 measured;/.test(result)
  return results.length > 0 && results.every(isEmpty)
}

const asSamples = (values: string) => `print ${values} as stable-bench/samples@1 (docs/schema/samples-1.json)`

const unwrapped = 'leave it out of the command: stable-bench times and counts processes itself'

export const unreadTools: readonly UnreadTool[] = [
  {
    tool: 'go test',
    hasNoRows: true,
    // One benchmark's line makes it the format `go`; without any, nothing was measured.
    signs: [
      /^(?:testing: warning: no tests to run\n)?PASS\s*$/,
      /^ok {2}\t\S+\t(?:[\d.]+s|\(cached\))/m,
      /^\? {3}\t\S+\t\[no test files\]$/m,
    ],
    instead: 'no benchmark ran; give -bench a pattern that matches one, and name its package',
  },
  {
    tool: 'Google Benchmark',
    format: 'google-benchmark',
    signs: [/^Run on \(\d+ X [\d.]+ MHz CPU/m],
    instead: 'run it with --benchmark_format=json',
  },
  {
    tool: 'nanobench',
    format: 'nanobench',
    // Its table, its CSV and its box plot.
    signs: [
      /^\|[^\n]* \|\s+err% \|[^\n]*\s+total \| /m,
      /^"title";"name";"unit";"batch";"elapsed";/m,
      /^ *name: '.*',\n *y: \[[\de., -]+\],?$/m,
    ],
    instead: 'print bench.render(ankerl::nanobench::templates::json(), std::cout)',
  },
  {
    tool: 'criterion',
    format: 'criterion',
    signs: [/^Benchmarking .+: (?:Warming up for|Collecting \d+ samples in) /m],
    instead: CRITERION_HINT,
  },
  {
    tool: 'cargo bench',
    hasNoRows: true,
    signs: [ranNoRustBenchmark],
    instead: 'no benchmark ran; give it a filter that matches one',
  },
  {
    tool: 'mitata',
    format: 'mitata',
    signs: [/^benchmark +(?:time \(avg\) +\(min|avg \(min) … max\)/m],
    instead: "print JSON with run({ format: 'json' }), before mitata 1 with run({ json: true })",
  },
  {
    tool: 'tinybench',
    format: 'tinybench',
    signs: [/Task name[^\n]*(?:Latency avg|Latency average|Average Time) \(ns\)/i],
    instead: 'print JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result })))',
  },
  {
    tool: 'vitest bench',
    format: 'vitest',
    signs: [/\bname +hz +min +max +mean +p75 +p99 +p995 +p999 +rme +samples\b/],
    instead: 'run it with --outputJson FILE and set results to FILE',
  },
  {
    tool: 'Deno bench',
    format: 'deno',
    signs: [/^(?:\| )?benchmark +(?:\| )?time(?:\/iter)? \(avg\) +(?:\| +)?iter\/s /m],
    instead: 'run it with --json',
  },
  {
    tool: 'pyperf',
    format: 'pyperf',
    signs: [/^\S.*: Mean \+- std dev: \S+ \S+ \+- \S+ \S+$/m],
    instead: TO_A_FILE,
  },
  {
    tool: 'pytest-benchmark',
    format: 'pytest-benchmark',
    signs: [/^-+ benchmark(?: '.*')?: \d+ tests -+$/m],
    instead: 'run it with --benchmark-json=FILE and set results to FILE',
  },
  {
    tool: 'timeit',
    signs: [/^\d+ loops?, best of \d+: \S+ [num]?sec per loop$/m],
    instead: asSamples('what timeit.repeat(number=N) returns'),
  },
  {
    tool: 'asv',
    format: 'asv',
    signs: [/^\[ *\d+\.\d+%\] ·+ /m],
    instead: 'run it with --record-samples and set results to the file in its results directory',
  },
  {
    ...OLD_ASV,
    format: 'asv',
    signs: [
      text =>
        /"version"\s*:\s*1\s*[,}]/.test(text) &&
        ['results', 'commit_hash', 'env_name'].every(key => hasKey(text, key)) &&
        !hasKey(text, 'result_columns'),
    ],
  },
  {
    tool: 'iai',
    signs: [/^ {2}Instructions: +\d+(?: \(.*\))?\n {2}L1 Accesses: +\d+/m],
    instead: 'move to gungraun, which goes on with it and whose output is read',
  },
  {
    tool: 'gungraun (iai-callgrind) with error tools only',
    hasNoRows: true,
    signs: [/^ {2}Errors: +[^\s|]+\|/m],
    instead: `Memcheck, Helgrind and DRD find errors and count no costs; ${COUNT_AS_WELL}`,
  },
  {
    tool: 'Cachegrind',
    format: 'cachegrind',
    signs: [/^==\d+== I +refs: +[\d,]+$/m],
    instead: 'run it with --cachegrind-out-file=FILE and set results to FILE',
  },
  {
    tool: 'JMH',
    format: 'jmh',
    signs: [
      // sbt and Maven put the level of the message before each line.
      /^(?:\[\w+\] )?# JMH version: \d/m,
      /^"Benchmark","Mode","Threads","Samples","Score",/m,
      /^Benchmark +(?:\(\w+\) +)*Mode +(?:Cnt|Samples) +Score +(?:(?:Score )?[Ee]rror +)?Units *$/m,
    ],
    instead: 'run it with -rf json -rff FILE and set results to FILE',
  },
  {
    tool: 'BenchmarkDotNet',
    format: 'benchmark-dotnet',
    signs: [/^BenchmarkDotNet(?:=| )v\d+\.\d+/m],
    instead:
      'run it with --exporters fulljson and set results to BenchmarkDotNet.Artifacts/results/*-report-full*.json',
  },
  {
    tool: 'BenchmarkTools',
    format: 'benchmark-tools',
    signs: [
      /^BenchmarkTools\.Trial: /m,
      /^ +[\d.]+ (?:ns|μs|ms|s) \(\d+ allocations?: [\d.]+ \w+\)$/m,
      // of a group of benchmarks
      /^ *".*" => Trial\([\d.]+ (?:ns|μs|ms|s)\)$/m,
    ],
    instead: JULIA_HINT,
  },
  {
    tool: 'benchmark-ips',
    format: 'benchmark-ips',
    signs: [/\(± *[\d.]+%\) i\/s\b/],
    instead: "add x.json! 'FILE' and set results to FILE",
  },
  {
    tool: 'benchmark-driver',
    format: 'benchmark-driver',
    signs: [
      /^(?:# )?(?:Iteration per second \(i\/s\)|Execution time \(s\)|Max resident set size \(bytes\)):?$/m,
    ],
    instead: 'run it with --output compare',
  },
  {
    tool: 'PHPBench',
    format: 'phpbench',
    signs: [/^PHPBench \S+ running benchmarks\.\.\./im],
    instead: 'run it with --dump-file=FILE and set results to FILE',
  },
  {
    tool: 'perf stat',
    format: 'perf-stat',
    signs: [/^ Performance counter stats for /m],
    instead: `run it with -x, -o FILE and set results to FILE, or ${unwrapped}`,
  },
  ...unreadForms,
  ...emptyResults,
]
