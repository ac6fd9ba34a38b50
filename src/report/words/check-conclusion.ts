// How an outcome ends as a check run on GitHub: as its mark says.
import type { Outcome } from '../../model/index.ts'
import type { Mark } from './headline.ts'

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'action_required'

/**
 * What fails is a failure where it is a regression, and needs somebody's attention where it was not established. Neutral
 * is what fails nothing and vouches for nothing.
 */
export function checkConclusion(mark: Mark, outcome: Outcome): CheckConclusion {
  if (mark === '✗') return outcome === 'regression' ? 'failure' : 'action_required'
  return mark === '✓' ? 'success' : 'neutral'
}
