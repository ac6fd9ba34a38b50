import { describe, expect, it } from '@jest/globals'
import { tCritical, tQuantile } from '../../../src/stats/distributions/t.ts'
import { pairedDetectableEffect, pairsNeeded } from '../../../src/stats/plan/paired-plan.ts'
import { upperSd } from '../../../src/stats/plan/upper-sd.ts'
import { pairedTest } from '../../../src/stats/tests/paired-test.ts'
import { seededRandom } from '../seeded-random.ts'

const plan = { alpha: 0.01, power: 0.8 }

describe('the effect that pairs can detect', () => {
  it('is the sum of two t quantiles with n − 1 degrees of freedom', () => {
    const expected = ((tCritical(0.01, 9) + tQuantile(0.8, 9)) * 0.02) / Math.sqrt(10)
    expect(pairedDetectableEffect({ ...plan, sd: 0.02, pairs: 10 })).toBeCloseTo(expected, 15)
  })

  it('is larger where the ranks of so few pairs cannot reach alpha', () => {
    const t = (tCritical(0.01, 4) + tQuantile(0.8, 4)) / Math.sqrt(5)
    expect(pairedDetectableEffect({ ...plan, sd: 1, pairs: 5 }) / t).toBeGreaterThan(1.1)
  })

  it('is found with nearly the stated power: 70 to 82 % instead of 80 %', () => {
    const random = seededRandom(45)
    for (const [pairs, alpha] of [
      [5, 0.01],
      [10, 0.01],
      [10, 0.0025],
      [20, 0.0025],
    ] as const) {
      const effect = pairedDetectableEffect({ sd: 0.01, pairs, alpha, power: 0.8 })
      const found = Array.from({ length: 2000 }, () => {
        const differences = Array.from({ length: pairs }, () => effect + 0.01 * random.normal())
        return pairedTest(differences) <= alpha
      }).filter(Boolean).length
      expect(found / 2000).toBeGreaterThan(0.7)
      expect(found / 2000).toBeLessThan(0.82)
    }
  })

  it('is infinite without a degree of freedom and zero without variance', () => {
    expect(pairedDetectableEffect({ ...plan, sd: 0.01, pairs: 1 })).toBe(Number.POSITIVE_INFINITY)
    expect(pairedDetectableEffect({ ...plan, sd: 0, pairs: 5 })).toBe(0)
  })
})

describe('the pairs needed', () => {
  it('are the smallest number whose detectable effect is within the effect, for the upper bound of the sd', () => {
    for (const sd of [0.002, 0.01, 0.05]) {
      for (const effect of [0.01, 0.02, 0.05].map(Math.log1p)) {
        const pairs = pairsNeeded({ ...plan, sd, df: 9, effect, maximum: 5000 }) as number
        const at = (count: number) => pairedDetectableEffect({ ...plan, sd: upperSd(sd, 9), pairs: count })
        expect(at(pairs)).toBeLessThanOrEqual(effect)
        expect(at(pairs - 1)).toBeGreaterThan(effect)
      }
    }
  })

  it('are null when the maximum is not enough', () => {
    expect(pairsNeeded({ ...plan, sd: 0.1, df: 9, effect: 0.001 })).toBeNull()
    expect(pairsNeeded({ ...plan, sd: 0.01, df: 9, effect: 0.02, maximum: 3 })).toBeNull()
  })
})
