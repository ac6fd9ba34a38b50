import { describe, expect, it } from '@jest/globals'
import { creepOf } from '../../../src/history/analyse/creep.ts'
import type { NightLevel } from '../../../src/history/analyse/judged-nights.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { casesOf } from '../../simulated-cases.ts'
import { type SeededRandom, seededRandom } from '../../stats/seeded-random.ts'
import { nightlyValues, nightsOf, onOtherTestbed, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

const creep = (nights: NightLevel[]) => {
  const series = timesOf(nights)
  const { changePoints } = analyseSeries(series, defaultTrendPolicy)
  return { changePoints, creep: creepOf(series, changePoints, defaultTrendPolicy) }
}

/** Nights that grow by `rate` each. */
const creeping = (count: number, rate: number) =>
  nightlyValues(count).map((night, i) => ({ ...night, value: night.value * (1 + rate) ** i }))

describe('creep', () => {
  it.each([
    [60, 0.01],
    [120, 0.002],
    [60, -0.005],
    [20, 0.02],
  ])('is found in %d nights that grow by %d each, where no step is', (count, rate) => {
    const found = creep(creeping(count, rate))
    expect(found.changePoints).toEqual([])
    const [low, high] = found.creep?.interval ?? [Number.NaN, Number.NaN]
    const truth = (1 + rate) ** (count - 1)
    expect(found.creep?.since).toBe(0)
    expect(low).toBeLessThan(truth)
    expect(high).toBeGreaterThan(truth)
    expect(low > 1 || high < 1).toBe(true)
  })

  it('is found in quiet nights of which each brings as much more, or a little less each time', () => {
    const quiet = (level: (i: number) => number) =>
      creep(nightsOf(Array.from({ length: 60 }, (_, i) => level(i))))
    expect(quiet(i => 1000 + 10 * i).creep?.ratio).toBeCloseTo(1.59, 1)
    expect(quiet(i => 1000 - 6 * i).creep?.ratio).toBeCloseTo(0.65, 1)
    expect(quiet(i => 1000 * (2 - Math.exp(-i / 60))).creep).not.toBeNull()
    // It has stopped.
    expect(quiet(i => 1000 + 10 * Math.min(i, 30)).creep).toBeNull()
    expect(quiet(i => (i < 30 ? 1000 : 1100) + (i % 2)).creep).toBeNull()
  })

  it('is counted from the last testbed change on, and not in values of which some are zero', () => {
    const series = timesOf(onOtherTestbed(creeping(120, 0.01), 60))
    expect(creepOf(series, [], defaultTrendPolicy)?.since).toBe(60)
    const counts = nightsOf(Array.from({ length: 60 }, (_, i) => i))
    expect(creep(counts).creep).toBeNull()
  })

  it('is none where a month would bring less than what is reported', () => {
    expect(creep(creeping(200, 0.0002)).creep).toBeNull()
  })

  it.each<[string, (random: SeededRandom, last: number) => number]>([
    ['independent noise', random => random.normal()],
    ['autocorrelated noise', (random, last) => 0.6 * last + random.normal()],
    ['a random walk', (random, last) => last + random.normal()],
  ])('is none in %s', (_, next) => {
    const random = seededRandom(83)
    const cases = casesOf(100, 1000)
    let found = 0
    for (let i = 0; i < cases; i++) {
      let last = 0
      const values = Array.from({ length: [15, 30, 60][i % 3] as number }, () => {
        last = next(random, last)
        return Math.exp(0.01 * last)
      })
      if (creepOf(timesOf(nightsOf(values)), [], defaultTrendPolicy)) found++
    }
    expect(found).toBeLessThanOrEqual(0.01 * cases)
  })
})
