import { describe, expect, it } from '@jest/globals'
import {
  chiSquareQuantile,
  normalQuantile,
  normalTwoSidedP,
  tCritical,
  tQuantile,
  tTwoSidedP,
} from '../../../src/stats/distributions/continuous.ts'
import { regularisedGamma } from '../../../src/stats/distributions/special-functions.ts'

describe('the normal distribution', () => {
  it('has the textbook values', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14)
    expect(normalQuantile(0.995)).toBeCloseTo(2.5758293035489004, 14)
    expect(normalTwoSidedP(1.959963984540054)).toBeCloseTo(0.05, 15)
    expect(normalTwoSidedP(0)).toBe(1)
  })

  it('is precise next to the median', () => {
    const step = 2 ** -30
    expect(normalQuantile(0.5 + step) / (step * Math.sqrt(2 * Math.PI))).toBeCloseTo(1, 13)
  })

  it('is symmetrical and reaches infinity at the ends', () => {
    expect(normalTwoSidedP(-2)).toBe(normalTwoSidedP(2))
    expect(normalQuantile(0.125)).toBe(-normalQuantile(0.875))
    expect(normalQuantile(0.5)).toBe(0)
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
    expect(normalTwoSidedP(Number.POSITIVE_INFINITY)).toBe(0)
  })

  it('is not a number for impossible arguments', () => {
    expect(normalQuantile(-0.1)).toBeNaN()
    expect(normalTwoSidedP(Number.NaN)).toBeNaN()
  })
})

const relative = (value: number, reference: number) => Math.abs(value / reference - 1)

describe('the t distribution', () => {
  it('has the closed forms of 1, 2 and 4 degrees of freedom', () => {
    for (const t of [0.001, 0.3, 1, 2.5, 10, 100]) {
      const four = 1 - (t / Math.sqrt(4 + t * t)) * (1 + 2 / (4 + t * t))
      expect(relative(tTwoSidedP(t, 1), (2 / Math.PI) * Math.atan(1 / t))).toBeLessThan(1e-13)
      // 1 − t/√(2 + t²) without its cancellation.
      const root = Math.sqrt(2 + t * t)
      expect(relative(tTwoSidedP(t, 2), 2 / (root * (root + t)))).toBeLessThan(1e-13)
      expect(Math.abs(tTwoSidedP(t, 4) - four)).toBeLessThan(1e-14)
    }
  })

  it('is the same for t and −t, 1 at zero and 0 at infinity', () => {
    for (const df of [1, 3.7, 58, 9999.5]) {
      for (const t of [0.1, 2, 33]) expect(tTwoSidedP(-t, df)).toBe(tTwoSidedP(t, df))
      expect(tTwoSidedP(0, df)).toBe(1)
      expect(tTwoSidedP(Number.POSITIVE_INFINITY, df)).toBe(0)
      expect(tTwoSidedP(Number.NEGATIVE_INFINITY, df)).toBe(0)
    }
  })

  it('follows the power law where t² overflows', () => {
    expect(relative(tTwoSidedP(1e200, 1), 2 / Math.PI / 1e200)).toBeLessThan(1e-12)
    expect(relative(tCritical(1e-290, 1), 2 / Math.PI / 1e-290)).toBeLessThan(1e-12)
  })

  it('inverts its own p-values from the centre to the far tails', () => {
    for (const df of [1, 1.5, 4, 9.3, 40, 1000, 10000]) {
      for (const p of [1e-250, 1e-60, 1e-12, 1e-5, 0.01, 0.3, 0.5, 0.9, 0.999999]) {
        expect(relative(tTwoSidedP(tCritical(p, df), df), p)).toBeLessThan(1e-11)
      }
    }
  })

  it('has quantiles that are symmetrical, zero at the median and infinite at the ends', () => {
    for (const df of [1, 2.5, 18, 300]) {
      expect(tQuantile(0.5, df)).toBe(0)
      expect(tQuantile(0.25, df)).toBe(-tQuantile(0.75, df))
      expect(tQuantile(0, df)).toBe(Number.NEGATIVE_INFINITY)
      expect(tQuantile(1, df)).toBe(Number.POSITIVE_INFINITY)
      expect(tCritical(1, df)).toBe(0)
      expect(tCritical(0, df)).toBe(Number.POSITIVE_INFINITY)
    }
  })

  it('is precise next to the median', () => {
    const step = 2 ** -30
    expect(tQuantile(0.5 + step, 1) / Math.tan(Math.PI * step)).toBeCloseTo(1, 13)
  })

  it('is finite where the two expansions meet within a rounding', () => {
    const wrong: number[] = []
    for (let df = 1; df < 200; df += 0.25) {
      const border = Math.sqrt((df * 3) / (df + 2))
      for (let step = -20; step < 20; step++) {
        const p = tTwoSidedP(border * (1 + step * 2 ** -53), df)
        if (!(p > 0.05 && p < 0.51)) wrong.push(p)
      }
    }
    expect(wrong).toEqual([])
  })

  it('is not a number for impossible arguments', () => {
    expect(tTwoSidedP(Number.NaN, 5)).toBeNaN()
    expect(tTwoSidedP(1, 0)).toBeNaN()
    expect(tQuantile(1.1, 5)).toBeNaN()
    expect(tCritical(-0.1, 5)).toBeNaN()
  })
})

describe('the chi-square distribution', () => {
  it('with one degree of freedom is the square of a normal variable', () => {
    for (const p of [0.01, 0.2, 0.5, 0.8, 0.999]) {
      expect(chiSquareQuantile(p, 1)).toBeCloseTo(normalQuantile((1 + p) / 2) ** 2, 12)
    }
  })

  it('with two degrees of freedom is exponential', () => {
    for (const x of [0.01, 1, 7, 50])
      expect(regularisedGamma(1, x / 2).lower).toBeCloseTo(-Math.expm1(-x / 2), 14)
    for (const x of [0.01, 1, 7, 20]) expect(chiSquareQuantile(-Math.expm1(-x / 2), 2)).toBeCloseTo(x, 8)
  })

  it('inverts itself also for tiny p and fractional df', () => {
    for (const df of [1, 1.1, 3.5, 18, 500]) {
      for (const p of [1e-9, 1e-3, 0.2, 0.5, 0.95]) {
        const { lower } = regularisedGamma(df / 2, chiSquareQuantile(p, df) / 2)
        expect(Math.abs(lower / p - 1)).toBeLessThan(1e-11)
      }
    }
  })

  it('is 0 and infinite at the ends and not a number beyond them', () => {
    expect(chiSquareQuantile(0, 3)).toBe(0)
    expect(chiSquareQuantile(1, 3)).toBe(Number.POSITIVE_INFINITY)
    expect(chiSquareQuantile(2, 3)).toBeNaN()
  })
})
