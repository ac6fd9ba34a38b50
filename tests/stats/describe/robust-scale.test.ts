import { describe, expect, it } from '@jest/globals'
import { robustScale } from '../../../src/stats/describe/robust-scale.ts'
import { seededRandom } from '../seeded-random.ts'

describe('the robust scale', () => {
  it('is the standard deviation of many normal values', () => {
    const random = seededRandom(51)
    const side = () => Array.from({ length: 2000 }, () => 3 * random.normal() + 7)
    expect(robustScale([side(), side()])).toBeCloseTo(3, 0)
  })

  it('takes residuals from each side’s own median', () => {
    expect(
      robustScale([
        [1, 2, 3],
        [101, 102, 103],
      ]),
    ).toBeCloseTo(1.4826, 4)
  })

  it('is not inflated by an outlying run', () => {
    expect(
      robustScale([
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 500],
      ]),
    ).toBeCloseTo(1.4826, 4)
  })
})
