// Benchmarks of one name in two groups, files, targets, suites or jobs.
import { describe, expect, it } from '@jest/globals'
import { readOutput } from '../../src/files/session-file.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { textOutput } from '../../src/formats/output.ts'
import { joinParsed } from '../../src/formats/runs/join-parsed.ts'
import { ownNames } from '../../src/formats/tell-apart.ts'
import { fixtures } from './fixtures.ts'
import { refusal } from './refusal.ts'

const read = (tool: string, text: string) => readOutput(textOutput(text, 'out'), formatNamed(tool))
const rowsOf = (tool: string, text: string) =>
  read(tool, text).samples.map(({ name, metric, runs }) => [name, metric, ...runs.flat()])

const run = (name: string, group: number, time: number) => ({
  group,
  runs: [{ name, args: {}, stats: { kind: 'fn', samples: [time] } }],
})
const mitata = JSON.stringify({
  layout: [{ name: null }, { name: 'small' }, { name: 'large' }],
  benchmarks: [run('parse', 1, 1), run('noop', 1, 2), run('parse', 2, 3), run('parse', 0, 4)],
})

const program = (executable: string) =>
  JSON.stringify({
    context: { executable, num_cpus: 2 },
    benchmarks: [
      { name: 'parse', run_type: 'iteration', iterations: 9, real_time: 5, cpu_time: 5, time_unit: 'ns' },
    ],
  })

const libtest = (target: string, time: number) =>
  `${target}\nrunning 1 test\ntest small ... bench:   ${time} ns/iter (+/- 3)\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 1 measured; 0 filtered out; finished in 0.11s\n`

const bdn = (job: string, time: number) => ({
  DisplayInfo: `Bench.Parse: ${job}`,
  FullName: 'Acme.Bench.Parse',
  Statistics: { OriginalValues: [time] },
  Memory: { BytesAllocatedPerOperation: 64 },
})
const jobs = (...all: object[]) => JSON.stringify({ Title: 'x', HostEnvironmentInfo: {}, Benchmarks: all })

const deno = (origin: string, time: number) => ({ origin, name: 'parse', results: [{ ok: { avg: time } }] })

it('names are as printed where only what was taken off tells them apart', () => {
  const outputs = ['8', '16'].map(size => `pkg: a\nBenchmarkSort/size-${size}  100  120 ns/op\nPASS\n`)
  const parts = outputs.map(text => formatNamed('go').parse(text, 'out'))
  const { samples } = ownNames(joinParsed(parts), formatNamed('go'))
  expect(samples.map(({ name }) => name)).toEqual(['a.BenchmarkSort/size-8', 'a.BenchmarkSort/size-16'])
})

