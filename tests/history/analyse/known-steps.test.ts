// A step that was sure once stays when many nights have come that say nothing about it.
import { expect, it } from '@jest/globals'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { nightsOf, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

const STEP = 90

/** 200 nights with a step of 1.6 % in 1.2 % of noise, and then others, whose noise is larger and carries on. */
function values(seed: number, later: number): number[] {
  const random = seededRandom(seed)
  const first = Array.from({ length: 200 }, (_, i) => (i < STEP ? 0 : 0.016) + 0.012 * random.normal())
  let wandering = 0
  const rest = Array.from({ length: later }, () => {
    wandering = 0.9 * wandering + 0.02 * random.normal()
    return 0.016 + wandering
  })
  return [...first, ...rest].map(Math.exp)
}

/** Whether the step is found after these nights. */
function isFound(seed: number, later: number): boolean {
  const { changePoints } = analyseSeries(timesOf(nightsOf(values(seed, later))), defaultTrendPolicy)
  return changePoints.some(({ range }) => range[0] <= STEP && STEP <= range[1])
}

const seeds = Array.from({ length: 11 }, (_, i) => i + 1)

it('of the sure steps of a quiet time hardly one is lost in the noise of later nights', () => {
  const sure = seeds.filter(seed => isFound(seed, 0))
  expect(sure.length).toBeGreaterThan(8)
  // Without stretches that have ended, two of eleven were left.
  expect(sure.filter(seed => isFound(seed, 200)).length).toBeGreaterThan(0.75 * sure.length)
})

it('what stretches that have ended show does not depend on later nights', () => {
  for (const later of [30, 60, 120]) expect(seeds.filter(seed => !isFound(seed, later))).toEqual([])
})
