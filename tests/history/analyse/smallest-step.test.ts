// What "a step of so much would have been found" promises, against the search of every night.
import { describe, expect, it } from '@jest/globals'
import { searchSeries } from '../../../src/history/analyse/analyse-series.ts'
import { smallestStep } from '../../../src/history/analyse/smallest-step.ts'
import { defaultTrendPolicy as policy } from '../../../src/history/analyse/trend-policy.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { nightlyValues, nightsOf, onOtherTestbed, timesOf } from '../nightly-values.ts'

const stepsIn = (series: ReturnType<typeof timesOf>) =>
  searchSeries(series, policy, policy.permutations).steps

describe('the smallest step that would have been found', () => {
  it.each([
    [20, 0.02],
    [60, 0.01],
    [120, 0.02],
  ])('is found in other nights of the same noise, and a third of it is not: %i nights', (count, sd) => {
    const cases = casesOf(12, 60)
    let [found, third] = [0, 0]
    for (let seed = 1; seed <= cases; seed++) {
      const size = smallestStep(timesOf(nightlyValues(count, [], { seed, sd })), 1, policy) as number
      const again = (by: number) =>
        stepsIn(timesOf(nightlyValues(count, [[count >> 1, by]], { seed: 1000 + seed, sd }))).length > 0
      if (again(size)) found++
      if (again(size / 3)) third++
    }
    expect(found / cases).toBeGreaterThanOrEqual(0.5)
    expect(third / cases).toBeLessThanOrEqual(0.25)
  })

  it('is found in the nights themselves, upwards', () => {
    const nights = nightlyValues(40, [], { sd: 0.03 })
    const size = smallestStep(timesOf(nights), 1, policy) as number
    const planted = nights.map(each => ({ ...each, value: each.value * (each.night < 20 ? 1 : 1 + size) }))
    expect(stepsIn(timesOf(planted)).map(({ at }) => at)).toEqual([20])
  })

  it('is never smaller than a step that is there and was not found', () => {
    let hidden = 0
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed)
      const between = (low: number, high: number) => low + (high - low) * random.uniform()
      const values = Array.from({ length: 14 }, (_, i) => (i < 10 ? between(11, 17) : between(21, 27)))
      const series = timesOf(nightsOf(values))
      if (stepsIn(series).length > 0) continue
      hidden++
      expect(smallestStep(series, 1, policy) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(0.7)
    }
    expect(hidden).toBeGreaterThan(8)
  })

  it('grows with the noise, and shrinks with the nights', () => {
    const sizeOf = (count: number, sd: number) =>
      smallestStep(timesOf(nightlyValues(count, [], { seed: 3, sd })), 1, policy) as number
    expect(sizeOf(60, 0.04)).toBeGreaterThan(2 * sizeOf(60, 0.01))
    expect(sizeOf(120, 0.04)).toBeLessThan(sizeOf(20, 0.04))
  })

  it('is larger among many series, where more has to be sure', () => {
    const series = timesOf(nightlyValues(30, [], { seed: 2, sd: 0.03 }))
    const [one, many] = [1, 500].map(tests => smallestStep(series, tests, policy) as number)
    expect(many).toBeGreaterThan(one as number)
  })

  it('is none where so few nights show no step at all, or where nobody looks', () => {
    expect(smallestStep(timesOf(nightlyValues(9)), 1, policy)).toBeNull()
    expect(smallestStep(timesOf(nightlyValues(12, [], { sd: 1 })), 1, policy)).toBeNull()
  })

  it('is within the longest stretch on one testbed', () => {
    const nights = onOtherTestbed(nightlyValues(40, [], { sd: 0.02 }), 12)
    expect(smallestStep(timesOf(nights), 1, policy)).toBeGreaterThan(0.01)
  })

  it('of a throughput is the share that is lost', () => {
    const nights = nightlyValues(20, [], { sd: 0.1 })
    const time = smallestStep(timesOf(nights), 1, policy) as number
    const throughput = smallestStep({ ...timesOf(nights), better: 'higher' }, 1, policy)
    expect(throughput).toBeCloseTo(time / (1 + time), 9)
  })
})
