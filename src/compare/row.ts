// The parts of a row that do not depend on any test.
import type { Row } from '../model.ts'
import { median } from '../stats/median.ts'
import { runSummary } from '../stats/run-summary.ts'
import type { Pair } from './pair-up.ts'

/** One number per run, in run order: of each stored session, and of the candidate. */
export type Values = { sessions: number[][]; candidate: number[] }

/** Reduces each run of a pair's samples to one number, however many measurements it holds. */
export function sideValues({ baselines, candidate, settings }: Pair): Values {
  const summarise = (run: number[]) => runSummary(run, settings.summary)
  return {
    sessions: baselines.map(sample => sample.runs.map(summarise)),
    candidate: candidate?.runs.map(summarise) ?? [],
  }
}

const medianOrNull = (values: number[]) => (values.length === 0 ? null : median(values))

/** A row with everything but a verdict and what a test yields. */
export function emptyRow(pair: Pair, values: Values): Row {
  const baseline = values.sessions.flat()
  return {
    benchmark: pair.entry.name,
    metric: pair.entry.metric,
    unit: pair.entry.unit,
    better: pair.entry.better,
    gates: pair.gates,
    fails: false,
    verdict: 'inconclusive',
    reason: null,
    baseline: medianOrNull(baseline),
    candidate: medianOrNull(values.candidate),
    ratio: null,
    interval: null,
    p: null,
    adjustedP: null,
    detectable: null,
    runsNeeded: null,
    runs: { baseline: baseline.length, candidate: values.candidate.length },
    values: { baseline, candidate: values.candidate },
    warnings: pair.settings.configured ? [{ code: 'configured', message: pair.settings.configured }] : [],
  }
}
