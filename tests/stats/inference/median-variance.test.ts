import { describe, expect, it } from '@jest/globals'
import { median } from '../../../src/stats/describe/summary.ts'
import { medianVariance } from '../../../src/stats/inference/stored-test.ts'
import { seededRandom } from '../seeded-random.ts'

describe('the variance of a median', () => {
  it('weighs each value by the chance that the middle of five is in its fifth', () => {
    const below = (x: number) => 10 * x ** 3 - 15 * x ** 4 + 6 * x ** 5
    const values = [1, 2, 4, 8, 16]
    const weights = values.map((_, i) => below((i + 1) / 5) - below(i / 5))
    const mean = values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)
    const square = values.reduce((sum, value, i) => sum + value ** 2 * (weights[i] as number), 0)
    expect(medianVariance([16, 4, 1, 8, 2])).toBeCloseTo(square - mean ** 2, 9)
    expect(medianVariance([7])).toBe(0)
    expect(medianVariance([3, 3, 3])).toBe(0)
  })

  it.each([
    ['normal values', 0],
    ['two groups', 10],
  ])('is on average that of many medians of ten %s, or up to two thirds more', (_, apart) => {
    const random = seededRandom(90)
    const values = () =>
      Array.from({ length: 10 }, () => random.normal() + (random.uniform() < 0.3 ? apart : 0))
    const cases = 2000
    let [sum, squares, told] = [0, 0, 0]
    for (let i = 0; i < cases; i++) {
      const centre = median(values())
      sum += centre
      squares += centre ** 2
      told += medianVariance(values()) / cases
    }
    const seen = squares / cases - (sum / cases) ** 2
    expect(told / seen).toBeGreaterThan(0.95)
    expect(told / seen).toBeLessThan(1.67)
  })
})
