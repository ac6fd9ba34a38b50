// Benchmark libraries: the units of what they report, and which direction is good.
import { describe, expect, it } from '@jest/globals'
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
  RUBIES,
  rowsOf,
  SORT,
  SWIFT,
  SWIFT_JMH,
  textOf,
  ZBENCH,
} from './captures.ts'

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
    [
      'benchee',
      textOf('benchee', 'hand-older.txt'),
      ['part 2 (time): 218060000 ns lower', 'part 2 (memory): 144525000 B lower'],
    ],
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
    [
      'core-bench',
      CORE,
      ['sort:1_000 (time): 12439600 ns lower', 'sort:1_000 (minor-words): 3040000  lower'],
    ],
    [
      'core-bench',
      CORE_ASCII,
      ['[sort] list, 10 (time): 566 ns lower', '[sort] list, 10 (major-words): 0  lower'],
    ],
    ['core-bench', CORE_ASCII.replace('   2.13ns', '2.13e-9ns'), ['id (time): 2.13e-9 ns lower']],
    [
      'core-bench',
      CORE_SEXP,
      ['[sort.ml] list, "long" (time): 12439600 ns lower', '[sort.ml] array (minor-words): 609.01  lower'],
    ],
    [
      'bechamel',
      BECHAMEL,
      ['factorial range 10 (time): 148.711 ns lower', 'factorial range 10 (minor-words): 22  lower'],
    ],
    ['bechamel', BECHAMEL_JS, ['factorial range 10 (time): 148.711 ns lower']],
    [
      'bechamel',
      BECHAMEL_JS.replace('"yLabel":"monotonic-clock"', '"yLabel":"promoted"'),
      ['factorial range 10 (promoted-words): 148.711  lower'],
    ],
    [
      'lit',
      LIT,
      [
        'test-suite :: SingleSource/fib2.test (exec_time): 1204800000 ns lower',
        'test-suite :: SingleSource/fib2.test (size..text): 1849 B lower',
      ],
    ],
    ['cachegrind', CACHES, ['./sort (instructions): 173805  lower', './sort (l1-misses): 16  lower']],
    ['cachegrind', ANNOTATED, ['./sort (instructions): 173805  lower', './sort (l1-misses): 16  lower']],
  ])('%s: %#', (format, text, expected) => {
    expect(rowsOf(format, text)).toEqual(expect.arrayContaining(expected))
  })
})
