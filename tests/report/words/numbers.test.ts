import { describe, expect, it } from '@jest/globals'
import {
  counted,
  formatChange,
  formatInterval,
  formatP,
  formatPair,
  formatValue,
} from '../../../src/report/words/numbers.ts'
import { formatShare } from '../../../src/units.ts'

describe('formatValue', () => {
  it.each([
    [12_345_678, 'ns', '12.3 ms'],
    [1_040, 'ns', '1.04 µs'],
    [850, 'ns', '850 ns'],
    [2_310_000_000, 'ns', '2.31 s'],
    [754e9, 'ns', '754 s'],
    [0.2541, 'ns', '0.254 ns'],
    [850, 'ns/op', '850 ns/op'],
    [12_345_678, 'ns/op', '12.3 ms/op'],
    [1.5 * 2 ** 20, 'B', '1.5 MiB'],
    [1000, 'B', '1000 B'],
    [12, 'B/op', '12 B/op'],
    [512e6, 'B/s', '512 MB/s'],
    [5_678.9e6, 'B/s', '5.68 GB/s'],
    [1234, 'ops/s', '1234 ops/s'],
    [1_234_567, 'ops/s', '1.23 M ops/s'],
    [45_678, 'instructions', '45.7 k instructions'],
    [2.34567, '', '2.35'],
    [-2.5e6, 'ns', '−2.5 ms'],
    [0, 'ns', '0 ns'],
  ])('writes %p %s as %p', (value, unit, text) => {
    expect(formatValue(value, unit)).toBe(text)
  })

  it('rounds before it chooses the unit, so that nothing reads 1000 µs', () => {
    expect(formatValue(999_960, 'ns')).toBe('1.00 ms')
    expect(formatValue(999.7, 'ns')).toBe('1.00 µs')
  })

  it('shows no digits that are zero without loss', () => {
    expect(formatValue(12_000_000, 'ns')).toBe('12 ms')
    expect(formatValue(12_000_100, 'ns')).toBe('12.0 ms')
  })

  it('writes what is no number as a dash', () => {
    for (const value of [null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(formatValue(value, 'ns')).toBe('–')
  })

  it('writes extreme numbers with an exponent', () => {
    expect(formatValue(1.5e17, 'ops')).toBe('1.50e+8 G ops')
    expect(formatValue(1.5e-8, 'ratio')).toBe('1.50e−8 ratio')
  })

  it('shortens a unit that would fill the table', () => {
    expect(formatValue(1, 'x'.repeat(50))).toBe(`1 ${'x'.repeat(10)}…${'x'.repeat(9)}`)
  })
})

describe('formatPair', () => {
  it('gives both sides the same unit and the same number of decimals', () => {
    expect(formatPair(980_400, 1_041_300, 'ns')).toEqual(['980 µs', '1041 µs'])
    expect(formatPair(9_951_000, 10_500_000, 'ns')).toEqual(['9.95 ms', '10.50 ms'])
  })

  it('adds a digit where three would hide the difference', () => {
    expect(formatPair(18_230_000, 18_160_000, 'ns')).toEqual(['18.23 ms', '18.16 ms'])
  })

  it('does not add digits to equal values', () => {
    expect(formatPair(1_572_864, 1_572_864, 'B')).toEqual(['1.5 MiB', '1.5 MiB'])
  })

  it('gives values ten times apart a unit each', () => {
    expect(formatPair(850, 2_310_000_000, 'ns')).toEqual(['850 ns', '2.31 s'])
  })

  it('keeps a missing side and a zero apart', () => {
    expect(formatPair(null, 640_500, 'ns')).toEqual(['–', '641 µs'])
    expect(formatPair(0, 640_500, 'ns')).toEqual(['0 ns', '641 µs'])
  })
})

describe('formatChange', () => {
  it.each([
    [1.052, '+5.2 %'],
    [0.969, '−3.1 %'],
    [1, '±0.0 %'],
    [1.0004, '±0.0 %'],
    [0.9996, '±0.0 %'],
    [2.5, '+150 %'],
    [3, '+200 %'],
    [3.42, '3.4×'],
    [34.4, '34×'],
    [12_345, '12,345×'],
    [0.02, '−98.0 %'],
    [3.2e24, '> 1,000,000×'],
    [Number.POSITIVE_INFINITY, '∞'],
    [null, '–'],
  ])('writes the ratio %p as %p', (ratio, text) => {
    expect(formatChange(ratio)).toBe(text)
  })
})

describe('formatInterval', () => {
  it('writes both ends as percentages', () => {
    expect(formatInterval([1.041, 1.063])).toBe('[+4.1 %, +6.3 %]')
    expect(formatInterval([0.98, 1.021])).toBe('[−2.0 %, +2.1 %]')
  })

  it('writes both ends as factors when one is large or open', () => {
    expect(formatInterval([2.8, 3.6])).toBe('[2.8×, 3.6×]')
    expect(formatInterval([0, Number.POSITIVE_INFINITY])).toBe('[0×, ∞]')
  })

  it('has the form of the change beside it', () => {
    expect(formatInterval([2.5, 3.1], 2.79)).toBe('[+150 %, +210 %]')
    expect(formatInterval([2.8, 3.6], 3.2)).toBe('[2.8×, 3.6×]')
    expect(formatInterval([0.9, Number.POSITIVE_INFINITY], 1.2)).toBe('[−10.0 %, ∞]')
  })

  it('has no digits of an end that nothing holds', () => {
    expect(formatInterval([6.2e-23, 9.151201087401812e23], 7.6)).toBe('[0×, > 1,000,000×]')
    expect(formatInterval([6.2e-23, 9.15e23], 1.2)).toBe('[−100 %, > 1,000,000×]')
  })

  it('writes no interval as a dash', () => {
    expect(formatInterval(null)).toBe('–')
  })
})

describe('formatP', () => {
  it.each([
    [0, '< 0.0001'],
    [0.0000999, '< 0.0001'],
    [0.0001, '0.00010'],
    [0.00321, '0.0032'],
    [0.0412, '0.041'],
    [0.34, '0.34'],
    [1, '1.00'],
    [null, '–'],
  ])('writes %p as %p', (p, text) => {
    expect(formatP(p)).toBe(text)
  })
})

describe('formatShare', () => {
  it('keeps the digits of a policy and rounds an estimate', () => {
    expect(formatShare(1 - 0.0005)).toBe('99.95 %')
    expect(formatShare(0.01)).toBe('1 %')
    expect(formatShare(0.05341, 2)).toBe('5.3 %')
    expect(formatShare(0.113, 2)).toBe('11 %')
  })
})

describe('counted', () => {
  it('agrees in number', () => {
    expect([counted(0, 'row'), counted(1, 'row'), counted(1000, 'row')]).toEqual([
      '0 rows',
      '1 row',
      '1,000 rows',
    ])
  })
})
