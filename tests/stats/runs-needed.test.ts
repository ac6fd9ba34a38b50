import { describe, expect, it } from '@jest/globals'
import { detectableEffect } from '../../src/stats/detectable-effect.ts'
import { runsNeeded } from '../../src/stats/runs-needed.ts'
import { upperSd } from '../../src/stats/upper-sd.ts'

const plan = { alpha: 0.01, power: 0.8 }

describe('the runs needed', () => {
  it('plan with an sd that is 1.32 times a pilot with 8 degrees of freedom', () => {
    expect(upperSd(1, 8)).toBeCloseTo(1.32, 2)
    expect(upperSd(1, 38)).toBeLessThan(1.13)
  })

  it('are the smallest number whose detectable effect is within the effect', () => {
    for (const sd of [0.002, 0.01, 0.03, 0.1]) {
      for (const effect of [0.01, 0.02, 0.05].map(Math.log1p)) {
        const runs = runsNeeded({ ...plan, sd, df: 18, effect, maximum: 5000 })
        const at = (count: number) =>
          detectableEffect({ ...plan, sd: upperSd(sd, 18), runsA: count, runsB: count })
        expect(at(runs as number)).toBeLessThanOrEqual(effect)
        if (runs !== 2) expect(at((runs as number) - 1)).toBeGreaterThan(effect)
      }
    }
  })

  it('are null when the maximum is not enough', () => {
    expect(runsNeeded({ ...plan, sd: 0.1, df: 8, effect: 0.001 })).toBeNull()
    expect(runsNeeded({ ...plan, sd: 0.01, df: 18, effect: 0.02, maximum: 5 })).toBeNull()
    expect(runsNeeded({ ...plan, sd: 0.01, df: 18, effect: 0 })).toBeNull()
  })

  it('are never fewer than two', () => {
    expect(runsNeeded({ ...plan, sd: 0, df: 8, effect: 0.02 })).toBe(2)
  })
})
