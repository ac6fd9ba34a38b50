// How a comparison ends as a check run on GitHub.
import type { Comparison, Verdict } from '../../model/index.ts'

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'action_required'

const conclusive: Verdict[] = ['regression', 'improvement', 'no-change']

/**
 * A regression fails, unless in shadow mode. Neutral is what says nothing yet: the first run, or rows that are all
 * inconclusive. Whatever else was not established needs somebody's attention.
 */
export function checkConclusion({ outcome, reason, policy, rows }: Comparison): CheckConclusion {
  if (policy.shadow) return 'neutral'
  if (outcome === 'regression') return 'failure'
  if (outcome === 'not-established') return reason === 'no-baseline' ? 'neutral' : 'action_required'
  return rows.some(row => row.gates && conclusive.includes(row.verdict)) ? 'success' : 'neutral'
}
