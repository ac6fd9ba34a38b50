// Turns the mark of an outcome into the conclusion of a check run on GitHub.
import type { Outcome } from '../../model/index.ts'
import type { Mark } from './answer/marks.ts'

/** The worst first. */
export const checkConclusions = ['failure', 'action_required', 'neutral', 'success'] as const

export type CheckConclusion = (typeof checkConclusions)[number]

/** The worst of some conclusions. */
export const worstConclusion = (conclusions: CheckConclusion[]): CheckConclusion =>
  checkConclusions.find(each => conclusions.includes(each)) ?? 'neutral'

/** A regression that fails is a failure, any other outcome that fails asks for action, and what decides nothing is neutral. */
export function checkConclusion(mark: Mark, outcome: Outcome): CheckConclusion {
  if (mark === '✗') return outcome === 'regression' ? 'failure' : 'action_required'
  return mark === '✓' ? 'success' : 'neutral'
}
