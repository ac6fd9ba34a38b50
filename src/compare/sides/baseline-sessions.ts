// Which stored sessions a row is compared with. A step in between them leaves out the older ones, which measured another
// program. Deterministic metrics (constant within a job, different from commit to commit) are compared exactly with the
// newest sessions that agree.
import type { Grade, Policy, Warning } from '../../model/index.ts'
import { mean, median } from '../../stats/describe/summary.ts'
import { MEDIAN_VARIANCE, runVarianceOf, type SessionPrior } from '../../stats/inference/stored-test.ts'
import { levelSegments } from '../../stats/series/last-step.ts'
import { nightSpread } from '../../stats/series/night-spread.ts'
import { isRate, isTime } from '../../units.ts'
import { logChangeText } from '../message-words.ts'
import { present, type RowInput, type RowValues } from './row-inputs.ts'

/**
 * The prior of a row with so many stored sessions, whose nights are not known. A tuned testbed is known to be that
 * quiet, and its prior is worth four degrees of freedom. The prior of any other machine has to hold for the noisiest of
 * them. It is worth four with one session and one from the fourth on, so that a quiet machine can prove itself.
 * Simulated with sessions that differ by 0.2 to 6 %, and tried on 101 real benchmarks of 23 days.
 */
function usualPrior({ storedPriorSd }: Policy, grade: Grade, sessions: number): SessionPrior {
  return { sd: storedPriorSd[grade], df: grade === 'tuned' ? 4 : Math.max(1, 4 / sessions) }
}

/**
 * The most degrees of freedom where nights say how sessions differ: more alarm where some nights are bad. Chosen on the
 * histories of hyper and numpy, confirmed on those of scipy and github-action-benchmark.
 */
const MOST_DF = 8

/** The prior of a row. A night on this testbed is worth a degree of freedom, and proves the machine quiet as a session does. */
export function storedPrior(
  policy: Policy,
  grade: Grade,
  { sessions, nights }: { sessions: number; nights: number[][] },
): SessionPrior {
  const logs = nights.flat().some(value => value <= 0) ? [] : nights.map(runs => runs.map(Math.log))
  const spread = nightSpread(logs.map(median), sessions)
  const usual = usualPrior(policy, grade, sessions + (spread?.nights ?? 0))
  if (spread === null) return usual
  const several = logs.some(runs => runs.length > 1)
  const ofMedian = several ? medianVarianceOf(logs) : 0
  const seen = Math.max(0, spread.sd ** 2 - ofMedian)
  const df = usual.df + spread.nights
  return { sd: Math.sqrt((usual.df * usual.sd ** 2 + spread.nights * seen) / df), df, mostDf: MOST_DF }
}

/** The variance that runs leave in the medians of sessions. */
const medianVarianceOf = (logs: number[][]) =>
  MEDIAN_VARIANCE * runVarianceOf(logs) * mean(logs.map(runs => 1 / runs.length))

/**
 * How often a step may be seen by chance: it moves the baseline to sessions that happen to lie far from the others. When 10
 * % of histories had one, there were twice as many false alarms where sessions differ by more than the prior.
 */
const ALPHA = 0.01

/**
 * `older` are the sessions from before each step, which say how sessions vary. `finds` is the smallest change (a fraction)
 * that is exact: 0 where all stored sessions agree, null where nothing is compared exactly.
 */
type ComparedBaseline = { values: RowValues; older: number[][][]; warnings: Warning[]; finds: number | null }

/** Stored sessions are the newest first. Rows with zeros, or single runs only, stay. */
function sinceStep(values: RowValues, prior: SessionPrior): ComparedBaseline {
  const sessions = present(values.baselines)
  const usable = sessions.length > 2 && !sessions.flat().includes(0) && sessions.some(runs => runs.length > 1)
  if (!usable) return { values, older: [], warnings: [], finds: null }
  const logs = sessions.map(runs => runs.map(Math.log))
  const levels = logs.map(median)
  const settings = { priorVariance: prior.sd ** 2 + medianVarianceOf(logs), priorDf: prior.df, alpha: ALPHA }
  const [kept = 0, ...sizes] = levelSegments(levels, settings)
  if (kept === sessions.length) return { values, older: [], warnings: [], finds: null }
  const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, size) => sum + size, kept))
  const older = sizes.map((size, i) => sessions.slice((ends[i] as number) - size, ends[i]))
  const change = median(levels.slice(0, kept)) - median(levels.slice(kept))
  const message =
    `the stored level changed by ${logChangeText(change)}: only the ${kept} newest of ${sessions.length} sessions, ` +
    'measured since then, are the baseline'
  return {
    values: { ...values, baselines: sessions.slice(0, kept) },
    older,
    warnings: [{ code: 'baseline-step', message }],
    finds: null,
  }
}