describe('equal names are told apart by what the output says, and only those', () => {
  it.each([
    [
      'mitata',
      mitata,
      [
        ['small/parse', 'time', 1],
        ['noop', 'time', 2],
        ['large/parse', 'time', 3],
        ['parse', 'time', 4],
      ],
    ],
    [
      'google-benchmark',
      ['./build/io', './build/cpu'].map(program).join('\n'),
      [
        ['io/parse', 'real-time', 5],
        ['io/parse', 'cpu-time', 5],
        ['cpu/parse', 'real-time', 5],
        ['cpu/parse', 'cpu-time', 5],
      ],
    ],
    [
      'junit',
      `<testsuite name="s">${['a.py', 'b.py'].map(file => `<testcase file="${file}" name="t" time="1"/>`).join('')}</testsuite>`,
      [
        ['a.py/t', 'time', 1e9],
        ['b.py/t', 'time', 1e9],
      ],
    ],
    [
      'libtest',
      libtest('     Running benches/a.rs (target/release/deps/a-0123456789abcdef)', 10) +
        libtest('     Running benches/b.rs (target/release/deps/b-0123456789abcdef)', 20),
      [
        ['a/small', 'time', 10],
        ['b/small', 'time', 20],
      ],
    ],
    [
      'junit',
      '<testsuites><testsuite name="a.test.js"><testcase name="works" time="1"/><testcase name="other" time="3"/></testsuite>' +
        '<testsuite name="b.test.js"><testcase name="works" time="2"/></testsuite></testsuites>',
      [
        ['a.test.js/works', 'time', 1e9],
        ['other', 'time', 3e9],
        ['b.test.js/works', 'time', 2e9],
      ],
    ],
    [
      'benchmark-dotnet',
      jobs(
        bdn('.NET 8.0(Runtime=.NET 8.0)', 100),
        bdn('Job-ABCDEF(Runtime=.NET 9.0, Server=True) [n=1]', 80),
      ),
      [
        ['.NET 8.0/Acme.Bench.Parse', 'time', 100],
        ['.NET 8.0/Acme.Bench.Parse', 'allocated', 64],
        ['Runtime=.NET 9.0, Server=True/Acme.Bench.Parse', 'time', 80],
        ['Runtime=.NET 9.0, Server=True/Acme.Bench.Parse', 'allocated', 64],
      ],
    ],
    [
      'deno',
      JSON.stringify({
        runtime: 'Deno/2.9',
        benches: [deno('file:///src/a_bench.ts', 1), deno('file:///src/b_bench.ts', 2)],
      }),
      [
        ['a_bench.ts/parse', 'time', 1],
        ['b_bench.ts/parse', 'time', 2],
      ],
    ],
  ])('by %s', (tool, text, rows) => expect(rowsOf(tool, text)).toEqual(rows))

  it('of which one failed', () => {
    const text =
      '<testsuites><testsuite name="a"><testcase name="works" time="1"/></testsuite>' +
      '<testsuite name="b"><testcase name="works"><failure/></testcase></testsuite></testsuites>'
    const { samples, failures } = read('junit', text)
    expect([...samples, ...failures].map(({ name }) => name)).toEqual(['a/works', 'b/works'])
  })

  it('and in two modes of JMH, whose profilers measure in each', () => {
    const result = (mode: string, scoreUnit: string) => ({
      ...{ jmhVersion: '1.37', benchmark: 'a.B.c', mode, threads: 1, forks: 1 },
      primaryMetric: { scoreUnit, rawData: [[2, 3]] },
      secondaryMetrics: { 'gc.alloc.rate.norm': { scoreUnit: 'B/op', rawData: [[128]] } },
    })
    const both = JSON.stringify([result('thrpt', 'ops/us'), result('avgt', 'us/op')])
    expect(read('jmh', both).samples.map(({ name, metric }) => `${name}: ${metric}`)).toEqual([
      'a.B.c: throughput',
      'a.B.c: gc.alloc.rate.norm (thrpt)',
      'a.B.c: time',
      'a.B.c: gc.alloc.rate.norm (avgt)',
    ])
    expect(read('jmh', JSON.stringify([result('avgt', 'us/op')])).samples[1]?.metric).toBe(
      'gc.alloc.rate.norm',
    )
  })
})

describe('where nothing tells them apart', () => {
  const twice = 'a x 10 ops/sec ±1.2% (90 runs sampled)\na x 20 ops/sec ±1.2% (90 runs sampled)\n'

  it('their order does, with a warning', () => {
    expect(rowsOf('benchmark.js', twice)).toEqual([
      ['a', 'throughput', 10],
      ['a #2', 'throughput', 20],
    ])
    expect(read('benchmark.js', twice).warnings).toEqual([
      {
        code: 'same-name',
        message: 'several benchmarks have one name, and only their order tells them apart (#2, #3, …): a',
      },
    ])
  })

  it('those of our own documents are refused: whoever prints them can name them', () => {
    const row = { name: 'a', metric: 'time', unit: 'ns', better: 'lower', runs: [[1]] }
    const text = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [row, row] })
    expect(refusal(() => read('samples', text))).toMatch(
      /has metric "time" twice; give each benchmark a name/,
    )
  })
})

it('names in all captures stay as they are', () => {
  const readable = fixtures.filter(({ expected }) => !expected.startsWith('REFUSED'))
  for (const { format, file, text } of readable) {
    const parsed = formatNamed(format).parse(text, file)
    const named = readOutput(textOutput(text, file), formatNamed(format))
    expect(named.samples.map(({ name }) => name)).toEqual(parsed.samples.map(({ name }) => name))
    expect(named.samples.filter(sample => 'place' in sample)).toEqual([])
  }
})
