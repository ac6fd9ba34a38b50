// Turns the mark of an outcome into the conclusion of a check run on GitHub.
import type { Outcome } from '../../model/index.ts'
import type { Mark } from './headline/headline.ts'

export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'action_required'

/**
 * A regression that fails is a failure. Any other outcome that fails asks for action. One that neither fails nor
 * vouches for the change is neutral.
 */
export function checkConclusion(mark: Mark, outcome: Outcome): CheckConclusion {
  if (mark === '✗') return outcome === 'regression' ? 'failure' : 'action_required'
  return mark === '✓' ? 'success' : 'neutral'
}
