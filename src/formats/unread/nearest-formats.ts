// The known formats that an unknown output is most like: a file of another version, or one that was changed.
import { hasKey } from '../json/shape.ts'

/** Keys of JSON, and words of other output, that the results of a format have. */
const SIGNS: [format: string, keys: string[], words: RegExp[]][] = [
  ['samples', ['benchmarks', 'metric', 'better', 'runs'], []],
  [
    'hyperfine',
    ['results', 'command', 'mean', 'stddev', 'times'],
    [/^Benchmark \d+: /m, /Time \(mean ± σ\)/],
  ],
  ['google-benchmark', ['benchmarks', 'real_time', 'cpu_time', 'iterations'], [/^Benchmark +Time +CPU/m]],
  ['go', [], [/^Benchmark\w/m, /\bns\/op\b/, /^(?:goos|pkg): /m]],
  ['criterion', ['iters', 'times', 'sampling_mode'], []],
  ['libtest', [], [/^test \S+/m, /\bbench: /, /\bns\/iter\b/]],
  ['pyperf', ['benchmarks', 'runs', 'metadata', 'values'], []],
  ['pytest-benchmark', ['benchmarks', 'machine_info', 'stats', 'rounds'], []],
  ['jmh', ['benchmark', 'mode', 'primaryMetric', 'score'], []],
  ['mitata', ['benchmarks', 'stats', 'alias', 'runs'], []],
  ['tinybench', ['name', 'result', 'latency', 'throughput', 'hz'], []],
  ['vitest', ['files', 'groups', 'benchmarks', 'hz'], []],
  ['github-action-benchmark', ['name', 'unit', 'value'], []],
  ['bencher', ['latency', 'value', 'lower_value', 'upper_value'], []],
  ['asv', ['results', 'commit_hash', 'params', 'env_name'], []],
  ['benchmark-dotnet', ['Title', 'Benchmarks', 'Statistics', 'FullName'], []],
  ['benchmark-ips', ['name', 'ips', 'stddev', 'iterations'], []],
  ['nyrkio', ['timestamp', 'metrics', 'attributes', 'value'], []],
  ['k6', ['metrics', 'http_req_duration', 'avg', 'p(95)'], []],
  ['junit', [], [/<testsuites?[\s>]/, /<testcase[\s>]/, /\btime="[\d.]+"/]],
]

const MOST = 3
const HALF = 0.5

/** Characters that are looked at. */
const LOOKED_AT = 64 * 1024

/** The names of at most three formats of whose signs the text shows more than half, the most like it first. */
export function nearestFormats(text: string): string[] {
  const head = text.slice(0, LOOKED_AT)
  const isJson = /^\s*[[{]/.test(head)
  const shares = SIGNS.map(([format, keys, words]) => {
    const all = isJson ? keys.map(key => hasKey(head, key)) : words.map(word => word.test(head))
    return { format, share: all.length === 0 ? 0 : all.filter(Boolean).length / all.length }
  })
  return shares
    .filter(({ share }) => share > HALF)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST)
    .map(({ format }) => format)
}
