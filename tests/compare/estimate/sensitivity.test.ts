import { describe, expect, it } from '@jest/globals'
import { blockedEstimate } from '../../../src/compare/estimate/blocked.ts'
import { runsToFind, sensitivity } from '../../../src/compare/estimate/sensitivity.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../../stats/seeded-random.ts'

const nature = { unit: 'ns', band: 0.02, levels: { shown: 0.99, equivalence: 0.9 } }
const scale = { on: (effect: number) => effect, off: (shift: number) => shift }
const footing = { runs: 10, df: 18 }

describe('the effect that could be found', () => {
  it('is one and a half half-widths of the interval at the level asked for', () => {
    const intervalAt = (level: number): [number, number] => (level === 0.99 ? [-1, 3] : [-2, 4])
    const { detectable } = sensitivity(() => ({ shift: 1, intervalAt }), footing, scale)
    expect(detectable(0.01)).toBe(3)
    expect(detectable(0.001)).toBe(4.5)
  })

  it('is never smaller than a change that was not found', () => {
    const { detectable } = sensitivity(() => ({ shift: 10, intervalAt: () => [-0.2, 10.6] }), footing, scale)
    expect(detectable(0.01)).toBeCloseTo(10.2, 12)
  })

  it('is not that of the quiet runs where one run is far out and the interval is wide', () => {
    const slow = [100, 100.1, 99.9, 100.2, 99.8, 100, 100.1, 99.9, 110, 110.2]
    const slower = [100, 110.1, 110.3, 110, 99.9, 110.2, 99.7, 100.1, 110.4, 140]
    const estimate = blockedEstimate([{ baseline: slow, candidate: slower }], nature)
    const [low, high] = estimate.interval as [number, number]
    expect(low).toBeLessThan(1)
    expect(1 + (estimate.detectable(0.01) as number)).toBeGreaterThan((high / low) ** 0.7)
    expect(estimate.runsNeeded(0.01, 0.02)).toBeGreaterThan(10)
  })
})

describe('the runs needed', () => {
  const plan = { effect: 0.02, alpha: 0.01 }

  it('grow with the square of the effect, and gain from the degrees of freedom that come with them', () => {
    expect(runsToFind({ runs: 1e4, df: 2e4 - 2 }, { ...plan, detectable: 0.005 })).toBe(627)
    expect(runsToFind({ runs: 200, df: 398 }, { ...plan, detectable: 0.04 })).toBe(795)
    const few = runsToFind({ runs: 5, df: 8 }, { ...plan, detectable: 0.08 })
    expect(few).toBeGreaterThan(0.58 * 80)
    expect(few).toBeLessThan(0.68 * 80)
  })

  it('fewer than were made have a larger t quantile, and no job plans fewer than five', () => {
    // 2 runs a side, by the square of the effect alone, would find it in 12 % of cases; and 5 in the second case in 73 %.
    expect(runsToFind({ runs: 10, df: 18 }, { ...plan, detectable: 0.004 })).toBe(5)
    expect(runsToFind({ runs: 10, df: 18 }, { ...plan, detectable: 0.014 })).toBe(6)
    expect(runsToFind({ runs: 10, df: 18 }, { ...plan, detectable: 0.02 })).toBe(10)
  })

  it('are more than were made where those could not decide, and nothing beyond a thousand', () => {
    const narrow = sensitivity(() => ({ shift: 0, intervalAt: () => [-0.01, 0.01] }), footing, scale)
    expect(narrow.runsNeeded(0.01, 0.02)).toBe(11)
    const wide = sensitivity(() => ({ shift: 0, intervalAt: () => [-1, 1] }), footing, scale)
    expect(wide.runsNeeded(0.01, 0.02)).toBeNull()
  })

  it('find the effect in 75 to 95 % of cases when they are made', () => {
    const random = seededRandom(311)
    const runs = (count: number, ratio = 1) =>
      Array.from({ length: count }, () => 100 * ratio * Math.exp(0.02 * random.normal()))
    const cases = casesOf(200, 1500)
    for (const made of [5, 10]) {
      let found = 0
      for (let i = 0; i < cases; i++) {
        const pilot = blockedEstimate([{ baseline: runs(made), candidate: runs(made) }], nature)
        const needed = pilot.runsNeeded(0.01, 0.03) as number
        const next = blockedEstimate([{ baseline: runs(needed), candidate: runs(needed, 1.03) }], nature)
        if ((next.p as number) < 0.01) found++
      }
      expect(found / cases).toBeGreaterThan(0.7)
      expect(found / cases).toBeLessThan(0.97)
    }
  })
})
