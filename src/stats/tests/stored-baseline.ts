// The comparison with a stored baseline, which was measured in other sessions. The scale of the test is the variance
// between sessions: a prior guess that the stored sessions correct as their number grows (a scaled inverse
// chi-square prior; Gelman et al., Bayesian Data Analysis, section 2.6). The variance between runs alone would be
// far too small.
import { mean, sampleVariance } from 'simple-statistics'
import { tCritical, tTwoSidedP } from '../distributions/continuous.ts'
import { detectableFactor } from '../plan/factors.ts'

type StoredBaseline = {
  /** The K >= 1 stored session values on the log scale. */
  stored: number[]
  /** The pooled variance between the runs of a session, and the runs per session. */
  runVariance: number
  runs: number
  /** How many sessions the candidate has (the attempts of a re-run job); 1 by default. */
  candidateSessions?: number
  /** The prior standard deviation between sessions, and how many degrees of freedom it is worth; 4 by default. */
  priorSd: number
  priorDf?: number
}

/** The standard error of the candidate's mean session value minus the mean of the stored ones. */
type StoredScale = { scale: number; df: number }

type StoredTest = StoredScale & { difference: number; t: number; p: number }

/** The scale of the test and its degrees of freedom; both are known before there is a candidate. */
export function storedScale(baseline: StoredBaseline): StoredScale {
  const { stored, runVariance, runs, priorSd, priorDf = 4, candidateSessions = 1 } = baseline
  const sessions = stored.length
  if (sessions === 0) throw new RangeError('a stored baseline needs at least one session')
  const df = priorDf + sessions - 1
  const prior = priorDf * (priorSd ** 2 + runVariance / runs)
  const seen = sessions > 1 ? (sessions - 1) * sampleVariance(stored) : 0
  return { scale: Math.sqrt(((prior + seen) / df) * (1 / candidateSessions + 1 / sessions)), df }
}

/** Tests the candidate's mean session value: difference = candidate − mean(stored), t = difference / scale, two-sided p. */
export function storedBaseline(input: StoredBaseline & { candidate: number }): StoredTest {
  const { scale, df } = storedScale(input)
  const difference = input.candidate - mean(input.stored)
  const t = difference === 0 ? 0 : difference / scale
  return { difference, scale, df, t, p: tTwoSidedP(t, df) }
}

/** The interval of the difference at a confidence level: zero is outside exactly when p < 1 − level. */
export function storedInterval(test: StoredTest, level: number): [number, number] {
  const reach = tCritical(1 - level, test.df) * test.scale
  return [test.difference - reach, test.difference + reach]
}

/** The log effect found with probability `power` at two-sided `alpha`; needs the scale only. */
export function storedDetectable({ scale, df }: StoredScale, alpha: number, power: number): number {
  return detectableFactor(alpha, power, df) * scale
}
