// What the posterior says of single commits, for people.
import type { Gap, StepPosterior } from './posterior.ts'

/** A commit by position, with the probability that it made the largest step. */
export type CommitOdds = { position: number; probability: number }

/**
 * The commits of which one made the largest step, the most probable first. Those of a gap between two measured ones have
 * equal shares.
 */
export function commitOdds({ gaps }: Pick<StepPosterior, 'gaps'>): CommitOdds[] {
  const weight = ({ probability, change }: Gap) => probability * Math.abs(change)
  const total = gaps.reduce((sum, gap) => sum + weight(gap), 0)
  return gaps
    .flatMap(gap =>
      Array.from({ length: gap.to - gap.from }, (_, i) => ({
        position: gap.from + 1 + i,
        probability: total === 0 ? 0 : weight(gap) / total / (gap.to - gap.from),
      })),
    )
    .sort((a, b) => b.probability - a.probability)
}

/** How many commits it takes to be as sure as `share` that the step is among them. */
export function commitsLeft(odds: CommitOdds[], share: number): number {
  let sum = 0
  const enough = odds.findIndex(({ probability }) => {
    sum += probability
    return sum >= share
  })
  return enough < 0 ? odds.length : enough + 1
}
