// From the sessions of both sides of a job to the differences of its rounds, for one benchmark and metric.
import type { Sample, Session } from '../model/index.ts'
import { runSummary } from '../stats/describe/summary.ts'

/** Which numbers are compared. `summary` makes one number of a run, as in `runSummary`. */
export type MeasuredMetric = { benchmark: string; metric: string; summary: string }

const sampleOf = ({ benchmarks }: Session, { benchmark, metric }: MeasuredMetric): Sample | undefined =>
  benchmarks.find(each => each.name === benchmark && each.metric === metric)

/**
 * The logarithm of candidate / baseline of each round in which both have a number; null where a side has none at all, or one that
 * is not above zero, which has no logarithm.
 */
export function roundDifferences(
  { baseline, candidate }: { baseline: Session; candidate: Session },
  wanted: MeasuredMetric,
): number[] | null {
  const [before, after] = [sampleOf(baseline, wanted), sampleOf(candidate, wanted)]
  if (!before || !after) return null
  const rounds = Math.min(before.runs.length, after.runs.length)
  const logs = (runs: number[][]) =>
    runs.slice(0, rounds).map(run => Math.log(runSummary(run, wanted.summary)))
  const old = logs(before.runs)
  const differences = logs(after.runs).map((log, i) => log - (old[i] as number))
  return differences.every(Number.isFinite) ? differences : null
}
