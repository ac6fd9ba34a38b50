// The smallest change that a stored baseline could show. It is known before anything is measured, and decides whether the
// baseline is worth using.
import type { Grade, Session } from '../../model/index.ts'
import { runVarianceOf, storedScale } from '../../stats/inference/stored-test.ts'
import { detectableShift } from '../../stats/inference/t-tests.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { comparedBaseline } from '../sides/baseline-sessions.ts'
import { followRenames } from '../sides/renames.ts'
import { present, type RowInput, rowInputs } from '../sides/row-inputs.ts'
import { power } from './estimate.ts'

type StoredPlan = Pick<ComparisonRequest, 'policy' | 'nights'> & { grade: Grade; runs: number }

/**
 * The effect (a fraction) that one row finds with 80 % power at `alpha`. Where equality decides, it is the smallest
 * effect that is surely found, which is 0 while the sessions agree. It is infinite where nothing is known.
 */
function rowDetectable(input: RowInput, alpha: number, { policy, grade, runs }: StoredPlan): number {
  const { prior, values, older, finds } = comparedBaseline(input, policy, grade)
  if (finds !== null) return finds
  const sessions = present(values.baselines)
  if (sessions.flat().includes(0) || sessions.every(session => session.length < 2))
    return Number.POSITIVE_INFINITY
  const segments = [sessions, ...older].map(each => each.map(session => session.map(Math.log)))
  const runVariance = runVarianceOf(segments.flat())
  const scale = storedScale({ segments, candidateRuns: [runs], runVariance, prior })
  return Math.expm1(detectableShift(scale, alpha, power))
}

/**
 * The effect that the worst gating row of these stored sessions (the newest first) would find with 80 % power. The
 * level is the first of Holm's, and the candidate has `runs` runs. Null without a row that gates.
 */
export function storedPower(baselines: Session[], plan: StoredPlan): number | null {
  const followed = followRenames(baselines, [], plan.policy.renamed)
  const gating = rowInputs(followed, [], plan).filter(input => input.gates && input.optimisedAway === null)
  if (gating.length === 0) return null
  const alpha = Math.min(plan.policy.alpha, plan.policy.familyAlpha / gating.length)
  return Math.max(...gating.map(input => rowDetectable(input, alpha, plan)))
}
