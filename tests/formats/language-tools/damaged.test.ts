// Benchmark libraries: damaged output is refused, with the place and what is there.
import { describe, expect, it } from '@jest/globals'
import { refusal } from '../refusal.ts'
import {
  ANNOTATED,
  BECHAMEL,
  BECHAMEL_JS,
  BENCHEE,
  CACHES,
  CORE,
  CORE_ASCII,
  CORE_SEXP,
  DRIVER,
  KOTLINX,
  LIT,
  parsed,
  RUBIES,
  SWIFT,
  SWIFT_JMH,
  textOf,
  ZBENCH,
} from './captures.ts'

describe('damaged output', () => {
  it.each([
    ['benchee', BENCHEE.slice(0, BENCHEE.indexOf('\n\nComparison')), 'has no end'],
    [
      'benchee',
      textOf('benchee', 'hand-older.txt').replace('137.83 MB', '137.83 M'),
      'is not a row of a table of Benchee',
    ],
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
    ['core-bench', CORE.replace('741.20ns', 'fast'.padStart(8)), 'Time/Run of "sort:100" is "fast"'],
    ['core-bench', CORE.replace(' 741.20ns │', ''), 'is not a row of a table of core_bench'],
    ['core-bench', CORE_ASCII.slice(0, CORE_ASCII.indexOf('63.08%')), 'has no end'],
    ['core-bench', CORE_SEXP.trimEnd().slice(0, -1), 'its list has no end'],
    ['core-bench', CORE_SEXP.replace('741.20148133', 'fast'), '"fast" is not a number'],
    ['core-bench', CORE_SEXP.replace(/\(time_per_run_nanos 7\S+/, ''), 'time_per_run_nanos is missing'],
    [
      'bechamel',
      BECHAMEL.replace('148.7114 ns/run', '        fast/run'),
      'monotonic-clock of "factorial range 10" is "fast/run"',
    ],
    ['bechamel', BECHAMEL.slice(0, BECHAMEL.indexOf('╰')), 'its table has no end'],
    [
      'bechamel',
      BECHAMEL.replace('major-allocated', 'votes-given----'),
      'nothing says what is better for the measure "votes-given----"',
    ],
    [
      'bechamel',
      BECHAMEL_JS.replace('monotonic-clock', 'votes'),
      'nothing says what is better for the measure "votes"',
    ],
    ['bechamel', BECHAMEL_JS.replace('148.7114', '"fast"'), 'estimate is "fast"'],
    ['lit', LIT.replace('0.7411', 'true'), 'exec_time is true, expected a number'],
    ['lit', LIT.replace('"code": "PASS"', '"code": 3'), 'the code is 3'],
    ['cachegrind', CACHES.replace('events: Ir', 'events: '), 'has no totals of Cachegrind'],
    ['cachegrind', CACHES.replace(/^(summary: .*) \d+$/m, '$1'), 'has 8 totals for 9 events'],
    ['cachegrind', CACHES.trimEnd(), 'has 0 totals for 9 events'],
    ['cachegrind', ANNOTATED.replace('39,800', '39800x'), 'is not a number'],
  ])('of %s is refused: %#', (format, text, message) => {
    expect(refusal(() => parsed(format, text))).toContain(message)
  })
})
