import { describe, expect, it } from '@jest/globals'
import { canonicalUnit, isTime } from '../src/units.ts'

const canonical = (unit: string, value = 1) => {
  const { unit: name, factor } = canonicalUnit(unit)
  return `${Number((value * factor).toPrecision(12))} ${name}`
}

describe('canonicalUnit', () => {
  it.each([
    ['ps', '0.001 ns'],
    ['ns', '1 ns'],
    ['us', '1000 ns'],
    ['\u00b5s', '1000 ns'],
    ['\u03bcs', '1000 ns'],
    ['ms', '1000000 ns'],
    ['s', '1000000000 ns'],
    ['min', '60000000000 ns'],
    ['h', '3600000000000 ns'],
    ['hr', '3600000000000 ns'],
    ['day', '86400000000000 ns'],
    ['\u00b5sec', '1000 ns'],
    ['\u03bcsec', '1000 ns'],
    ['ns per op', '1 ns/op'],
    ['nanoseconds', '1 ns'],
    ['Microsecond', '1000 ns'],
    ['msec', '1000000 ns'],
    ['Seconds', '1000000000 ns'],
    [' sec ', '1000000000 ns'],
  ])('folds the time unit %j into nanoseconds', (unit, expected) => {
    expect(canonical(unit)).toBe(expected)
  })

  it.each([
    ['B', '1 B'],
    ['bytes', '1 B'],
    ['kB', '1000 B'],
    ['KB', '1000 B'],
    ['MB', '1000000 B'],
    ['megabytes', '1000000 B'],
    ['KiB', '1024 B'],
    ['MiB', '1048576 B'],
    ['GiB', '1073741824 B'],
  ])('folds the size unit %j into bytes', (unit, expected) => {
    expect(canonical(unit)).toBe(expected)
  })

  it.each([
    'Mb',
    'mb',
    'kb',
    'b',
    'Gb',
    'mB',
    'Ms',
    'MS',
    'S',
    'M',
    'm',
    'H',
    'US',
    'k',
    'K',
    'hits',
    '%',
    '',
  ])('leaves %j alone, which is or may be another unit', unit => {
    expect(canonicalUnit(unit)).toEqual({ unit, factor: 1 })
  })

  it('does not take the name of a property of objects for a unit', () => {
    for (const unit of ['constructor', 'toString', '__proto__', 'valueOf']) {
      expect(canonicalUnit(unit)).toEqual({ unit, factor: 1 })
    }
  })

  it.each([
    ['Kops/s', '1000 ops/s'],
    ['Mops/s', '1000000 ops/s'],
    ['kreq/sec', '1000 req/s'],
    ['Mops/ms', '1000000000 ops/s'],
    ['Mbps', '1000000 bps'],
    ['GFLOPS', '1000000000 FLOPS'],
    ['kHz', '1000 Hz'],
    ['rps', '1 rps'],
    ['Mops', '1 Mops'],
    ['Kops/op', '1 Kops/op'],
  ])('takes the decimal prefix of the rate %j away', (unit, expected) => {
    expect(canonical(unit)).toBe(expected)
  })

  it.each([
    ['ms/op', '1000000 ns/op'],
    ['ns/iter', '1 ns/iter'],
    ['KiB/op', '1024 B/op'],
    ['allocs/op', '1 allocs/op'],
  ])('keeps the denominator of %j, which counts operations', (unit, expected) => {
    expect(canonical(unit)).toBe(expected)
  })

  it.each([
    ['MB/s', '1000000 B/s'],
    ['MB / sec', '1000000 B/s'],
    ['B/ms', '1000 B/s'],
    ['ops/s', '1 ops/s'],
    ['ops/ms', '1000 ops/s'],
    ['ops/us', '1000000 ops/s'],
    ['requests/min', '0.0166666666667 requests/s'],
    ['requests per second', '1 requests/s'],
    ['KQPS', '1000 QPS'],
  ])('counts the rate %j per second', (unit, expected) => {
    expect(canonical(unit)).toBe(expected)
  })

  it('gives a unit that is canonical already', () => {
    for (const unit of ['ms', 'MiB', 'us/op', 'MB/ms', 'ops/h', 'hits', 'a/b/s', '/s']) {
      const once = canonicalUnit(unit).unit
      expect(canonicalUnit(once)).toEqual({ unit: once, factor: 1 })
    }
  })

  it('makes values compare that were reported in different units', () => {
    expect(canonical('ms', 1.5)).toBe(canonical('us', 1500))
    expect(canonical('ops/ms', 2)).toBe(canonical('ops/s', 2000))
  })
})

describe('isTime', () => {
  it.each(['ns', 'ns/op', canonicalUnit('ms').unit, canonicalUnit('s/iter').unit])('is true for %j', unit => {
    expect(isTime(unit)).toBe(true)
  })

  it.each(['B', 'B/s', 'ops/s', 'p50-ns', 'nsx', ''])('is false for %j', unit => {
    expect(isTime(unit)).toBe(false)
  })
})
