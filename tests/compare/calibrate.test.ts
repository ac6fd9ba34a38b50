import { describe, expect, it } from '@jest/globals'
import { calibrate } from '../../src/compare/calibrate.ts'
import { interleavedSight } from '../../src/compare/design-sight.ts'
import { defaultPolicy, type RunEvidence } from '../../src/model/index.ts'
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'
import { casesOf } from '../simulated-cases.ts'
import { sample, session } from './session.ts'

describe('a calibration', () => {
  it('has intervals that hold the true share of alarms, although all comparisons are dealt from the same runs', () => {
    const random = seededUniform(7)
    const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
    const sessions = casesOf(8, 24)
    let above = 0
    for (let i = 0; i < sessions; i++) {
      const times = Array.from({ length: 40 }, () => 1e6 * Math.exp(0.005 * normal()))
      const { row } = calibrate(session([sample('a', times)]), defaultPolicy)
      if (row.interval[0] > 0.01) above++
    }
    // One in forty of 95 % intervals. As if the comparisons were independent, two of the first eight were above, and
    // three of all.
    expect(above).toBeLessThanOrEqual(1)
  })

  it('deals runs in the order of a comparison, so that load on every second run raises no alarm', () => {
    const random = seededUniform(9)
    const times = Array.from(
      { length: 6 },
      (_, run) => (run % 2 === 0 ? 1e6 : 1.1e6) * (1 + 0.001 * random()),
    )
    const { row } = calibrate(session([sample('a', times)]), defaultPolicy)
    expect(row).toMatchObject({ alarms: 0, comparisons: 400 })
  })

  it('of values that never vary has no comparison, no alarm and no suggestion', () => {
    const still = sample('a', Array(10).fill(2_179_072), { unit: 'B', metric: 'size' })
    const found = calibrate(session([still]), defaultPolicy)
    expect(found.row).toEqual({ alarms: 0, comparisons: 0, share: 0, interval: [0, 1] })
    expect(found.rows[0]).toMatchObject({ runSd: 0, detectable: 0, suggestedBand: 0.01 })
  })

  it('of a time that is the same in every run sees no less than its last digit, as a comparison does', () => {
    const still = sample('a', Array(20).fill(5e6))
    const [row] = calibrate(session([still]), defaultPolicy).rows
    expect(row).toMatchObject({ runSd: 0, runsForBand: null, suggestedBand: null })
    expect(row?.detectable).toBeCloseTo(5.5 / 4.5 - 1, 6)
    const [finer] = calibrate(session([sample('a', Array(20).fill(5_123_457))]), defaultPolicy).rows
    expect(finer).toMatchObject({ suggestedBand: 0.01 })
  })

  it('of a coarse clock names no number of runs for a band that rounding hides', () => {
    const coarse = sample(
      'a',
      Array.from({ length: 40 }, (_, i) => (i % 7 === 3 ? 110e6 : 100e6)),
    )
    const [row] = calibrate(session([coarse]), defaultPolicy).rows
    expect(row).toMatchObject({ runsForBand: null, suggestedBand: 0.2 })
  })

  it('compares designs by the rows that vary: in the others none sees more', () => {
    const varying = Array.from({ length: 20 }, (_, i) => 1e6 * (1 + 0.01 * Math.sin(i)))
    const measured = {
      ...session([sample('still', Array(20).fill(5e6)), sample('varying', varying)]),
      evidence: [{ wallTime: 1e9 } as RunEvidence],
    }
    const { rows } = interleavedSight(measured, calibrate(measured, defaultPolicy))
    expect(rows).toMatchObject([{ detectable: null }, { detectable: expect.any(Number) }])
  })

  it('of a time that the clock did not see is refused', () => {
    const blind = sample('a', [5, 6, 0, 5, 6, 5, 6, 5, 6, 5])
    expect(() => calibrate(session([blind]), defaultPolicy)).toThrow(/^calibrate: .*holds a time of 0/)
  })
})
