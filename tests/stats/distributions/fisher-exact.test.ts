import { describe, expect, it } from '@jest/globals'
import { fisherExactP } from '../../../src/stats/distributions/fisher-exact.ts'

const of = (hits: number, total: number) => ({ hits, total })

describe("Fisher's exact test", () => {
  it('gives the p-values known for tea tasting, dieting and the twins of convicts', () => {
    expect(fisherExactP(of(3, 4), of(1, 4))).toBeCloseTo(0.4857142857142857, 12)
    expect(fisherExactP(of(1, 10), of(11, 14))).toBeCloseTo(0.002759456185220088, 12)
    expect(fisherExactP(of(10, 13), of(2, 17))).toBeCloseTo(0.0005367241, 9)
  })

  it('is the same the other way round, and for the misses', () => {
    const p = fisherExactP(of(2, 20), of(9, 21))
    expect(fisherExactP(of(9, 21), of(2, 20))).toBeCloseTo(p, 12)
    expect(fisherExactP(of(18, 20), of(12, 21))).toBeCloseTo(p, 12)
  })

  it('sees nothing where nothing or everything was hit, or a side is empty', () => {
    expect(fisherExactP(of(0, 20), of(0, 20))).toBeCloseTo(1, 12)
    expect(fisherExactP(of(20, 20), of(20, 20))).toBeCloseTo(1, 12)
    expect(fisherExactP(of(0, 0), of(5, 20))).toBe(1)
  })

  it('holds for a thousand runs', () => {
    const p = fisherExactP(of(500, 1000), of(400, 1000))
    expect(p).toBeGreaterThan(1e-6)
    expect(p).toBeLessThan(1e-5)
  })

  it('refuses more hits than there are in total', () => {
    expect(() => fisherExactP(of(3, 2), of(0, 1))).toThrow(RangeError)
  })
})
