// Estimates the candidate against sessions that earlier jobs stored. Sessions differ even when the code does not, so
// the test includes the variance between sessions.

import { mean, median } from '../../stats/describe/summary.ts'
import { shiftOfMeans } from '../../stats/inference/shift-intervals.ts'
import { type SessionPrior, storedTest } from '../../stats/inference/stored-test.ts'
import { detectableShift } from '../../stats/inference/t-tests.ts'
import { isClocked } from '../../units.ts'
import { oneRun } from '../sides/rounds/measured-block.ts'
import type { RowNature } from './blocked.ts'
import { roundedShift, roundingOfBlocks, tooRounded } from './clock-step.ts'
import { type Estimate, noEstimate, power, ratioInterval } from './estimate.ts'
import { unvaryingEstimate } from './exact.ts'
import { fromOrToZero } from './zero-counts.ts'

type StoredNature = RowNature & {
  /** The assumed variance between sessions, which counts while few are stored. */
  prior: SessionPrior
  /** Whether the stored sessions that count gave one exact number (../sides/baseline-sessions.ts): no test is needed. */
  isExact: boolean
  /** The sessions from before each step. */
  older: number[][][]
}

const BASE_STEPPED =
  'the newest stored session is nearer to the candidate than to the others: the base branch itself may have stepped'

/**
 * Whether the newest session is nearer to the candidate than to the others. A step that was accepted just now is in the
 * newest session only, which is too little to find it. A candidate must not be blamed for that step.
 */
function newestAgrees(stored: number[], { difference, p }: { difference: number; p: number }): boolean {
  const [newest] = stored
  if (newest === undefined || stored.length < 2 || p > 0.05) return false
  const candidate = mean(stored) + difference
  return Math.abs(candidate - newest) < Math.abs(difference) / 2
}

/** Estimates candidate / baseline of runs (raw, at least 0). Candidate sessions are attempts of one job; their mean counts. */
export function storedEstimate(
  sessions: number[][],
  candidates: number[][],
  { prior, isExact, older, levels, unit, band }: StoredNature,
): Estimate {
  const single = (side: number[][]) => side.every(session => session.length < 2)
  if (single(sessions) || single(candidates)) {
    return noEstimate(`a side has ${oneRun}`)
  }
  const block = { baseline: sessions.flat(), candidate: candidates.flat() }
  const exact = isExact ? unvaryingEstimate([block], unit) : null
  if (exact) return exact
  if ([...sessions, ...candidates].flat().includes(0)) {
    const allOrNothing = fromOrToZero(sessions.flat(), candidates.flat())
    if (allOrNothing) return allOrNothing
    return noEstimate('some runs are 0 and have no ratio to a stored baseline: measure both sides in one job')
  }
  const logs = (side: number[][]) => side.map(runs => runs.map(Math.log))
  const stored = logs(sessions)
  const segments = [stored, ...older.map(logs)]
  const result = storedTest({ segments, candidates: logs(candidates), prior })
  const rounding = isClocked(unit) ? roundingOfBlocks([block]) : 0
  const { intervalAt } = roundedShift(shiftOfMeans(result), rounding)
  return {
    ratio: Math.exp(result.difference),
    p: result.p,
    interval: ratioInterval(intervalAt(levels.shown)),
    equivalenceInterval: ratioInterval(intervalAt(levels.equivalence)),
    detectable: alpha => Math.expm1(Math.max(detectableShift(result, alpha, power), rounding)),
    ...tooRounded(rounding, band),
    // More runs do not shrink the variance between sessions: only more stored sessions do.
    runsNeeded: () => null,
    hindrance: newestAgrees(stored.map(median), result) ? BASE_STEPPED : null,
  }
}
