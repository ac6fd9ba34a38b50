// The comparison with a stored baseline, which was measured in other sessions. The scale of the test has two parts. The
// first is the variance between sessions: a prior guess that the stored sessions correct as their number grows (a
// scaled inverse chi-square prior; Gelman et al., Bayesian Data Analysis, section 2.6). The second is the variance that
// runs leave in the median of a session. The variance between runs alone would be far too small.
import { mean } from 'simple-statistics'
import { ascending, middle } from '../describe/order-statistics.ts'
import { bimodality, pooledSd, robustScale } from '../describe/spread.ts'
import { median } from '../describe/summary.ts'
import { regularisedBeta } from '../distributions/special-functions.ts'
import { remembered } from '../remembered.ts'
import { squares } from '../series/last-step.ts'
import { type TTest, tTest } from './t-tests.ts'

/**
 * The standard deviation between sessions before any was seen, and how many degrees of freedom it is worth. The test has
 * at most `mostDf` of them, where bad sessions make the tails longer than those of a normal distribution.
 */
export type SessionPrior = { sd: number; df: number; mostDf?: number }

type StoredBaseline = {
  /**
   * The runs (log scale) of the stored sessions, in segments of one level. The first segment, which has at least one
   * session, is the baseline. The others only show how sessions vary.
   */
  segments: number[][][]
  /** The runs of each candidate session: the attempts of a re-run job, which count as one. */
  candidateRuns: number[]
  /** The variance between the runs of a session. */
  runVariance: number
  prior: SessionPrior
}

/** The variance of the median of n normal values is this times theirs / n for large n (David & Nagaraja 2003). */
export const MEDIAN_VARIANCE = Math.PI / 2

/** The probability that the middle of n uniform values is in each of n equal parts of [0, 1]. */
const weightsOf = remembered((n: number): Float64Array => {
  const shape = (n + 1) / 2
  const below = (parts: number) =>
    parts === 0 ? 0 : parts === n ? 1 : regularisedBeta(shape, shape, parts / n, 1 - parts / n)
  return Float64Array.from({ length: n }, (_, i) => below(i + 1) - below(i))
})

/**
 * The variance of the median of at least one value, from the order statistics around it (Maritz & Jarrett 1978, JASA 73). It
 * sees that the median of runs in two groups jumps between them, and does not see values far out.
 */
export function medianVariance(values: number[]): number {
  const weights = weightsOf(values.length)
  const sorted = ascending(values)
  const centre = middle(sorted)
  let [first, second] = [0, 0]
  // From the middle, since values far from zero would leave few digits.
  sorted.forEach((value, i) => {
    first += (weights[i] as number) * (value - centre)
    second += (weights[i] as number) * (value - centre) ** 2
  })
  return Math.max(0, second - first ** 2)
}

/** Whether the runs of most sessions are in two groups. */
const areInGroups = (sessions: number[][]) =>
  2 * sessions.filter(runs => bimodality(runs) !== null).length > sessions.length

/** The variance between runs that would leave as much in the medians of sessions as their order statistics show. */
const shownByMedians = (sessions: number[][]) =>
  mean(sessions.map(runs => runs.length * medianVariance(runs))) / MEDIAN_VARIANCE

/**
 * The variance between the runs of a session (log scale), pooled; a robust one, since a median does not see single runs far
 * out either. Of two groups it sees the larger one only, while the median jumps between them: where most sessions have them,
 * it is at least what the order statistics around the medians show. At least one session with two runs.
 */
export function runVarianceOf(sessions: number[][]): number {
  const several = sessions.filter(runs => runs.length > 1)
  const runs = several.reduce((sum, each) => sum + each.length, 0)
  const robust = several.length === 0 ? 0 : robustScale(several) ** 2 * (runs / (runs - several.length))
  const usual = robust || pooledSd(sessions) ** 2
  return areInGroups(several) ? Math.max(usual, shownByMedians(several)) : usual
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const reciprocals = (sessions: number[][]) => sessions.map(runs => 1 / runs.length)

/** How sure the candidate's mean session value minus that of the stored ones will be; known before there is a candidate. */
export function storedScale({
  segments,
  candidateRuns,
  runVariance,
  prior,
}: StoredBaseline): Pick<TTest, 'standardError' | 'df'> {
  const [current = []] = segments
  if (current.length === 0) throw new RangeError('a stored baseline needs at least one session')
  const ofMedian = MEDIAN_VARIANCE * runVariance
  const all = segments.flat()
  const sessionDf = all.length - segments.length
  const seen = sumOf(segments.map(sessions => squares(sessions.map(median))))
  const byRuns = sessionDf * ofMedian * mean(reciprocals(all))
  const df = prior.df + sessionDf
  const betweenSessions = (prior.df * prior.sd ** 2 + Math.max(0, seen - byRuns)) / df
  const [candidates, sessions] = [candidateRuns.length, current.length]
  const withinCandidate = sumOf(candidateRuns.map(runs => 1 / runs)) / candidates ** 2
  const withinBaseline = sumOf(reciprocals(current)) / sessions ** 2
  const variance =
    betweenSessions * (1 / candidates + 1 / sessions) + ofMedian * (withinCandidate + withinBaseline)
  return { standardError: Math.sqrt(variance), df: Math.min(df, prior.mostDf ?? df) }
}

/** Tests the candidate's mean session value: the difference is candidate − mean(stored). */
export function storedTest(
  input: Omit<StoredBaseline, 'candidateRuns' | 'runVariance'> & { candidates: number[][] },
): TTest {
  const { segments, candidates } = input
  const runVariance = runVarianceOf([...segments.flat(), ...candidates])
  const candidateRuns = candidates.map(runs => runs.length)
  const { standardError, df } = storedScale({ ...input, candidateRuns, runVariance })
  const difference = mean(candidates.map(median)) - mean((segments[0] ?? []).map(median))
  return tTest(difference, standardError, df)
}
