// How large a found step is: the rounds after it against those before it.
import { tCritical } from '../../stats/distributions/continuous.ts'
import type { CommitLevel, CommitLevels } from './commit-levels.ts'
import type { Gap } from './posterior.ts'

/** On the log scale: what changed, and the ends of its interval at 1 − alpha; null where nothing was measured twice. */
export type StepSize = { change: number; interval: [number, number] | null }

/** The mean level of commits that share one, and its spread; no spread where there are none. */
function pooled(levels: CommitLevel[]): { mean: number; spread: number } {
  const weight = levels.reduce((sum, { spread }) => sum + 1 / spread, 0)
  const sum = levels.reduce((all, { mean, spread }) => all + mean / spread, 0)
  return weight === 0 ? { mean: 0, spread: 0 } : { mean: sum / weight, spread: 1 / weight }
}

/**
 * The size of the step in `gap`, from the commits on both sides of it up to the next step of `others` (positions of the first commits
 * after each). Where no commit was measured before it but the end itself, the level before is that of the end, 0.
 */
export function stepSize(found: CommitLevels, gap: Gap, others: number[], alpha: number): StepSize {
  const start = Math.max(-1, ...others.filter(at => at <= gap.from))
  const end = Math.min(Number.POSITIVE_INFINITY, ...others.filter(at => at > gap.to))
  const before = pooled(found.levels.filter(({ position }) => position >= start && position <= gap.from))
  const after = pooled(found.levels.filter(({ position }) => position >= gap.to && position < end))
  const change = after.mean - before.mean
  const { freedom, runSd } = found
  if (freedom < 1) return { change, interval: null }
  const half = tCritical(alpha, freedom) * runSd * Math.sqrt(after.spread + before.spread)
  return { change, interval: [change - half, change + half] }
}
