// Shows how much any detector could find: the likelihood ratio of a step anywhere, at the level that stable-bench tests
// at. It knows the sd and the autocorrelation of the noise exactly, which no real detector does.
import { defaultTrendPolicy } from '../../src/history/analyse/trend-policy.ts'
import { randomStream } from '../verdicts/random.ts'
import { type Cell, FIXED } from './cells.ts'
import { add, emptyScore, judged, type Score } from './score.ts'
import { nightsOf, noiseOf, type Piece } from './simulate.ts'

export const IDEAL = 'the best possible, noise known'

/** Histories without a change that set the threshold. */
const NULLS = 100_000

/**
 * The largest |z| of a step over all places with `minSide` nights on either side; values in sd. Generalised least
 * squares for AR(1): Prais & Winsten (1954), Cowles Commission Discussion Paper 383.
 */
export function likeliest(values: number[], rho: number, minSide: number): { at: number; z: number } {
  const n = values.length
  const scale = Math.sqrt(1 - rho * rho)
  // When the autocorrelation is taken out, a constant becomes this after its first night, and so does a step.
  const level = (1 - rho) / scale
  const white = values.map((value, i) =>
    i === 0 ? value : (value - rho * (values[i - 1] as number)) / scale,
  )
  const levels = 1 + level ** 2 * (n - 1)
  const rest = white.reduce((sum, value, i) => sum + (i === 0 ? value : level * value), 0)
  let [best, after] = [{ at: 0, z: 0 }, 0]
  for (let at = n - 1; at >= minSide; at--) {
    const here = white[at] as number
    if (n - at >= minSide) {
      const shared = level / scale + level ** 2 * (n - 1 - at)
      const squares = 1 / scale ** 2 + level ** 2 * (n - 1 - at) - shared ** 2 / levels
      const z = Math.abs(here / scale + level * after - (shared * rest) / levels) / Math.sqrt(squares)
      if (z > best.z) best = { at, z }
    }
    after += here
  }
  return best
}

const inSd = (logs: number[]) => logs.map(log => log / FIXED.sd)
const rhoOf = ({ family }: Cell) => FIXED.autocorrelation[family] ?? 0

const thresholds = new Map<string, number>()

/** The threshold that the largest |z| exceeds in a share alpha of histories without change. */
function thresholdOf(cell: Cell, seed: number, nulls: number): number {
  const key = `${cell.family} ${cell.nights} ${seed}`
  const known = thresholds.get(key)
  if (known !== undefined) return known
  const random = randomStream(seed, `null of the ideal ${key}`, 0)
  const { alpha, minSide } = defaultTrendPolicy
  const largest = Float64Array.from(
    { length: nulls },
    () => likeliest(inSd(noiseOf(cell, random)), rhoOf(cell), minSide).z,
  ).sort()
  const found = largest[Math.ceil((1 - alpha) * nulls) - 1] as number
  thresholds.set(key, found)
  return found
}

/** One look at each finished history; `nulls` histories without change set the threshold. */
export function ideal({ cell, seed, from, to }: Piece, nulls = NULLS): Score {
  const score = emptyScore(IDEAL, cell)
  const threshold = thresholdOf(cell, seed, nulls)
  for (let index = from; index < to; index++) {
    const logs = nightsOf(cell, seed, index).map(({ value }) => Math.log((value as number) / FIXED.level))
    const { at, z } = likeliest(inSd(logs), rhoOf(cell), defaultTrendPolicy.minSide)
    add(score, judged(cell, z > threshold ? [at] : []))
  }
  return score
}
