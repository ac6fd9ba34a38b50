// The parts of a row that do not depend on any test.
import type { Row, Sample } from '../model/index.ts'
import { median, runSummary } from '../stats/describe/summary.ts'
import type { Pair } from './sides/pair-up.ts'

/** One number per run, in run order, for each session of either side; null where a session has no such entry. */
export type Values = { baselines: (number[] | null)[]; candidates: (number[] | null)[] }

/** Reduces each run of a pair's samples to one number, however many measurements it holds. */
export function sideValues({ baselines, candidates, settings }: Pair): Values {
  const summarise = (sample: Sample | null) =>
    sample?.runs.map(run => runSummary(run, settings.summary)) ?? null
  return { baselines: baselines.map(summarise), candidates: candidates.map(summarise) }
}

/** The sessions that have the entry. */
export function present(sessions: (number[] | null)[]): number[][] {
  return sessions.filter(session => session !== null)
}

const medianOrNull = (values: number[]) => (values.length === 0 ? null : median(values))

/** A row with everything but a verdict and what a test yields. */
export function emptyRow(pair: Pair, values: Values): Row {
  const baseline = present(values.baselines).flat()
  const candidate = present(values.candidates).flat()
  return {
    benchmark: pair.entry.name,
    metric: pair.entry.metric,
    unit: pair.entry.unit,
    better: pair.entry.better,
    gates: pair.gates,
    fails: false,
    band: pair.settings.band,
    verdict: 'inconclusive',
    reason: null,
    baseline: medianOrNull(baseline),
    candidate: medianOrNull(candidate),
    ratio: null,
    interval: null,
    p: null,
    adjustedP: null,
    detectable: null,
    runsNeeded: null,
    runs: { baseline: baseline.length, candidate: candidate.length },
    values: { baseline, candidate },
    warnings: [
      ...(pair.settings.configured ? [{ code: 'configured', message: pair.settings.configured }] : []),
      ...pair.warnings,
    ],
  }
}
