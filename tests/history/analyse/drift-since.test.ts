import { describe, expect, it } from '@jest/globals'
import { type Drift, driftSince } from '../../../src/history/analyse/drift-since.ts'
import type { Night } from '../../../src/history/analyse/judged-nights.ts'
import { analyseSeries } from '../../../src/history/analyse/series.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/settings.ts'
import { nightlyValues, onOtherTestbed } from '../nightly-values.ts'

const drift = (nights: Night[], since: number) =>
  driftSince(nights, since, analyseSeries(nights, defaultTrendPolicy), defaultTrendPolicy)

describe('the drift since a night', () => {
  it('shows slow creep that has no night of its own', () => {
    const creeping = nightlyValues(150).map((night, i) => ({
      ...night,
      value: (night.value as number) * 1.0005 ** i,
    }))
    const found = drift(creeping, 0)
    expect(found?.window).toBe(14)
    // Averages of two weeks are 136 nights apart.
    expect(found?.interval[0]).toBeLessThan(1.0005 ** 136 - 1)
    expect(found?.interval[1]).toBeGreaterThan(1.0005 ** 136 - 1)
    expect(found?.interval[0]).toBeGreaterThan(0.03)
  })

  it('counts from the night that is asked for, steps included', () => {
    const stepped = nightlyValues(120, [[60, 0.05]])
    expect(drift(stepped, 0)?.size).toBeCloseTo(0.05, 1)
    const [low, high] = drift(stepped, 65)?.interval ?? []
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
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
        const { interval, size } = drift(nights, 0) as Drift
        expect(size).toBeGreaterThan(0.03)
        if (interval[0] < 0.05 && 0.05 < interval[1]) held++
      }
      expect(held).toBeGreaterThanOrEqual(90)
    }
  })

  it('leaves out what a testbed change did', () => {
    const moved = onOtherTestbed(nightlyValues(120, [[60, 0.2]]), 60)
    const [low, high] = drift(moved, 0)?.interval ?? []
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
    expect(high).toBeLessThan(0.05)
  })

  it('is exact where nothing varies, and on the raw scale with zeros', () => {
    const exact = Array.from({ length: 40 }, (_, i) => ({ value: i < 20 ? 50 : 51, testbed: null }))
    expect(drift(exact, 0)?.interval[0]).toBeCloseTo(0.02, 12)
    expect(drift(exact, 0)?.interval[1]).toBeCloseTo(0.02, 12)
    const zeros = Array.from({ length: 40 }, (_, i) => ({ value: i % 2, testbed: null }))
    expect(drift(zeros, 0)?.size).toBeCloseTo(0, 12)
  })

  it('is unknown with too few nights, after the last one, and from a level of zero', () => {
    expect(drift(nightlyValues(5), 0)).toBeNull()
    expect(drift(nightlyValues(40), 40)).toBeNull()
    expect(
      drift(
        Array.from({ length: 40 }, (_, i) => ({ value: i < 20 ? 0 : 1, testbed: null })),
        0,
      ),
    ).toBeNull()
  })
})
