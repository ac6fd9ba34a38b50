// How much the level of a row differs from one session to the next, learned from its nights: each against the mean of the
// nights before it, as a candidate is held against its stored sessions. So what drifts from night to night counts, and
// steps between commits do not.
import { mean, median } from 'simple-statistics'
import { NORMAL_MAD } from '../describe/spread.ts'
import { normalQuantile } from '../distributions/continuous.ts'
import { levelSegments } from './last-step.ts'

/** Fewer differences say little about a spread. */
const FEWEST = 8
/** Older nights say what the machine was like, and not what it is like. */
const NEWEST = 100
/**
 * How often a step may be seen where there is none, and the weight of the usual difference between neighbours: it has to
 * outweigh what steps that hide each other add to the variance.
 */
const STEPS = { alpha: 0.01, priorDf: 200 }
/** A stretch of so few nights is of bad ones, unless it is the last: that may be a step. */
const BAD = 2
/** The shares of the differences that the spread has to explain: bad nights come, and a candidate may meet one. */
const EXPLAINED = [0.95, 0.98]

/** The levels between steps. */
function stretches(levels: number[]): number[][] {
  const moves = levels.slice(1).map((level, i) => Math.abs(level - (levels[i] as number)))
  const usual = (NORMAL_MAD * median(moves)) ** 2 / 2
  if (usual === 0) return [levels]
  let at = 0
  return levelSegments(levels, { priorVariance: usual, ...STEPS }).map(size => {
    at += size
    return levels.slice(at - size, at)
  })
}

/** A level less the mean of those before it, in units of one session's difference. */
const difference = (level: number, before: number[]) =>
  (level - mean(before)) / Math.sqrt(1 + 1 / before.length)

/** Each level against up to `sessions` before it in its stretch; bad nights against those of the stretch before. */
function differences(all: number[][], sessions: number): number[] {
  let before: number[] = []
  return all.flatMap((stretch, at) => {
    if (stretch.length > BAD) {
      before = stretch.slice(-sessions)
      return stretch
        .slice(1)
        .map((level, i) => difference(level, stretch.slice(Math.max(0, i + 1 - sessions), i + 1)))
    }
    const isKnown = before.length > 0 && at < all.length - 1
    return isKnown ? stretch.map(level => difference(level, before)) : []
  })
}

/**
 * How much sessions differ, and how many nights say so, where a candidate is compared with the mean of `sessions` of them. `levels`
 * are those of the nights of one row on one testbed (log scale, the oldest first). It is the robust sd of the differences, or what explains
 * 95 or 98 % of them if that is more. Null where there are too few.
 */
export function nightSpread(levels: number[], sessions: number): { sd: number; nights: number } | null {
  const newest = levels.slice(-NEWEST)
  if (newest.length <= FEWEST) return null
  const all = differences(stretches(newest), sessions)
  if (all.length < FEWEST) return null
  const sorted = all.map(Math.abs).sort((x, y) => x - y)
  const explaining = EXPLAINED.map(share => {
    const far = sorted[Math.ceil(share * sorted.length) - 1] as number
    return far / normalQuantile((1 + share) / 2)
  })
  return { sd: Math.max(NORMAL_MAD * median(sorted), ...explaining), nights: all.length }
}
