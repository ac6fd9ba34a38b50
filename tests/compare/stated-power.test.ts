import { describe, expect, it } from '@jest/globals'
import { blockedEstimate } from '../../src/compare/estimate/blocked.ts'
import type { Estimate } from '../../src/compare/estimate/estimate.ts'
import { casesOf } from '../simulated-cases.ts'
import { seededRandom } from '../stats/seeded-random.ts'

const ALPHA = 0.01
const CASES = casesOf(400, 1500)
const nature = { unit: 'ns', band: 0.02, levels: { shown: 0.99, equivalence: 0.9 } }
const random = seededRandom(7)
const runs = (count: number, ratio = 1) =>
  Array.from({ length: count }, () => 100 * ratio * Math.exp(0.01 * random.normal()))

/** In how many cases the next comparison finds the effect that one without any says it could find. */
function found(compare: (ratio: number) => Estimate): number {
  let times = 0
  for (let i = 0; i < CASES; i++) {
    const stated = compare(1).detectable(ALPHA) as number
    if ((compare(1 + stated).p as number) < ALPHA) times++
  }
  return times / CASES
}

describe('an effect that a comparison says it could find', () => {
  it('is found by the next one in 80 % of cases or more', () => {
    const shares = {
      ...Object.fromEntries(
        [[5], [10], [20], [5, 5]].map(blocks => [
          blocks.join(' and '),
          found(ratio =>
            blockedEstimate(
              blocks.map(n => ({ baseline: runs(n), candidate: runs(n, ratio) })),
              nature,
            ),
          ),
        ]),
      ),
    }
    // Three standard errors of so many cases below it.
    for (const share of Object.values(shares)) expect(share).toBeGreaterThan(0.77)
  })
})
