import { describe, expect, it } from '@jest/globals'
import type { NightLevel } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { nightlyValues, nightsOf, onOtherTestbed, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

const analyse = (nights: NightLevel[], more = {}) =>
  analyseSeries(timesOf(nights), { ...defaultTrendPolicy, ...more })
const places = (nights: NightLevel[], more = {}) =>
  analyse(nights, more).changePoints.map(change => change.night)

describe('the change points of a series', () => {
  it('have night, range, ratio with interval, and levels', () => {
    const { changePoints, segments } = analyse(nightlyValues(120, [[60, 0.05]]))
    expect(changePoints).toHaveLength(1)
    const [change] = changePoints
    expect(change).toMatchObject({
      night: 60,
      lastGood: 59,
      direction: 'worse',
      testbedChanged: false,
      nightsAfter: 60,
    })
    const [low, high] = change?.interval ?? []
    expect(low).toBeLessThan(1.05)
    expect(high).toBeGreaterThan(1.05)
    expect(change?.range[0]).toBeLessThanOrEqual(60)
    expect(change?.range[1]).toBeGreaterThanOrEqual(60)
    expect(segments.map(({ from, to }) => [from, to])).toEqual([
      [0, 59],
      [60, 119],
    ])
    const [before, after] = segments.map(({ level }) => level)
    expect(change?.ratio).toBeCloseTo((after ?? 0) / (before ?? 1), 12)
  })

  it('include a change that is taken back, and one for the better', () => {
    const { changePoints } = analyse(
      nightlyValues(200, [
        [80, 0.06],
        [95, 0],
        [150, -0.04],
      ]),
    )
    expect(changePoints.map(({ night, direction }) => [night, direction])).toEqual([
      [80, 'worse'],
      [95, 'better'],
      [150, 'better'],
    ])
  })

  it('are none below 1 %, however certain, unless that is asked for', () => {
    const nights = nightlyValues(120, [[60, 0.008]], { sd: 0.001 })
    expect(places(nights)).toEqual([])
    expect(places(nights, { minSize: 0.005 })).toEqual([60])
  })

  it('do not depend on the unit, on the seed, or on a rerun', () => {
    const nights = nightlyValues(120, [[70, 0.03]])
    const scaled = nights.map(night => ({ ...night, value: night.value * 4096 }))
    expect(places(scaled)).toEqual(places(nights))
    expect(places(nights, { seed: 99 })).toEqual(places(nights))
    expect(analyse(nights)).toEqual(analyse(nights))
  })

  it('skip missing nights and spikes, which are shown and named', () => {
    const nights = nightlyValues(100, [[50, 0.05]])
      .filter(({ night }) => night < 48 || night >= 50)
      .map(each => ([10, 30, 70].includes(each.night) ? { ...each, value: each.value * 1.4 } : each))
    const { changePoints, spikes, segments } = analyse(nights)
    expect(spikes).toEqual([10, 30, 70])
    expect(changePoints).toHaveLength(1)
    expect(changePoints[0]).toMatchObject({ night: 50, lastGood: 47, nightsAfter: 49 })
    expect(segments.map(({ from, to }) => [from, to])).toEqual([
      [0, 47],
      [50, 99],
    ])
  })

  it('may begin with a spike, which is in the range of nights then', () => {
    const nights = nightlyValues(100, [[50, 0.05]]).map((night, i) =>
      i === 50 ? { ...night, value: night.value * 1.3 } : night,
    )
    const { changePoints, spikes } = analyse(nights)
    expect(spikes).toEqual([50])
    expect(changePoints).toMatchObject([{ night: 51, lastGood: 49, range: [50, 51] }])
  })

  it('never blame a commit for a testbed change, and still find what comes after it', () => {
    const moved = onOtherTestbed(nightlyValues(120, [[60, 0.05]]), 60)
    expect(analyse(moved).changePoints).toMatchObject([{ night: 60, range: [60, 60], testbedChanged: true }])
    expect(analyse(onOtherTestbed(nightlyValues(120), 60)).changePoints).toEqual([])
    const both = onOtherTestbed(
      nightlyValues(160, [
        [60, 0.05],
        [110, 0.1],
      ]),
      60,
    )
    expect(analyse(both).changePoints.map(({ night, testbedChanged }) => [night, testbedChanged])).toEqual([
      [60, true],
      [110, false],
    ])
  })

  it('are the code’s where they come a night or two before or after a testbed change', () => {
    for (const [testbed, commit] of [
      [40, 41],
      [40, 42],
      [40, 39],
      [42, 40],
    ] as const) {
      for (let seed = 1; seed <= 5; seed++) {
        const nights = nightlyValues(60, [[commit, 0.05]], { sd: 0.005, seed })
        expect(analyse(onOtherTestbed(nights, testbed)).changePoints).toMatchObject([
          { night: commit, lastGood: commit - 1, range: [commit, commit], testbedChanged: false },
        ])
      }
    }
  })

  it('may be the machine’s or the code’s where the night is not sure: the range has both', () => {
    const wide = Array.from({ length: 20 }, (_, seed) => {
      const moved = onOtherTestbed(nightlyValues(120, [[60, 0.03]], { seed }), 60)
      const [change, ...others] = analyse(moved).changePoints
      expect(others).toEqual([])
      expect(change).toMatchObject({ night: 60, testbedChanged: true })
      const [first, last] = change?.range ?? [0, 0]
      expect(first <= 60 && 60 <= last).toBe(true)
      return last - first
    })
    expect(Math.max(...wide)).toBeGreaterThan(1)
  })

  it('are not pinned on a commit where the machine moved the level, and a commit two nights later', () => {
    const both = nightlyValues(
      60,
      [
        [40, 0.05],
        [42, 0.1],
      ],
      { sd: 0.005 },
    )
    expect(analyse(onOtherTestbed(both, 40)).changePoints).toMatchObject([
      { night: 40, range: [40, 42], testbedChanged: true },
    ])
  })

  it('exist for numbers that never vary: the night is then exact', () => {
    const counts = nightsOf(Array.from({ length: 40 }, (_, i) => (i < 25 ? 1000 : 1020)))
    const { changePoints, segments } = analyse(counts)
    const [change] = changePoints
    expect(change).toMatchObject({ night: 25, range: [25, 25] })
    expect(segments[0]?.level).toBeCloseTo(1000, 6)
    expect(change?.interval?.[0]).toBeCloseTo(1.02, 9)
    expect(change?.interval?.[1]).toBeCloseTo(1.02, 9)
    expect(places(nightsOf(new Array(50).fill(7)))).toEqual([])
    expect(places(nightsOf(new Array(50).fill(0)))).toEqual([])
  })

  it('are judged on the raw scale when there are zeros or negative values', () => {
    const shifted = nightlyValues(80, [[40, 0.05]]).map(night => ({
      ...night,
      value: night.value - 102,
    }))
    const [change] = analyse(shifted).changePoints
    expect(change?.night).toBe(40)
    // From −2 to +3: there is no ratio.
    expect([change?.ratio, change?.interval]).toEqual([Number.POSITIVE_INFINITY, null])
    const fromZero = nightsOf(Array.from({ length: 30 }, (_, i) => (i < 15 ? 0 : 4)))
    expect(analyse(fromZero)).toMatchObject({
      changePoints: [{ night: 15, interval: null }],
      segments: [{ level: 0 }, { level: 4 }],
    })
  })

  it('are none in too few nights: none, one, nine', () => {
    expect(analyse([])).toEqual({
      changePoints: [],
      segments: [],
      spikes: [],
    })
    expect(analyse(nightlyValues(1)).segments).toHaveLength(1)
    expect(places(nightlyValues(9, [[5, 0.5]]))).toEqual([])
    expect(places(nightsOf(new Array(30).fill(null)))).toEqual([])
  })

  it('refuses a value that is not a finite number, and says which', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const nights = [...nightlyValues(20), { night: 20, value, testbed: null }]
      expect(() => analyse(nights)).toThrow(/night 20: the value must be a finite number, got (NaN|Infinity)/)
    }
  })
})
