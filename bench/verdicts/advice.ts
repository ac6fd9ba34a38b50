// Tests the advice of an undecided comparison. Does the next one find the effect that this one said it could find? Are
// the runs that it asks for neither too few nor far too many?
import type { Row } from '../../src/model/index.ts'
import { type Case, interleave, positionsOf } from './cases.ts'
import type { Cell } from './cells.ts'
import { allRuns } from './engine.ts'
import { jobRuns } from './noise.ts'
import { type Random, randomStream } from './random.ts'
import type { Said } from './score.ts'

/** Names of what is counted. A difference counts as found if it is significant, whatever the band makes of it. */
export const ADVICE = {
  effect: 'advice: the effect that could be found',
  runs: 'advice: the band, with the runs asked for',
  half: 'advice: the band, with half of them',
  few: 'advice: asks for no more runs than were made',
} as const

const ALPHA = 0.01
const BAND = 0.02

/** A job of so many runs a side. */
function jobOf({ noise }: Cell, runs: number, random: Random): Case {
  if (noise === null) throw new Error('advice is tried on simulated runs')
  const made = jobRuns(noise, 2 * runs, random)
  const positions = positionsOf(runs, random.integer(2 ** 31))
  const { baseline, candidate } = interleave(made, positions)
  return { sessions: [baseline], candidate, positions }
}

const rowOf = (one: Case, shift: number) => allRuns(one, shift).rows[0] as Row
const said = (isSo: boolean): Said => ({ call: isSo ? 'slower' : 'open' })
const isFound = ({ p, ratio }: Row) => (p ?? 1) < ALPHA && (ratio ?? 0) > 1

/** Follows the advice of case number `index`, and says for each name whether it came true. */
export function advised(cell: Cell, index: number, seed: number): [method: string, said: Said][] {
  const random = randomStream(seed, `${cell.key} advice`, index)
  const made = cell.unequal?.baseline ?? 10
  const pilot = rowOf(jobOf(cell, made, random), 0)
  const next = (runs: number, shift: number) => said(isFound(rowOf(jobOf(cell, runs, random), shift)))
  const answers: [string, Said][] = [[ADVICE.effect, next(made, pilot.detectable ?? 0)]]
  if (pilot.verdict !== 'inconclusive' || pilot.runsNeeded === null) return answers
  return [
    ...answers,
    [ADVICE.runs, next(pilot.runsNeeded, BAND)],
    [ADVICE.half, next(Math.ceil(pilot.runsNeeded / 2), BAND)],
    [ADVICE.few, said(pilot.runsNeeded <= made)],
  ]
}
