import { describe, expect, it } from '@jest/globals'
import { buildSpread } from '../../../src/stats/describe/build-spread.ts'

const logs = (values: number[]) => values.map(value => 1000 * Math.exp(value))

describe('the spread of builds', () => {
  it('is told from that of runs by sessions of one build, where each run of the others has one of its own', () => {
    const ofBuilds = { runs: logs([0, 0.04, -0.04, 0.02, -0.02]), builds: 5 }
    const ofOne = { runs: logs([0.5, 0.51, 0.49, 0.5, 0.5]), builds: 1 }
    // Sums of squares 0.004 of four degrees of freedom, and 0.0002 of four.
    expect(buildSpread([ofBuilds])).toEqual({
      builds: 5,
      sd: null,
      seen: expect.closeTo(Math.sqrt(0.001)),
      farthest: expect.closeTo(Math.expm1(0.04)),
    })
    expect(buildSpread([ofBuilds, ofOne])?.sd).toBeCloseTo(Math.sqrt(0.001 - 0.00005), 9)
  })

  it('is around the level of each session: levels may change from night to night', () => {
    const runs = [0, 0.04, -0.04]
    const nights = [0, 1, 2].map(level => ({ runs: logs(runs.map(run => run + level)), builds: 3 }))
    expect(buildSpread(nights)).toMatchObject({ builds: 9, seen: expect.closeTo(0.04) })
  })

  it('is unknown of one build, and of zeros', () => {
    expect(buildSpread([{ runs: logs([0, 1, 2]), builds: 1 }])).toBeNull()
    expect(buildSpread([])).toBeNull()
    expect(buildSpread([{ runs: [0, 1, 2], builds: 3 }])).toBeNull()
  })
})
