import { describe, expect, it } from '@jest/globals'
import { holm } from '../../../src/stats/tests/holm.ts'
import { seededRandom } from '../seeded-random.ts'

describe("Holm's adjustment", () => {
  it('multiplies the smallest p by the family, the next by one less, and keeps the order of the input', () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
    expect(holm([0.04, 0.03, 0.01])).toEqual([0.06, 0.06, 0.03])
  })

  it('leaves a single p as it is and an empty family empty', () => {
    expect(holm([0.02])).toEqual([0.02])
    expect(holm([])).toEqual([])
  })

  it('never exceeds 1 and never orders two p-values differently', () => {
    const random = seededRandom(41)
    for (let i = 0; i < 200; i++) {
      const p = Array.from({ length: 1 + random.integer(20) }, () => random.uniform() ** 3)
      const adjusted = holm(p)
      p.forEach((x, k) => {
        expect(adjusted[k]).toBeGreaterThanOrEqual(x)
        expect(adjusted[k]).toBeLessThanOrEqual(1)
        const above = adjusted.filter((_, j) => (p[j] as number) > x)
        expect(adjusted[k]).toBeLessThanOrEqual(Math.min(1, ...above))
      })
    }
  })

  it('rejects what the step-down procedure rejects', () => {
    const p = [0.001, 0.011, 0.02, 0.04]
    // 0.001 <= .05/4, 0.011 <= .05/3, 0.02 <= .05/2, 0.04 <= .05/1.
    expect(holm(p).map(value => value <= 0.05)).toEqual([true, true, true, true])
    expect(holm([0.001, 0.017, 0.02, 0.04]).map(value => value <= 0.05)).toEqual([true, false, false, false])
  })
})
