// Benchmark libraries: an output that breaks off has a warning, and one that is whole has none.
import { describe, expect, it } from '@jest/globals'
import { BENCHEE, CORE, CORE_ASCII, DRIVER, parsed, RUBIES, SORT, SWIFT, textOf } from './captures.ts'

const OLDER = textOf('benchee', 'hand-older.txt')

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
    ['before a benchmark that was announced', 'core-bench', CORE.slice(0, CORE.indexOf('│ id'))],
    [
      'before a benchmark that was announced, without lines',
      'core-bench',
      CORE_ASCII.slice(0, CORE_ASCII.indexOf('  id')),
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
    ['benchee', OLDER],
    ['benchee', upTo(OLDER.replace('memory time: 1 s', 'memory time: 0 μs'), 'Memory usage')],
    ['benchmark-driver', RUBIES],
    ['benchmark-driver', upTo(DRIVER, 'Comparison').replace(/^ +join .*\n/gm, '')],
  ])('has none where it is whole: %s', (format, text) => {
    expect(warnings(format, text)).toEqual([])
  })
})