/** If sessions differ, so many runs must agree on a number before it counts as the program's own. */
const FEWEST_RUNS = 5
/**
 * A change counts when it is more than three times the largest move between stored sessions, of which that takes five; from
 * eight on the second largest, since one step may have been accepted. Of a number that every job draws anew (normal, sd 0.5
 * to 5 %) at most 1 % then changes beyond the band of 2 % (simulated).
 */
const FEWEST_SESSIONS = 5
const FORGIVING_SESSIONS = 8
const TIMES = 3

/** Whether the number can be the program's alone. Resident memory depends on where the kernel put pages, and a rate is a time. */
const isOfProgram = ({ metric, unit }: RowInput['entry']) =>
  !isRate(unit) && !/memory|resident|rss/i.test(metric)

/** The one number of each session; null where a session varies. */
function levelsOf(sessions: number[][]): number[] | null {
  const isSteady = sessions.every(runs => runs.length > 0 && runs.every(value => value === runs[0]))
  return isSteady ? sessions.map(runs => runs[0] as number) : null
}

/** The size of the change between two numbers on the log scale. */
const moveOf = (one: number, other: number) => (one === other ? 0 : Math.abs(Math.log(one / other)))

/** The smallest change that is larger than the levels (the newest first) change by themselves. */
function smallestFound(levels: number[]): number {
  const moves = levels.slice(1).map((level, i) => moveOf(level, levels[i] as number))
  const largest = moves.toSorted((x, y) => y - x)
  return TIMES * (largest[levels.length < FORGIVING_SESSIONS ? 0 : 1] as number)
}

/**
 * The smallest change that counts as exact although the stored sessions differ. Null where nothing exact can be said of
 * this candidate, or of any (undefined).
 */
function amongDiffering(levels: number[], candidate: number | undefined, band: number): number | null {
  const found = levels.length < FEWEST_SESSIONS ? Number.POSITIVE_INFINITY : smallestFound(levels)
  if (candidate === undefined) return Number.isFinite(found) ? Math.expm1(found) : null
  const move = moveOf(candidate, levels[0] as number)
  if (move <= Math.log1p(band)) return Math.expm1(found)
  // A state of the machine comes and goes; a commit seldom puts back what others moved.
  return move > found && !levels.includes(candidate) ? Math.expm1(found) : null
}

/**
 * The values with the stored sessions that a candidate can be compared with exactly, the newest first. A warning says
 * where older ones are left out. Null where none can: a time, a run or session that varies, too few runs, or a change
 * that jobs may have made. Without a candidate, one as steady as the sessions is assumed.
 */
function exactBaseline({ values, entry, settings }: RowInput): ComparedBaseline | null {
  const [sessions, candidates] = [present(values.baselines), present(values.candidates)]
  const [levels, measured] = [levelsOf(sessions), levelsOf(candidates)]
  const [newest] = levels ?? []
  if (isTime(entry.unit) || !levels || !measured || newest === undefined || new Set(measured).size > 1)
    return null
  const single = [sessions, candidates].some(side => side.length > 0 && side.every(runs => runs.length < 2))
  const [candidate] = measured
  if (single || (candidate !== newest && !isOfProgram(entry))) return null
  const change = levels.findIndex(level => level !== newest)
  if (change < 0) return { values, older: [], warnings: [], finds: 0 }
  const leading = sessions.slice(0, change).flat()
  const few = [leading, ...candidates].some(runs => runs.length < FEWEST_RUNS)
  if (few || !isOfProgram(entry) || sessions.some(runs => runs.length < 2)) return null
  const finds = amongDiffering(levels, candidate, settings.band)
  if (finds === null) return null
  const message =
    `the stored number changed from ${levels[change]} to ${newest}: only the newest ${change} of ${levels.length} ` +
    'sessions, in which it is the same, are the baseline'
  const kept = { ...values, baselines: sessions.slice(0, change) }
  return { values: kept, older: [], warnings: [{ code: 'baseline-step', message }], finds }
}

/** What a candidate is compared with: exactly with the newest sessions that agree, or with those since the last step. */
export function comparedBaseline(
  row: RowInput,
  policy: Policy,
  grade: Grade,
): ComparedBaseline & { prior: SessionPrior } {
  const sessions = present(row.values.baselines).length
  const prior = storedPrior(policy, grade, { sessions, nights: row.nights })
  return { prior, ...(exactBaseline(row) ?? sinceStep(row.values, prior)) }
}
