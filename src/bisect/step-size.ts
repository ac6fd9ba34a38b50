// How large a found step is: the rounds after it against those before it.
import { tCritical } from '../stats/distributions/continuous.ts'
import { type CommitLevels, type Level, roundSd } from './commit-levels.ts'
import type { Gap } from './posterior.ts'

/** On the log scale: what changed, and the ends of its interval at 1 − alpha; null where nothing was measured twice. */
export type StepSize = { change: number; interval: [number, number] | null }

const pooled = (levels: Level[]) => {
  const rounds = levels.reduce((sum, level) => sum + level.rounds, 0)
  const sum = levels.reduce((all, level) => all + level.rounds * level.mean, 0)
  return { rounds, mean: rounds === 0 ? 0 : sum / rounds }
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
  const { freedom } = found
  if (freedom < 1) return { change, interval: null }
  const variance = 1 / after.rounds + (before.rounds === 0 ? 0 : 1 / before.rounds)
  const half = tCritical(alpha, freedom) * roundSd(found) * Math.sqrt(variance)
  return { change, interval: [change - half, change + half] }
}
