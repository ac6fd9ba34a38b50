// Sessions that measured nothing, because both sides cannot differ, have no part in a test of those that did. Where there are no
// others, the comparison says so.
import type { Comparison, Session, Unmeasured } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { sideSummary } from '../sides/side-summary.ts'
import { sessionWarnings } from '../warnings/comparison-warnings.ts'

const MOST_NAMED = 10

const explanations: Record<Unmeasured['reason'], (files: string) => string> = {
  'identical-build': files => `both commits build the same files, byte for byte: ${files}`,
  'unchanged-paths': files => `no file that matches ${files} differs between the two commits`,
}

/** The request without the sessions that measured nothing. An interleaved request also loses their blocks. */
export function measuredSessions(request: ComparisonRequest): ComparisonRequest {
  const { baselines, candidates, design } = request
  const isMeasured = (_: Session, i: number) => candidates[i]?.unmeasured === undefined
  if (candidates.every(isMeasured)) return request
  return {
    ...request,
    candidates: candidates.filter(isMeasured),
    baselines: design === 'interleaved' ? baselines.filter(isMeasured) : baselines,
  }
}

/** All of a comparison without rows but its outcome. */
export const comparisonOfNoRows = ({ baselines, candidates, design, policy }: ComparisonRequest) => ({
  design,
  looks: [],
  policy,
  baseline: sideSummary(baselines),
  candidate: sideSummary(candidates),
  rows: [],
  budgets: [],
})

/** A pass without rows, which says why. `request` has candidates, and all of them measured nothing. */
export function unmeasuredComparison(request: ComparisonRequest): Comparison {
  const { baselines, candidates } = request
  const { unmeasured } = candidates[0] as Session
  if (unmeasured === undefined) throw new Error('the first candidate was measured')
  const { ofRows, ofComparison } = sessionWarnings(baselines, candidates)
  return {
    outcome: 'pass',
    reason: null,
    explanation: `nothing was measured: ${explanations[unmeasured.reason](firstOf(unmeasured.files, MOST_NAMED))}`,
    unmeasured,
    ...comparisonOfNoRows(request),
    warnings: [...ofRows, ...ofComparison],
  }
}
