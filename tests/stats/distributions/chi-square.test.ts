import { describe, expect, it } from '@jest/globals'
import { chiSquareCdf, chiSquareQuantile } from '../../../src/stats/distributions/chi-square.ts'
import { normalQuantile } from '../../../src/stats/distributions/normal.ts'

describe('the chi-square distribution', () => {
  it('with one degree of freedom is the square of a normal variable', () => {
    for (const p of [0.01, 0.2, 0.5, 0.8, 0.999]) {
      expect(chiSquareQuantile(p, 1)).toBeCloseTo(normalQuantile((1 + p) / 2) ** 2, 12)
    }
  })

  it('with two degrees of freedom is exponential', () => {
    for (const x of [0.01, 1, 7, 50]) expect(chiSquareCdf(x, 2)).toBeCloseTo(-Math.expm1(-x / 2), 14)
  })

  it('inverts itself also for tiny p and fractional df', () => {
    for (const df of [1, 1.1, 3.5, 18, 500]) {
      for (const p of [1e-9, 1e-3, 0.2, 0.5, 0.95]) {
        expect(Math.abs(chiSquareCdf(chiSquareQuantile(p, df), df) / p - 1)).toBeLessThan(1e-11)
      }
    }
  })

  it('is 0 and infinite at the ends and not a number beyond them', () => {
    expect(chiSquareQuantile(0, 3)).toBe(0)
    expect(chiSquareQuantile(1, 3)).toBe(Number.POSITIVE_INFINITY)
    expect(chiSquareQuantile(2, 3)).toBeNaN()
    expect(chiSquareCdf(-1, 3)).toBe(0)
  })
})
