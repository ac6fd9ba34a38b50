// Sessions that measured nothing, because both sides cannot differ, have no part in a test of those that did.
import type { ComparisonRequest } from '../comparison-request.ts'

/** The request without the sessions that measured nothing. An interleaved request also loses their blocks. */
export function measuredSessions(request: ComparisonRequest): ComparisonRequest {
  const { baselines, candidates, design } = request
  const isMeasured = (i: number) => candidates[i]?.unmeasured === undefined
  if (candidates.every((_, i) => isMeasured(i))) return request
  return {
    ...request,
    candidates: candidates.filter((_, i) => isMeasured(i)),
    baselines: design === 'interleaved' ? baselines.filter((_, i) => isMeasured(i)) : baselines,
  }
}
