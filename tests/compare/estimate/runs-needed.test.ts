import { describe, expect, it } from '@jest/globals'
import { blockedEstimate } from '../../../src/compare/estimate/blocked.ts'
import { pairedEstimate } from '../../../src/compare/estimate/paired.ts'
import { fewestRuns } from '../../../src/compare/estimate/runs-needed.ts'
import { smallestRankP } from '../../../src/stats/plan/factors.ts'

const nature = { isTime: true, levels: { shown: 0.99, equivalence: 0.9 } }
/** Quiet but for one run in each five. */
const runs = (count: number, far: number) =>
  Array.from({ length: count }, (_, i) => (i % 5 === 4 ? far : 100 + 0.01 * i))

const oneBlock = (baseline: number[], candidate: number[]) =>
  blockedEstimate([{ baseline, candidate }], nature)

describe('the effect that could be found', () => {
  it('is not that of quiet runs where ranks of so few cannot decide, whatever the design', () => {
    const [a, b] = [runs(5, 130), runs(5, 140)]
    const blocks = [2, 2].map(() => ({ baseline: [100, 100.01, 130], candidate: [100.01, 140, 100] }))
    expect(oneBlock(a, b).detectable(0.01)).toBeGreaterThan(0.2)
    expect(pairedEstimate(a, b, nature).detectable(0.01)).toBeGreaterThan(0.02)
    expect(blockedEstimate(blocks, nature).detectable(0.001)).toBeGreaterThan(0.2)
  })

  it('is that of the quiet runs where ranks can', () => {
    expect(oneBlock(runs(10, 130), runs(10, 140)).detectable(0.01)).toBeLessThan(0.01)
    expect(oneBlock(runs(10, 130), runs(10, 140)).detectable(1e-6)).toBeGreaterThan(0.2)
  })
})

describe('the runs needed', () => {
  it('are as many as the ranks need at least, or fewer where the means alone are enough', () => {
    const needed = oneBlock(runs(5, 130), runs(5, 140)).runsNeeded(0.01, 0.02)
    expect(needed).toBe(6)
    const smallestP = (count: number) => smallestRankP({ runsA: count, runsB: count })
    expect(fewestRuns({ plain: 3, byRanks: 2 }, 0.01, smallestP)).toBe(3)
    expect(fewestRuns({ plain: null, byRanks: 2 }, 0.001, smallestP)).toBe(8)
    expect(fewestRuns({ plain: 4, byRanks: 4 }, 0.01, smallestP)).toBe(4)
    expect(fewestRuns({ plain: null, byRanks: null }, 0.01, smallestP)).toBeNull()
  })
})
