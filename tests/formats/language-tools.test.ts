// Benchmark libraries that print tables of their own: units, directions, what failed, and what was cut off or damaged.
import { describe, expect, it } from '@jest/globals'
import { checkSamples } from '../../src/formats/check-samples.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { recogniseFormat } from '../../src/formats/recognise.ts'
import { ownNames } from '../../src/formats/tell-apart.ts'
import { fixtures } from './fixtures.ts'
import { refusal } from './refusal.ts'

const textOf = (format: string, file: string) =>
  fixtures.find(each => each.format === format && each.file === file)?.text ?? ''
const parsed = (format: string, text: string) =>
  checkSamples(ownNames(formatNamed(format).parse(text, 'out'), { name: format }), 'out')
const rowsOf = (format: string, text: string) =>
  parsed(format, text).samples.map(
    ({ name, metric, unit, better, runs }) =>
      `${name} (${metric}): ${runs.flat().map(value => Number(value.toPrecision(6)))} ${unit} ${better}`,
  )

const BENCHEE = textOf('benchee', 'plain-1.5.0.txt')
const SORT = textOf('benchee', 'sort-1.5.0.txt')
const ZBENCH = textOf('zbench', 'zbench-0.13.0.txt')
const DRIVER = textOf('benchmark-driver', 'compare-0.17.0.txt')
const RUBIES = textOf('benchmark-driver', 'rubies-0.17.0.txt')
const KOTLINX = textOf('kotlinx-benchmark', 'hand-native.json')
const SWIFT = textOf('package-benchmark', 'hand-tables.txt')
const SWIFT_JMH = textOf('package-benchmark', 'hand-jmh.json')
const CACHES = textOf('cachegrind', 'caches-3.19.0.out')
const ANNOTATED = textOf('cachegrind', 'caches-annotated-3.19.0.txt')

describe('units and directions', () => {
  it.each([
    ['benchee', BENCHEE, ['map (time): 1900 ns lower']],
    [
      'benchee',
      SORT,
      [
        'sort (input=1,000 numbers) (memory): 20541.4 B lower',
        'sort (input=1,000 numbers) (reductions): 1620  lower',
      ],
    ],
    ['benchee', BENCHEE.replace('1.90 μs', '1.90 min'), ['map (time): 114000000000 ns lower']],
    ['zbench', ZBENCH, ['copy, 4 KiB (peak-memory): 4096 B lower']],
    ['zbench', ZBENCH.replace(/[\d.]+ms ± /, '1m2.5s ± '), ['sum of squares (time): 62500000000 ns lower']],
    ['benchmark-driver', DRIVER, ['sort (rate): 87171 i/s higher']],
    ['benchmark-driver', textOf('benchmark-driver', 'time-0.17.0.txt'), ['sort (time): 237452000 ns lower']],
    ['benchmark-driver', textOf('benchmark-driver', 'memory-0.17.0.txt'), ['sort (size): 13540000 B lower']],
    ['benchmark-driver', RUBIES, ['join (ruby=b) (rate): 8891 i/s higher']],
    [
      'kotlinx-benchmark',
      KOTLINX,
      ['example.SortBenchmark.reverse (time): 1338.1,1341.7,1339.9 ns/op lower'],
    ],
    [
      'kotlinx-benchmark',
      KOTLINX.replace(/ops\/s/g, 'ops/ms'),
      ['example.SortBenchmark.sort (size=1000) (throughput): 20871400,21004900,20977100 ops/s higher'],
    ],
    [
      'package-benchmark',
      SWIFT,
      [
        'sort 1,000 numbers (time): 47000 ns lower',
        'sort 1,000 numbers (throughput): 21000 #/s higher',
        'sort 1,000 numbers (Malloc (total)): 2000000  lower',
        'sort 1,000 numbers (Memory (resident peak)): 9871000 B lower',
      ],
    ],
    [
      'package-benchmark',
      SWIFT.replaceAll(' *', ' \\*').replaceAll('(ns)', '(ks)'),
      ['reverse (time): 1083000000000000 ns lower'],
    ],
    [
      'package-benchmark',
      SWIFT_JMH,
      [
        'SortBenchmarks.reverse (time): 1042,1083,1083,1125 ns lower',
        'SortBenchmarks.reverse (throughput): 888000,923000,923000,959000 #/s higher',
      ],
    ],
    ['cachegrind', CACHES, ['./sort (instructions): 173805  lower', './sort (l1-misses): 16  lower']],
    ['cachegrind', ANNOTATED, ['./sort (instructions): 173805  lower', './sort (l1-misses): 16  lower']],
  ])('%s: %#', (format, text, expected) => {
    expect(rowsOf(format, text)).toEqual(expect.arrayContaining(expected))
  })
})

describe('what failed', () => {
  it('is a failed row of benchmark-driver', () => {
    const { failures } = parsed('benchmark-driver', textOf('benchmark-driver', 'failed-0.17.0.txt'))
    expect(failures).toEqual([{ name: 'fails', reason: 'it failed: benchmark-driver says ERROR' }])
  })

  it.each([
    ['benchee', textOf('benchee', 'failed-1.5.0.txt')],
    ['benchmark-driver', textOf('benchmark-driver', 'stopped-0.17.0.txt')],
  ])('leaves %s without results, which is refused', (format, text) => {
    expect(refusal(() => parsed(format, text))).toContain('printed no results; did a benchmark fail?')
  })
})

