import { describe, expect, it } from '@jest/globals'
import { fisherExactP, signP, wilsonInterval } from '../../../src/stats/inference/proportions.ts'

describe("Wilson's interval", () => {
  it('contains the share and stays within 0 and 1', () => {
    const [low, high] = wilsonInterval(10, 1000, 0.95)
    expect(low).toBeCloseTo(0.0054408, 7)
    expect(high).toBeCloseTo(0.0183095, 7)
    expect(wilsonInterval(0, 20, 0.95)[0]).toBe(0)
    expect(wilsonInterval(20, 20, 0.95)[1]).toBe(1)
  })

  it('mirrors when successes become failures', () => {
    const [low, high] = wilsonInterval(3, 50, 0.99)
    const [mirroredLow, mirroredHigh] = wilsonInterval(47, 50, 0.99)
    expect(mirroredLow).toBeCloseTo(1 - high, 14)
    expect(mirroredHigh).toBeCloseTo(1 - low, 14)
  })

  it('knows nothing without a trial', () => {
    expect(wilsonInterval(0, 0, 0.95)).toEqual([0, 1])
  })
})

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

describe('the sign test', () => {
  it('is the binomial probability of so many on one side, doubled', () => {
    expect(signP(6, 0)).toBeCloseTo(2 / 64, 14)
    expect(signP(2, 10)).toBeCloseTo((2 * (66 + 12 + 1)) / 4096, 14)
    expect(signP(5, 5)).toBe(1)
    expect(signP(0, 0)).toBe(1)
  })
})
