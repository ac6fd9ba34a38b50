import { describe, expect, it } from '@jest/globals'
import { benjaminiHochberg, holm, holmInstead } from '../../../src/stats/inference/multiple-testing.ts'
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

  it('of one other p in the place of any is that of the family with it', () => {
    const random = seededRandom(42)
    for (let i = 0; i < 500; i++) {
      // Some are equal.
      const p = Array.from({ length: 1 + random.integer(12) }, () => random.integer(8) / 100)
      const place = random.integer(p.length)
      const other = random.integer(8) / 100
      const ascending = Float64Array.from(p).sort()
      expect(holmInstead(other, p[place] as number, ascending)).toBe(holm(p.with(place, other))[place])
      expect(holmInstead(other, null, ascending)).toBe(holm([...p, other]).at(-1))
    }
  })

  it('rejects what the step-down procedure rejects', () => {
    const p = [0.001, 0.011, 0.02, 0.04]
    // 0.001 <= .05/4, 0.011 <= .05/3, 0.02 <= .05/2, 0.04 <= .05/1.
    expect(holm(p).map(value => value <= 0.05)).toEqual([true, true, true, true])
    expect(holm([0.001, 0.017, 0.02, 0.04]).map(value => value <= 0.05)).toEqual([true, false, false, false])
  })
})

describe("Benjamini and Hochberg's adjustment", () => {
  it('rejects in the example of their paper what they reject', () => {
    // JRSS B 57 (1995), section 3.2: fifteen p-values, four rejected at 5 %.
    const p = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ]
    expect(benjaminiHochberg(p).filter(value => value <= 0.05)).toHaveLength(4)
  })

  it('keeps the order of the input, and equal ones equal', () => {
    const adjusted = benjaminiHochberg([0.04, 0.01, 0.04, 0.5])
    expect(adjusted[1]).toBeCloseTo(0.04, 12)
    expect(adjusted[0]).toBeCloseTo((0.04 * 4) / 3, 12)
    expect(adjusted[2]).toBe(adjusted[0])
    expect(adjusted[3]).toBe(0.5)
  })

  it('leaves a single p as it is and an empty family empty', () => {
    expect(benjaminiHochberg([0.02])).toEqual([0.02])
    expect(benjaminiHochberg([])).toEqual([])
  })
})
