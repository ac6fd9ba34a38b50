// Compares a command with itself. This shows the smallest change that the tests can see in this machine's noise, and
// how often they are wrong.
import {
  type Calibration,
  type FalseAlarms,
  InputError,
  type Policy,
  type Row,
  type RowNoise,
  type Sample,
  type Session,
} from '../model/index.ts'
import { buildSpread, byBuild } from '../stats/describe/build-spread.ts'
import { pooledSd } from '../stats/describe/spread.ts'
import { median, runSummary } from '../stats/describe/summary.ts'
import { roundCoin } from '../stats/distributions/round-coins.ts'
import { seededUniform } from '../stats/distributions/seeded-uniform.ts'
import { wilsonInterval } from '../stats/inference/proportions.ts'
import { isClocked } from '../units.ts'
import { compareSessions } from './compare-sessions.ts'
import { interleavedRequest } from './comparison-request.ts'
import { roundingOf } from './estimate/clock-step.ts'
import { logScale, runsToFind } from './estimate/sensitivity.ts'
import { buildsOf } from './sides/builds.ts'
import { rowSettings } from './sides/row-settings.ts'

const RESAMPLES = 400
const BANDS = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2]
const MOST_RUNS = 20

/**
 * The number of independent comparisons that so many runs are worth, from which all are dealt. Simulated with 10, 20, 40 and
 * 100 runs, the share varies between sessions as that of 14, 47, 86 and 196 independent ones does.
 */
const independent = (runs: number) => 2 * runs

/** Where no row varies there is no comparison, and so no alarm: the interval shows how little that means. */
function falseAlarms(alarms: number, comparisons: number, runs: number): FalseAlarms {
  const share = comparisons === 0 ? 0 : alarms / comparisons
  const worth = Math.min(comparisons, independent(runs))
  return {
    alarms,
    comparisons,
    share,
    interval: wilsonInterval(share * worth, worth, 0.95),
  }
}

/** Adds the effects that these rows say they could have found to those of each row before; both are in the order of the samples. */
export function addDetectables(found: number[][], rows: Row[]): void {
  for (const [i, { detectable }] of rows.entries()) if (detectable !== null) found[i]?.push(detectable)
}

/** `detectables` are the effects that the comparisons of this row say they could have found. */
function rowNoise(
  sample: Sample,
  { perSide, policy }: { perSide: number; policy: Policy },
  detectables: number[],
): RowNoise {
  const { band, summary } = rowSettings(policy, sample.name, sample.metric)
  const values = sample.runs.map(run => runSummary(run, summary))
  const names = { benchmark: sample.name, metric: sample.metric }
  if (values.includes(0))
    return { ...names, runSd: null, detectable: null, runsForBand: null, suggestedBand: null }
  // The mean of equal logs need not be exactly one of them.
  const sd = values.every(value => value === values[0]) ? 0 : pooledSd([values.map(Math.log)])
  const { alpha } = policy
  // No number of runs sees what rounding hides.
  const hidden = isClocked(sample.unit) ? roundingOf(values) : 0
  const detectable = Math.max(logScale.off(hidden), detectables.length === 0 ? 0 : median(detectables))
  const footing = { runs: perSide, df: 2 * perSide - 2 }
  const runsFor = (effect: number) =>
    hidden > logScale.on(effect)
      ? null
      : runsToFind(footing, { detectable: logScale.on(detectable), effect: logScale.on(effect), alpha })
  const affordable = (effect: number) => (runsFor(effect) ?? Number.POSITIVE_INFINITY) <= MOST_RUNS
  return {
    ...names,
    runSd: sd,
    detectable,
    runsForBand: runsFor(band),
    suggestedBand: BANDS.find(affordable) ?? null,
  }
}

/** What the builds of the session say of one row; null where they are too few, or a value has no logarithm. */
function placementOf({ name, metric, runs }: Sample, builds: number, policy: Policy): RowNoise['placement'] {
  const { summary } = rowSettings(policy, name, metric)
  return buildSpread([{ runs: runs.map(run => runSummary(run, summary)), builds }])
}

/** The sample with one entry for each build, which holds the measurements of all of its runs. */
const perBuildSample = (sample: Sample, builds: number): Sample =>
  sample.runs.length <= builds
    ? sample
    : { ...sample, runs: byBuild(sample.runs, builds).map(runs => runs.flat()) }

/** Deals neighbouring runs out to two sides at random, as an interleaved session would have measured them. */
function dealt(session: Session, perSide: number, random: () => number): [Session, Session] {
  const pairs = Math.floor((session.benchmarks[0]?.runs.length ?? 0) / 2)
  const first = Math.floor(random() * (pairs - perSide + 1))
  const tossed = Array.from({ length: perSide }, () => random() < 0.5)
  const flips = tossed.map((_, round) => Number(!roundCoin(i => tossed[i] as boolean, round)))
  const side = (which: number): Session => ({
    ...session,
    order: flips.map((flip, i) => 2 * i + (flip ^ which)),
    benchmarks: session.benchmarks.map(sample => ({
      ...sample,
      runs: flips.map((flip, i) => sample.runs[2 * (first + i) + (flip ^ which)] as number[]),
    })),
  })
  return [side(0), side(1)]
}

/** A row that gates is not comparable here only if a time in it is 0, or if the work was optimised away in some runs. */
function assertComparable(rows: Row[]): void {
  const found = rows.find(row => row.gates && row.verdict === 'not-comparable')
  if (found) throw new InputError(`calibrate: ${found.reason}`)
}

/** Runs that make a side: half of them, at most ten. */
export const perSideOf = ({ benchmarks }: Session): number =>
  Math.min(10, Math.floor((benchmarks[0]?.runs.length ?? 0) / 2))

/**
 * Calibrates from one session, half of whose runs (at most ten) make a side. The interval allows for comparisons that are
 * dealt from the same runs. Throws an InputError for a zero among times that gate.
 */
export function calibrate(measured: Session, policy: Policy): Omit<Calibration, 'designs'> {
  const builds = buildsOf(measured)
  // Runs of one build share the place of its code, so builds are what varies.
  const session =
    builds === null
      ? measured
      : { ...measured, benchmarks: measured.benchmarks.map(sample => perBuildSample(sample, builds)) }
  const runs = session.benchmarks[0]?.runs.length ?? 0
  const perSide = perSideOf(session)
  const random = seededUniform(20261120)
  let [rows, alarms, families] = [0, 0, 0]
  const detectables = session.benchmarks.map((): number[] => [])
  for (let i = 0; i < RESAMPLES; i++) {
    const [baseline, candidate] = dealt(session, perSide, random)
    const compared = compareSessions(interleavedRequest([baseline], [candidate], policy))
    assertComparable(compared.rows)
    addDetectables(detectables, compared.rows)
    const tested = compared.rows.filter(row => row.gates && row.p !== null)
    rows += tested.length
    alarms += tested.filter(row => (row.p as number) < policy.alpha).length
    if (tested.some(row => row.verdict === 'regression' || row.verdict === 'improvement')) families++
  }
  return {
    runs,
    perSide,
    alpha: policy.alpha,
    rows: session.benchmarks.map((sample, i) => ({
      ...rowNoise(sample, { perSide, policy }, detectables[i] as number[]),
      ...(builds !== null && { placement: placementOf(measured.benchmarks[i] as Sample, builds, policy) }),
    })),
    row: falseAlarms(alarms, rows, runs),
    family: falseAlarms(families, RESAMPLES, runs),
    warnings: session.warnings,
  }
}