describe('output that breaks off', () => {
  const warnings = (format: string, text: string) => parsed(format, text).warnings.map(({ code }) => code)
  const upTo = (text: string, word: string) => text.slice(0, text.indexOf(word))

  it.each([
    ['before a benchmark that was announced', 'benchee', upTo(BENCHEE, 'map       ')],
    ['before an input that was announced', 'benchee', upTo(SORT, '##### With input small')],
    ['before the memory that was to be measured', 'benchee', upTo(SORT, 'Reduction count')],
    ['before a comparison', 'benchmark-driver', upTo(DRIVER, 'Comparison')],
    [
      'before a metric that is to come',
      'package-benchmark',
      SWIFT.slice(0, SWIFT.lastIndexOf('├')).replace(/^│ .*(?:Lookups|Δ).*\n/gm, ''),
    ],
    [
      'before a benchmark that was warmed up',
      'benchmark-driver',
      DRIVER.slice(0, DRIVER.lastIndexOf('                join    ')),
    ],
  ])('%s has a warning: %s', (_, format, text) => {
    expect(warnings(format, text)).toEqual([`${format}-no-end`])
  })

  it.each([
    ['benchee', textOf('benchee', 'extended-1.5.0.txt')],
    ['benchee', textOf('benchee', 'unscaled-1.5.0.txt')],
    ['benchee', SORT],
    ['benchmark-driver', RUBIES],
    ['benchmark-driver', upTo(DRIVER, 'Comparison').replace(/^ +join .*\n/gm, '')],
  ])('has none where it is whole: %s', (format, text) => {
    expect(warnings(format, text)).toEqual([])
  })
})

describe('damaged output', () => {
  it.each([
    ['benchee', BENCHEE.replace('1.90 μs', 'fast'), 'is not a row of a table of Benchee'],
    [
      'benchee',
      textOf('benchee', 'sort-1.5.0.json').replace('"samples":[', '"samples":["fast",'),
      'run_time_data is "fast"',
    ],
    [
      'benchee',
      textOf('benchee', 'sort-1.5.0.json').replace(/"samples":\[[\d,]*\]/g, '"samples":[]'),
      'has no measurements',
    ],
    ['zbench', ZBENCH.trimEnd(), 'has no end'],
    ['zbench', ZBENCH.replace(/[\d.]+ms ± /, 'fast ± '), 'is not a row of a table of zBench'],
    ['zbench', '[{"name": 3, "timing_statistics": 1, "timings": [], "percentiles": 2}]', 'the name is 3'],
    ['zbench', '[{"name": "a", "timings": 3}]', 'timings is 3'],
    ['benchmark-driver', DRIVER.replaceAll('i/s', 'points'), 'the unit "points" does not say what is better'],
    ['benchmark-driver', RUBIES.replace('     8.891k', ''), 'has 1 values for 2 Rubies'],
    [
      'kotlinx-benchmark',
      KOTLINX.replace('ops/s', 'points'),
      'the unit "points" does not say what is better',
    ],
    ['kotlinx-benchmark', KOTLINX.replaceAll('rawData', 'raw'), 'has no raw data'],
    [
      'kotlinx-benchmark',
      '[{"primaryMetric": {}, "measurementTime": 1}]',
      'give the file build/reports/benchmarks',
    ],
    ['package-benchmark', SWIFT.replace('1041 │', ''), 'is not a row of a table of package-benchmark'],
    ['package-benchmark', SWIFT.replace(' 1083 ', ' fast '), '"fast" is not a number'],
    [
      'package-benchmark',
      SWIFT_JMH.replace('"rawData":[[', '"rawData":[["fast",'),
      'Throughput (# / s) is "fast"',
    ],
    ['package-benchmark', SWIFT_JMH.replaceAll('"rawData"', '"raw"'), 'has no raw data with a unit'],
    ['cachegrind', CACHES.replace('events: Ir', 'events: '), 'has no totals of Cachegrind'],
    ['cachegrind', CACHES.replace(/^(summary: .*) \d+$/m, '$1'), 'has 8 totals for 9 events'],
    ['cachegrind', CACHES.trimEnd(), 'has 0 totals for 9 events'],
    ['cachegrind', ANNOTATED.replace('39,800', '39800x'), 'is not a number'],
  ])('of %s is refused: %#', (format, text, message) => {
    expect(refusal(() => parsed(format, text))).toContain(message)
  })
})

it('a report like that of JMH is of the tool that wrote it, and two in one output are refused', () => {
  const jmh = textOf('jmh', 'jmh-throughput-1.37.json')
  for (const [name, text] of [
    ['jmh', jmh],
    ['kotlinx-benchmark', KOTLINX],
    ['package-benchmark', SWIFT_JMH],
  ] as const) {
    expect(recogniseFormat(text)?.name).toBe(name)
    expect(recogniseFormat(`${text}\n${name === 'jmh' ? KOTLINX : jmh}`)).toBeNull()
  }
})

it('metrics of package-benchmark whose direction nobody knows are left out, and named', () => {
  for (const text of [SWIFT, SWIFT_JMH]) {
    expect(parsed('package-benchmark', text).warnings).toEqual([
      {
        code: 'package-benchmark-metric-left-out',
        message: expect.stringContaining('Lookups, Malloc / free Δ'),
      },
    ])
  }
})

it('benchmarks of one name in two targets of package-benchmark are told apart', () => {
  const twice = `${SWIFT}${SWIFT.replaceAll('SortBenchmarks', 'OtherBenchmarks')}`
  const names = parsed('package-benchmark', twice).samples.map(({ name }) => name)
  expect(new Set(names)).toEqual(
    new Set(
      ['SortBenchmarks', 'OtherBenchmarks'].flatMap(target => [
        `${target}/sort 1,000 numbers`,
        `${target}/reverse`,
      ]),
    ),
  )
})
