// What is shown has to hold the truth whatever look ended the measuring: an estimate far from it ends the looks more often.
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { openRows } from '../../src/compare/looks.ts'
import { defaultPolicy, type Row } from '../../src/model/index.ts'
import { casesOf } from '../simulated-cases.ts'
import { seededRandom } from '../stats/seeded-random.ts'
import { plannedLooks, sample, session } from './session.ts'

const LOOKS = [5, 7, 10, 14, 20]
const RUN_SD = 0.013
const CASES = casesOf(1500, 20_000)
const random = seededRandom(18)
const runs = (ratio: number) => Array.from({ length: 20 }, () => ratio * Math.exp(RUN_SD * random.normal()))

/** The row as the look leaves it that decides it, or the last one. */
function decidedRow(baseline: number[], candidate: number[]): Row {
  const side = (values: number[], made: number) =>
    session([sample('a', values.slice(0, made))], {
      ...plannedLooks(LOOKS),
      order: Array.from({ length: made }, (_, i) => 2 * i + (values === baseline ? 0 : 1)),
    })
  const looks = LOOKS.map(made => () => {
    const sides = { baselines: [side(baseline, made)], candidates: [side(candidate, made)] }
    return compareSessions({
      ...sides,
      design: 'interleaved',
      policy: defaultPolicy,
      assumedGrade: 'tuned',
    })
  })
  for (const look of looks.slice(0, -1)) {
    const compared = look()
    if (openRows(compared).length === 0) return compared.rows[0] as Row
  }
  return looks.at(-1)?.().rows[0] as Row
}

describe('the interval of the look that decides', () => {
  it('holds a true change of the band, by which most looks end with a wrong estimate, as often as promised', () => {
    const truth = 1 + defaultPolicy.band
    const ended = { early: 0, missed: 0 }
    for (let i = 0; i < CASES; i++) {
      const { interval, runs: made } = decidedRow(runs(1), runs(truth))
      if (made.candidate < 20) ended.early++
      if (interval !== null && (interval[0] > truth || interval[1] < truth)) ended.missed++
    }
    // With an interval of 99 % at the looks before the last, 1.32 % of all 20,000 cases are missed.
    expect(ended.missed / CASES).toBeLessThan(0.013)
    expect(ended.early / CASES).toBeGreaterThan(0.3)
  })
})
