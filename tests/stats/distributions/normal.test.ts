import { describe, expect, it } from '@jest/globals'
import { normalQuantile, normalTwoSidedP } from '../../../src/stats/distributions/normal.ts'

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
