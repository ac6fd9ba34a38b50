import { describe, expect, it } from '@jest/globals'
import { blockedEstimate, type RowNature } from '../../../src/compare/estimate/blocked.ts'
import { pairedEstimate } from '../../../src/compare/estimate/paired.ts'
import { pairedTest } from '../../../src/stats/tests/paired-test.ts'
import { pairedInterval } from '../../stats/one-block.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const levels = { shown: 0.99, equivalence: 0.9 }
const time: RowNature = { isTime: true, levels }
const counter: RowNature = { isTime: false, levels }

const drifting = [100, 103, 107, 112, 116, 119, 124, 127]
const slower = drifting.map((value, i) => value * (1.02 + 0.001 * (i % 3)))
const times = (values: number[], factor: number) => values.map(value => value * factor)

describe('the estimate from pairs of runs', () => {
  it('finds 2 % under a drift of 27 % that hides it from the unpaired test', () => {
    const estimate = pairedEstimate(drifting, slower, time)
    expect(estimate.ratio).toBeCloseTo(1.021, 3)
    expect(estimate.p).toBeLessThan(0.001)
    expect(estimate.interval?.[0]).toBeGreaterThan(1.019)
    expect(estimate.interval?.[1]).toBeLessThan(1.023)
    expect(estimate.hindrance).toBeNull()
    expect(blockedEstimate([{ baseline: drifting, candidate: slower }], time).p).toBeGreaterThan(0.3)
  })

  it('tests the log ratios of the pairs and turns the interval back into ratios', () => {
    const differences = slower.map((value, i) => Math.log(value) - Math.log(drifting[i] as number))
    const estimate = pairedEstimate(drifting, slower, time)
    expect(estimate.p).toBe(pairedTest(differences))
    expect(estimate.interval).toEqual(pairedInterval(differences, 0.99).map(Math.exp))
    expect(estimate.equivalenceInterval).toEqual(pairedInterval(differences, 0.9).map(Math.exp))
  })

  it('has the inverse ratio when the sides are swapped, and does not depend on the unit', () => {
    const [there, back] = [pairedEstimate(drifting, slower, time), pairedEstimate(slower, drifting, time)]
    expect((there.ratio as number) * (back.ratio as number)).toBeCloseTo(1, 12)
    expect(back.p).toBeCloseTo(there.p as number, 10)
    expect((there.interval?.[0] as number) * (back.interval?.[1] as number)).toBeCloseTo(1, 10)
    const scaled = pairedEstimate(times(drifting, 1e6), times(slower, 1e6), time)
    expect(scaled.ratio).toBeCloseTo(there.ratio as number, 10)
    expect(scaled.p).toBeCloseTo(there.p as number, 8)
  })

  it('says what it could have seen and how many pairs are needed', () => {
    const noise = [1, -2, 3, 0.5, -1, 2, -3, 1.5]
    const estimate = pairedEstimate(
      drifting,
      drifting.map((value, i) => value * (1 + 0.01 * (noise[i] as number))),
      time,
    )
    const detectable = estimate.detectable(0.01) as number
    expect(detectable).toBeGreaterThan(0.02)
    expect(detectable).toBeLessThan(0.06)
    expect(estimate.detectable(0.001)).toBeGreaterThan(detectable)
    expect(estimate.runsNeeded(0.01, 0.02)).toBeGreaterThan(8)
    expect(estimate.runsNeeded(0.01, 0.5)).toBeLessThan(8)
  })

  it('plans with the robust sd where one pair is far out', () => {
    const outlier = slower.with(3, 250)
    const [clean, flagged] = [pairedEstimate(drifting, slower, time), pairedEstimate(drifting, outlier, time)]
    expect(flagged.detectable(0.02)).toBeLessThan(5 * (clean.detectable(0.02) as number))
    // Eight pairs whose ranks could not be clearer: alone they do not reach 1 %.
    expect(flagged.p).toBeGreaterThan(0.01)
    expect(flagged.detectable(0.01)).toBeGreaterThan(10 * (clean.detectable(0.01) as number))
  })

  it('compares metrics that never vary exactly, but not times', () => {
    const [three, four] = [
      [3, 3, 3],
      [4, 4, 4],
    ]
    expect(pairedEstimate(three, three, counter)).toMatchObject({ ratio: 1, p: null, interval: [1, 1] })
    expect(pairedEstimate(three, four, counter).ratio).toBeCloseTo(4 / 3, 15)
    expect(pairedEstimate(three, three, time).hindrance).toContain('clock is too coarse')
    expect(pairedEstimate([0, 0], [1, 1], counter)).toMatchObject({ ratio: null, p: null, hindrance: null })
  })

  it('says why there is no estimate', () => {
    const hindrance = (a: number[], b: number[], nature = time) => pairedEstimate(a, b, nature).hindrance
    expect(hindrance([1, 2, 3], [1, 2])).toBe(
      'runs cannot be paired: the baseline has 3 and the candidate 2; compare them unpaired',
    )
    expect(hindrance([1], [2])).toBe('one pair of runs says nothing about how pairs vary')
    expect(hindrance([], [])).toBe('there are no runs')
    expect(hindrance([0, 1, 2], [1, 2, 3], counter)).toContain('their pairs have no ratio')
  })

  it('estimates 1,000 rows of 20 pairs in a second of processor time', () => {
    const random = seededRandom(301)
    const runs = () => Array.from({ length: 20 }, () => Math.exp(0.01 * random.normal()))
    const rows = Array.from({ length: 1000 }, () => [runs(), runs()] as const)
    const before = process.cpuUsage()
    const found = rows.map(([a, b]) => pairedEstimate(a, b, time).interval)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(1)
    expect(found.filter(Boolean)).toHaveLength(1000)
  })
})
