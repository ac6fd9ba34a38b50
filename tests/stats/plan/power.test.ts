import { describe, expect, it } from '@jest/globals'
import { tCritical, tQuantile } from '../../../src/stats/distributions/continuous.ts'
import { upperSd } from '../../../src/stats/plan/factors.ts'
import {
  blockedDetectableEffect,
  blockedRunsNeeded,
  pairedDetectableEffect,
  pairsNeeded,
} from '../../../src/stats/plan/power.ts'
import { blockedTest } from '../../../src/stats/tests/blocked-test.ts'
import { pairedTest } from '../../../src/stats/tests/paired-test.ts'
import { seededRandom } from '../seeded-random.ts'

const plan = { alpha: 0.01, power: 0.8 }
const block = (sd: number, runs: number) => ({ sd, runsA: runs, runsB: runs })
const percent = (sd: number, runs: number, alpha: number) => {
  const effect = blockedDetectableEffect({ blocks: [block(sd, runs)], alpha, power: 0.8 })
  return (100 * Math.expm1(effect)).toFixed(2)
}

describe('the effect that one block can detect', () => {
  it('is the documented table, in percent, at alpha 1 % and power 80 %', () => {
    const table: Record<string, string[]> = {
      0.0025: ['0.67', '0.48', '0.42', '0.33', '0.28', '0.23'],
      0.005: ['1.35', '0.97', '0.84', '0.66', '0.56', '0.45'],
      0.01: ['2.72', '1.94', '1.69', '1.33', '1.13', '0.91'],
      0.02: ['5.52', '3.92', '3.40', '2.68', '2.28', '1.83'],
      0.03: ['8.39', '5.94', '5.15', '4.04', '3.44', '2.76'],
    }
    for (const [sd, row] of Object.entries(table)) {
      expect([5, 8, 10, 15, 20, 30].map(runs => percent(Number(sd), runs, 0.01))).toEqual(row)
    }
  })

  it('is larger at the level of one benchmark in twenty', () => {
    const row = ['0.49', '0.98', '1.97', '3.99', '6.04']
    expect([0.0025, 0.005, 0.01, 0.02, 0.03].map(sd => percent(sd, 10, 0.0025))).toEqual(row)
  })

  it('counts both sides when they are unequal', () => {
    const of = (runsA: number, runsB: number) =>
      blockedDetectableEffect({ ...plan, blocks: [{ sd: 0.01, runsA, runsB }] })
    expect(of(5, 15)).toBe(of(15, 5))
    expect(of(5, 15)).toBeGreaterThan(of(10, 10))
  })

  it('is infinite without a degree of freedom and zero without variance', () => {
    expect(blockedDetectableEffect({ ...plan, blocks: [block(0.01, 1)] })).toBe(Number.POSITIVE_INFINITY)
    expect(blockedDetectableEffect({ ...plan, blocks: [block(0, 5)] })).toBe(0)
  })
})

describe('the effect that blocks can detect', () => {
  it('shrinks with every block, and hardly with a noisy one', () => {
    const of = (...sds: number[]) =>
      blockedDetectableEffect({ ...plan, blocks: sds.map(sd => block(sd, 10)) })
    expect(of(0.01, 0.01)).toBeLessThan(0.8 * of(0.01))
    expect(of(0.01, 0.01, 0.01)).toBeLessThan(of(0.01, 0.01))
    expect(of(0.01, 1)).toBeCloseTo(of(0.01), 4)
  })

  it('is found with nearly the stated power: 70 to 83 % instead of 80 %', () => {
    const random = seededRandom(81)
    for (const [count, runs, alpha] of [
      [2, 5, 0.01],
      [3, 10, 0.01],
      [4, 5, 0.0025],
    ] as const) {
      const blocks = Array.from({ length: count }, () => block(0.01, runs))
      const effect = blockedDetectableEffect({ blocks, alpha, power: 0.8 })
      const draw = (shift: number) => Array.from({ length: runs }, () => shift + 0.01 * random.normal())
      const found = Array.from({ length: 1500 }, () => {
        return blockedTest(blocks.map(() => ({ a: draw(0), b: draw(effect) }))) <= alpha
      }).filter(Boolean).length
      expect(found / 1500).toBeGreaterThan(0.7)
      expect(found / 1500).toBeLessThan(0.83)
    }
  })

  it('is infinite where a block has no degree of freedom and zero without variance', () => {
    const of = (...blocks: ReturnType<typeof block>[]) => blockedDetectableEffect({ ...plan, blocks })
    expect(of(block(0.01, 1), block(0.01, 5))).toBe(Number.POSITIVE_INFINITY)
    expect(of(block(0, 5), block(0.01, 5))).toBe(0)
  })
})

describe('the runs that blocks need', () => {
  it('plan with an sd that is 1.32 times a pilot with 8 degrees of freedom', () => {
    expect(upperSd(1, 8)).toBeCloseTo(1.32, 2)
    expect(upperSd(1, 38)).toBeLessThan(1.13)
  })

  it('are the smallest number whose detectable effect is within the effect', () => {
    for (const sd of [0.002, 0.01, 0.03, 0.1]) {
      for (const effect of [0.01, 0.02, 0.05].map(Math.log1p)) {
        const runs = blockedRunsNeeded({ ...plan, sds: [sd], df: 18, effect, maximum: 5000 })
        const at = (count: number) =>
          blockedDetectableEffect({ ...plan, blocks: [block(upperSd(sd, 18), count)] })
        expect(at(runs as number)).toBeLessThanOrEqual(effect)
        if (runs !== 2) expect(at((runs as number) - 1)).toBeGreaterThan(effect)
      }
    }
  })

  it('are null when the maximum is not enough', () => {
    expect(blockedRunsNeeded({ ...plan, sds: [0.1], df: 8, effect: 0.001 })).toBeNull()
    expect(blockedRunsNeeded({ ...plan, sds: [0.01], df: 18, effect: 0.02, maximum: 5 })).toBeNull()
    expect(blockedRunsNeeded({ ...plan, sds: [0.01], df: 18, effect: 0 })).toBeNull()
  })

  it('are never fewer than two', () => {
    expect(blockedRunsNeeded({ ...plan, sds: [0], df: 8, effect: 0.02 })).toBe(2)
  })

  it('are fewer per block with more blocks, and null beyond the maximum', () => {
    const input = { ...plan, df: 36, effect: Math.log1p(0.01) }
    const one = blockedRunsNeeded({ ...input, sds: [0.01] }) as number
    const three = blockedRunsNeeded({ ...input, sds: [0.01, 0.01, 0.01] }) as number
    expect(three).toBeLessThan(one / 2)
    expect(three).toBeGreaterThan(one / 4)
    expect(blockedRunsNeeded({ ...input, sds: [0.01, 0.01], maximum: 3 })).toBeNull()
  })
})

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
