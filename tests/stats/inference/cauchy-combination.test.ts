import { describe, expect, it } from '@jest/globals'
import {
  cauchyCombination,
  cauchyEvidence,
  cauchyPartner,
  pOfEvidence,
} from '../../../src/stats/inference/cauchy-combination.ts'

describe('the Cauchy combination', () => {
  it('leaves equal p-values as they are', () => {
    for (const p of [1e-300, 1e-15, 0.01, 0.3, 0.5, 0.7, 0.99, 1 - 1e-15]) {
      expect(cauchyCombination([p, p]) / p).toBeCloseTo(1, 13)
      expect(cauchyCombination([p])).toBeCloseTo(p, 15)
    }
  })

  it('of a small and a middling p is close to twice the small one, however small', () => {
    for (const p of [1e-6, 1e-20, 1e-100, 1e-300]) expect(cauchyCombination([p, 0.5]) / p).toBeCloseTo(2, 5)
  })

  it('never becomes 0 from a positive p, and is 1 as soon as one p is 1', () => {
    expect(cauchyCombination([5e-324, 0.5])).toBeGreaterThan(0)
    expect(cauchyCombination([0.001, 1])).toBe(1)
    expect(cauchyCombination([0, 0.4])).toBe(0)
    expect(cauchyCombination([0, 1])).toBe(1)
  })

  it('does not depend on the order and rises with each p', () => {
    expect(cauchyCombination([0.2, 0.7])).toBe(cauchyCombination([0.7, 0.2]))
    const rising = [1e-8, 1e-3, 0.1, 0.5, 0.9, 1 - 1e-9].map(p => cauchyCombination([p, 0.03]))
    expect(rising).toEqual(rising.toSorted((x, y) => x - y))
  })

  it('has an inverse: the partner combines to the target', () => {
    for (const target of [0.01, 0.1, 0.5]) {
      for (const other of [1e-5, 0.004, 0.02, 0.3, 0.8]) {
        expect(cauchyCombination([other, cauchyPartner(target, other)]) / target).toBeCloseTo(1, 6)
      }
    }
  })

  it('is the same with evidence instead of p where p is small, and a p near 1 has no say', () => {
    for (const p of [1e-300, 1e-9, 0.01, 0.3]) {
      expect(pOfEvidence(cauchyEvidence(p)) / p).toBeCloseTo(1, 12)
      const combined = pOfEvidence((cauchyEvidence(p) + cauchyEvidence(0.2)) / 2)
      expect(combined / cauchyCombination([p, 0.2])).toBeCloseTo(1, 12)
    }
    expect([0.5, 0.9, 1].map(cauchyEvidence)).toEqual([0, 0, 0])
    expect(pOfEvidence(0)).toBe(0.5)
    expect(pOfEvidence(cauchyEvidence(0))).toBe(0)
  })

  it('refuses an empty list', () => {
    expect(() => cauchyCombination([])).toThrow(RangeError)
  })
})
