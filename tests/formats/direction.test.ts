import { describe, expect, it } from '@jest/globals'
import { betterDirection, metricNameOf } from '../../src/formats/direction.ts'
import { metricOf } from '../../src/formats/go/result-line.ts'
import { patternOf } from '../../src/formats/pattern/read.ts'
import { refusal } from './refusal.ts'

const units = {
  higher:
    'ops/s ops/sec req/s requests/s Kops/s i/s MB/s widgets/s rps qps tps fps QPS TPS RPS FPS IOPS Hz MHz Mbps Gbps FLOPS GFLOPS'.split(
      ' ',
    ),
  lower:
    'ns us ms sec B KiB bytes ns/op ns/item B/item allocs/op ms/request cycles/byte gas cycles instructions'.split(
      ' ',
    ),
  unknown: '% Percent score hits points x Mops p99-ns retained-bytes widgets'.split(' '),
}

describe('the good direction of a unit', () => {
  it.each(units.higher)('%s is higher, for all formats', unit => {
    expect(betterDirection(unit)).toBe('higher')
    expect(metricNameOf(unit, 'higher')).toBe('rate')
    expect(metricOf(unit, new Map())?.better).toBe('higher')
  })

  it.each(units.lower)('%s is lower, for all formats', unit => {
    expect(betterDirection(unit)).toBe('lower')
    expect(metricOf(unit, new Map())?.better).toBe('lower')
  })

  it.each(units.unknown)('%s says nothing', unit => {
    expect(betterDirection(unit)).toBeNull()
    expect(metricOf(unit, new Map())).toBeNull()
  })
})

it.each([
  [{ pattern: '', 'pattern-unit': '', 'pattern-better': 'higher' }, 'pattern-better'],
  [{ pattern: '', 'pattern-unit': 'ms', 'pattern-better': 'auto' }, 'pattern-unit'],
] as const)('what belongs to a pattern is refused without one: %j', (inputs, name) => {
  expect(refusal(() => patternOf(inputs))).toMatch(new RegExp(`^${name}: has no effect without pattern`))
})
