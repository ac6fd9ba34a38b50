import { expect, it } from '@jest/globals'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { nightsOf, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

// The first sessions of a public history (Lgmres of scipy), in thousandths of the logarithm.
// biome-ignore format: the values fill their lines
const begin = [
  0, 350, 345, 359, -310, -288, -271, -302, -281, 27, 47, 26, 39, 40, 21, 40, 58, 22, 39, 23, 22, 43, 48, 34, 37, 44,
  32, 37, 78, 77, 97, 97, 83, 93, 92, 77, 82, 115, 76, 74, 59, 67, 65, 68, 69, 63, 70, 58, 55, 140, 54, -1, -4, -24,
  -6, -3, -5, -2, -8, -6, -23, -34,
]

it.each([60, 90, 120, 200])(
  'a sure step stays when weaker ones beside it are left out, %i nights later',
  later => {
    const random = seededRandom(7)
    const last = Array.from({ length: later }, () => 9 * random.normal() - 103)
    const nights = nightsOf([...begin, ...last].map(value => Math.exp(value / 1000)))
    const { changePoints } = analyseSeries(timesOf(nights), defaultTrendPolicy)
    expect(changePoints.map(({ night }) => night)).toEqual(expect.arrayContaining([9, 51, 62]))
  },
)
