import { describe, expect, it } from '@jest/globals'
import { benjaminiHochberg } from '../../../src/stats/tests/benjamini-hochberg.ts'

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
