import { describe, expect, it } from '@jest/globals'
import { median } from '../../../src/stats/describe/summary.ts'
import { nightSpread } from '../../../src/stats/series/night-spread.ts'
import { seededRandom } from '../seeded-random.ts'

const { normal } = seededRandom(45)
const SD = 0.02

/** The middle of the spreads that histories with these levels show. */
function usualSpread(levelAt: (night: number) => number, sessions: number, nights = 60): number {
  const found = Array.from({ length: 200 }, () => {
    const levels = Array.from({ length: nights }, (_, i) => levelAt(i) + SD * normal())
    return nightSpread(levels, sessions)?.sd ?? Number.NaN
  })
  return median(found)
}

describe('how much sessions differ, by the nights of a row', () => {
  it.each([1, 3, 10])('is what they differ by, or a little more, with %i stored sessions', sessions => {
    const found = usualSpread(() => 0, sessions) / SD
    expect(found).toBeGreaterThan(0.97)
    expect(found).toBeLessThan(1.25)
  })

  it('is no more where the code stepped between them', () => {
    const found = usualSpread(night => [0, 0.3, 0.1, 0.5][Math.floor(night / 15)] as number, 3) / SD
    expect(found).toBeGreaterThan(0.9)
    expect(found).toBeLessThan(1.3)
  })

  it('is more where one night in ten is bad, and a candidate may meet one', () => {
    const bad = usualSpread(night => (night % 10 === 5 ? 0.15 : 0), 3)
    expect(bad).toBeGreaterThan(2 * SD)
  })

  it('is more where levels drift, the more so the older the sessions are', () => {
    const [near, far] = [1, 10].map(sessions => usualSpread(night => 0.2 * Math.sin(night / 8), sessions))
    expect(near as number).toBeGreaterThan(SD)
    expect(far as number).toBeGreaterThan(1.3 * (near as number))
  })

  it('is that of the newest hundred nights', () => {
    const quiet = Array.from({ length: 100 }, (_, i) => 0.001 * Math.sin(i * 1.9))
    const wild = Array.from({ length: 50 }, (_, i) => Math.sin(i * 1.9))
    expect(nightSpread([...wild, ...quiet], 3)).toEqual(nightSpread(quiet, 3))
  })

  it('is not known from a few nights, and none where all are equal', () => {
    expect(nightSpread([], 1)).toBeNull()
    expect(nightSpread([0, 0.1, 0, 0.1, 0, 0.1, 0, 0.1], 1)).toBeNull()
    expect(nightSpread(Array(9).fill(2), 1)).toEqual({ sd: 0, nights: 8 })
  })
})
