// Nights that lie above a floor, now and then far above: a few of them in a row are no level.
import { describe, expect, it } from '@jest/globals'
import { analyseHistory } from '../../../src/history/analyse/analyse-all-series.ts'
import { defaultTrendPolicy } from '../../../src/history/analyse/trend-policy.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { nightsOf, timesOf } from '../nightly-values.ts'

const LOOKS = [180, 260]
const CASES = casesOf(80, 600)

/** The share of histories in which a look announces something. Exponential noise of 1 %, and from night 150 on a step. */
function announced(step: number): number {
  const cases = Array.from({ length: CASES }, (_, seed) => {
    const random = seededRandom(seed + 1)
    const values = Array.from(
      { length: Math.max(...LOOKS) },
      (_, night) => (night >= 150 ? 100 * (1 + step) : 100) * (1 - 0.01 * Math.log(1 - random.uniform())),
    )
    return LOOKS.some(count => {
      const [found] = analyseHistory([timesOf(nightsOf(values.slice(0, count)))], defaultTrendPolicy)
      return (found?.toAnnounce.length ?? 0) > 0
    })
  })
  return cases.filter(Boolean).length / CASES
}

describe('nights with a long tail', () => {
  it('have hardly an announcement where nothing changed', () => {
    // 3.8 % where both ends of a level of a few nights make each other sure.
    expect(announced(0)).toBeLessThanOrEqual(0.01)
  })

  it('have one where the level stepped', () => {
    expect(announced(0.03)).toBeGreaterThan(0.95)
  })
})
