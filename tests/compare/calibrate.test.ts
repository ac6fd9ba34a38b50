import { describe, expect, it } from '@jest/globals'
import { calibrate } from '../../src/compare/calibrate.ts'
import { defaultPolicy } from '../../src/model/index.ts'
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

  it('of values that never vary has no comparison, no alarm and no suggestion', () => {
    const still = sample('a', Array(10).fill(2_179_072), { unit: 'B', metric: 'size' })
    const found = calibrate(session([still]), defaultPolicy)
    expect(found.row).toEqual({ alarms: 0, comparisons: 0, share: 0, interval: [0, 1] })
    expect(found.rows[0]).toMatchObject({ runSd: 0, detectable: 0, suggestedBand: 0.01 })
  })

  it('of a time that the clock did not see is refused', () => {
    const blind = sample('a', [5, 6, 0, 5, 6, 5, 6, 5, 6, 5])
    expect(() => calibrate(session([blind]), defaultPolicy)).toThrow(/^calibrate: .*holds a time of 0/)
  })
})
