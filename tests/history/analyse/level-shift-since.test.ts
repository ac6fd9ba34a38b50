import { describe, expect, it } from '@jest/globals'
import type { NightLevel } from '../../../src/history/analyse/judged-nights.ts'
import { levelShiftSince } from '../../../src/history/analyse/level-shift-since.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { nightlyValues, nightsOf, onOtherTestbed, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

const shift = (nights: NightLevel[], since: number) => {
  const series = timesOf(nights)
  const { changePoints } = analyseSeries(series, defaultTrendPolicy)
  return levelShiftSince(series, since, changePoints, defaultTrendPolicy)
}

const intervalOf = (nights: NightLevel[], since: number) =>
  shift(nights, since)?.interval ?? [Number.NaN, Number.NaN]

describe('the change of level since a night', () => {
  it('shows slow creep that has no night of its own', () => {
    const creeping = nightlyValues(150).map((night, i) => ({
      ...night,
      value: night.value * 1.0005 ** i,
    }))
    const [low, high] = intervalOf(creeping, 0)
    // Averages of two weeks are 136 nights apart.
    expect(low).toBeLessThan(1.0005 ** 136)
    expect(high).toBeGreaterThan(1.0005 ** 136)
    expect(low).toBeGreaterThan(1.03)
  })

  it('counts from the night that is asked for, steps included', () => {
    const stepped = nightlyValues(120, [[60, 0.05]])
    expect(shift(stepped, 0)?.ratio).toBeCloseTo(1.05, 1)
    const [low, high] = intervalOf(stepped, 65)
    expect(low).toBeLessThan(1)
    expect(high).toBeGreaterThan(1)
  })

  it('shows all of a step of last week, and one right after the night it counts from', () => {
    const steps: [number, number][] = [
      [115, 0.05],
      [4, 0.05],
    ]
    for (const step of steps) {
      let held = 0
      for (let seed = 0; seed < 100; seed++) {
        const nights = nightlyValues(120, [step], { seed })
        const [low, high] = intervalOf(nights, 0)
        expect(shift(nights, 0)?.ratio).toBeGreaterThan(1.03)
        if (low < 1.05 && 1.05 < high) held++
      }
      expect(held).toBeGreaterThanOrEqual(90)
    }
  })

  it('leaves out what a testbed change did', () => {
    const moved = onOtherTestbed(nightlyValues(120, [[60, 0.2]]), 60)
    const [low, high] = intervalOf(moved, 0)
    expect(low).toBeLessThan(1)
    expect(high).toBeGreaterThan(1)
    expect(high).toBeLessThan(1.05)
  })

  it('is exact where nothing varies, and on the raw scale with zeros', () => {
    const exact = nightsOf(Array.from({ length: 40 }, (_, i) => (i < 20 ? 50 : 51)))
    for (const end of intervalOf(exact, 0)) expect(end).toBeCloseTo(1.02, 12)
    const zeros = nightsOf(Array.from({ length: 40 }, (_, i) => i % 2))
    expect(shift(zeros, 0)?.ratio).toBeCloseTo(1, 12)
  })

  it('is unknown with too few nights, after the last one, and from a level of zero', () => {
    expect(shift(nightlyValues(5), 0)).toBeNull()
    expect(shift(nightlyValues(40), 40)).toBeNull()
    const fromZero = nightsOf(Array.from({ length: 40 }, (_, i) => (i < 20 ? 0 : 1)))
    expect(shift(fromZero, 0)).toBeNull()
  })
})
