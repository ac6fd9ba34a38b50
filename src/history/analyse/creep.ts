// A level that creeps by about the same from night to night. The search for steps takes such nights for autocorrelated noise
// and finds nothing, however far they lead. So a line is fitted to the nights since the last step or testbed change, and the
// changes from night to night are looked at.
import type { LevelShift } from '../../model/index.ts'
import { tCritical, tTwoSidedP } from '../../stats/distributions/continuous.ts'
import { effectiveDf, levelNoise } from '../../stats/series/level-noise.ts'
import { type JudgedNights, judgedNights, type SeriesLevels } from './judged-nights.ts'
import type { FoundChange } from './same-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** A creep has to be worth reporting within so many nights. */
const MONTH = 30

type Line = { slope: number; residuals: Float64Array; squares: number }

/** Least squares over equally distant nights; `squares` is the sum of their squared distances from the middle. */
function fittedLine(values: Float64Array): Line {
  const middle = (values.length - 1) / 2
  const level = values.reduce((sum, value) => sum + value, 0) / values.length
  let [products, squares] = [0, 0]
  values.forEach((value, i) => {
    products += (i - middle) * (value - level)
    squares += (i - middle) ** 2
  })
  const slope = products / squares
  return { slope, squares, residuals: values.map((value, i) => value - level - slope * (i - middle)) }
}

/** Whether either half of the values leads at least half as far as the line of all: a level that wanders seldom does. */
const isEven = (values: Float64Array, slope: number): boolean =>
  [values.subarray(0, values.length >> 1), values.subarray(values.length >> 1)].every(
    half => fittedLine(half).slope / slope > 0.5,
  )

/** A slope a night with its standard error. */
type Drift = { slope: number; error: number; df: number }

/** By the noise around a line. Its autocorrelation, raised by some standard errors, widens the error: what wanders is no creep. */
function driftOfLine({ slope, residuals, squares }: Line, margin: number): Drift {
  const noise = levelNoise(residuals, [], margin)
  const { sd, autocorrelation: rho } = noise
  const error = Math.sqrt(((sd * sd) / squares) * ((1 + rho) / (1 - rho)))
  return { slope, error, df: Math.max(1, effectiveDf(noise) - 1) }
}

/**
 * By the changes from each night to the next, which in a random walk are independent. It needs quiet nights, and sees a creep
 * that is no line in them: the bend of as many instructions more each night looks like wandering around a line.
 */
function driftOfNights(values: Float64Array): Drift {
  const changes = values.subarray(1).map((value, i) => value - (values[i] as number))
  const { sd, df } = levelNoise(changes, [], 0)
  const slope = changes.reduce((sum, change) => sum + change, 0) / changes.length
  return { slope, error: sd / Math.sqrt(changes.length), df }
}

/**
 * How far the level has crept since the first night after the last of `changePoints` (of the same nights) and of the testbed
 * changes; null where it has not.
 */
export function creepOf(
  series: SeriesLevels,
  changePoints: FoundChange[],
  policy: TrendPolicy,
): LevelShift | null {
  const judged: JudgedNights = judgedNights(series, policy.hampel)
  const steps = changePoints.map(change => judged.nights.indexOf(change.night))
  const from = Math.max(0, ...steps, ...judged.testbedBreaks)
  const values = judged.values.subarray(from)
  const n = values.length
  if (judged.scale !== 'log' || n < policy.minNights) return null
  const line = fittedLine(values)
  const month = Math.abs(line.slope) * Math.min(MONTH, n - 1)
  if (month < Math.log1p(policy.minSize) || !isEven(values, line.slope)) return null
  const found = [driftOfLine(line, policy.margin), driftOfNights(values)].find(
    ({ slope, error, df }) => tTwoSidedP(slope / error, df) <= policy.sureAlpha,
  )
  if (found === undefined) return null
  const { slope, error, df } = found
  const [change, reach] = [slope * (n - 1), tCritical(1 - policy.level, df) * error * (n - 1)]
  const interval: [number, number] = [Math.exp(change - reach), Math.exp(change + reach)]
  return { since: judged.nights[from] as number, ratio: Math.exp(change), interval }
}
