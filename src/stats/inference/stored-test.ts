// The comparison with a stored baseline, which was measured in other sessions. The scale of the test has two parts. The
// first is the variance between sessions: a prior guess that the stored sessions correct as their number grows (a
// scaled inverse chi-square prior; Gelman et al., Bayesian Data Analysis, section 2.6). The second is the variance that
// runs leave in the median of a session. The variance between runs alone would be far too small.
import { mean } from 'simple-statistics'
import { medianVariance } from '../describe/median-variance.ts'
import { bimodality, pooledSd, robustScale } from '../describe/spread.ts'
import { median } from '../describe/summary.ts'
import { tCritical, tTwoSidedP } from '../distributions/continuous.ts'
import { squares } from '../series/last-step.ts'

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

/** The standard error of the candidate's mean session value minus the mean of the stored ones. */
type StoredScale = { scale: number; df: number }

type StoredTest = StoredScale & { difference: number; t: number; p: number }

/**
 * The variance of the median of n normal values is this times their variance / n for large n (David & Nagaraja 2003).
 */
export const MEDIAN_VARIANCE = Math.PI / 2

/** Whether the runs of most sessions are in two groups. */
const areInGroups = (sessions: number[][]) =>
  2 * sessions.filter(runs => bimodality(runs) !== null).length > sessions.length

/** The variance between runs that would leave as much in the medians of sessions as their order statistics show. */
const shownByMedians = (sessions: number[][]) =>
  mean(sessions.map(runs => runs.length * medianVariance(runs))) / MEDIAN_VARIANCE

/**
 * The variance between the runs of a session (log scale), pooled; a robust one, since the median of a session does not
 * see single runs that are far out either. Where most sessions have two groups of runs it sees the larger group only,
 * while the median jumps between them. Then it is at least what the order statistics around the medians show. At least one
 * session with two runs.
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

/** The scale of the test and its degrees of freedom; both are known before there is a candidate. */
export function storedScale({ segments, candidateRuns, runVariance, prior }: StoredBaseline): StoredScale {
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
  return { scale: Math.sqrt(variance), df: Math.min(df, prior.mostDf ?? df) }
}

/**
 * Tests the candidate's mean session value: difference = candidate − mean(stored), t = difference / scale, two-sided p.
 */
export function storedTest(
  input: Omit<StoredBaseline, 'candidateRuns' | 'runVariance'> & { candidates: number[][] },
): StoredTest {
  const { segments, candidates } = input
  const runVariance = runVarianceOf([...segments.flat(), ...candidates])
  const candidateRuns = candidates.map(runs => runs.length)
  const { scale, df } = storedScale({ ...input, candidateRuns, runVariance })
  const difference = mean(candidates.map(median)) - mean((segments[0] ?? []).map(median))
  const t = difference === 0 ? 0 : difference / scale
  return { difference, scale, df, t, p: tTwoSidedP(t, df) }
}

/** The interval of the difference at a confidence level: zero is outside exactly when p < 1 − level. */
export function storedInterval(test: StoredTest, level: number): [number, number] {
  const reach = tCritical(1 - level, test.df) * test.scale
  return [test.difference - reach, test.difference + reach]
}
