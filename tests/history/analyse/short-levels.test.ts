import { expect, it } from '@jest/globals'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { nightsOf, timesOf } from '../nightly-values.ts'
import { analyseSeries } from './one-series.ts'

// Sessions of a public history (time_pad of numpy), in thousandths of the logarithm.
// biome-ignore format: the values fill their lines
const sessions = [
  0, 13, -4, 2, 7, -7, 4, 90, 123, 97, 96, -8, 113, 96, 96, 97, 91, 93, 91, 101, 97, 89, 90, 92, 97, 98, 100, 103, -4,
  7, 3, -3, 5, 2, 3, 94, 94, 109, 102, 11, 9, 10, 8, 4, 5, 5, 0, 7, -3, 3, 19, 104, 97, 97, 90, 9, 92, 100, 94, 100, 2,
  3, 2, 7, -2, 3, 1, 109, 94, 94, 99, 101, 96, 89, 106, 103, 99, 94, 94, 101, 2, 11, 97, 104, 132, 101, 96, 103, 94, 105,
]

it('levels of four to nine nights do not hide each other', () => {
  const nights = nightsOf(sessions.map(value => Math.exp(value / 1000)))
  const { changePoints } = analyseSeries(timesOf(nights), defaultTrendPolicy)
  expect(changePoints.map(({ night }) => night)).toEqual([7, 28, 35, 39, 51, 60, 67])
})
