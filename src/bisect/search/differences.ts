// From the sessions of both sides of a job to the runs of a visit, for one benchmark and metric.
import type { Sample, Session } from '../../model/index.ts'
import { runSummary } from '../../stats/describe/summary.ts'
import type { VisitRuns } from './commit-levels.ts'

/** Which numbers are compared. `summary` makes one number of a run, as in `runSummary`. */
export type MeasuredMetric = { benchmark: string; metric: string; summary: string }

const sampleOf = ({ benchmarks }: Session, { benchmark, metric }: MeasuredMetric): Sample | undefined =>
  benchmarks.find(each => each.name === benchmark && each.metric === metric)

/** The logarithms of the runs of each round in which both sides have a number; null where a side has none, or one of 0. */
export function visitRuns(
  { baseline, candidate }: { baseline: Session; candidate: Session },
  wanted: MeasuredMetric,
): VisitRuns | null {
  const [before, after] = [sampleOf(baseline, wanted), sampleOf(candidate, wanted)]
  if (!before || !after) return null
  const rounds = Math.min(before.runs.length, after.runs.length)
  const logs = (runs: number[][]) =>
    runs.slice(0, rounds).map(run => Math.log(runSummary(run, wanted.summary)))
  const runs = { old: logs(before.runs), now: logs(after.runs) }
  return [...runs.old, ...runs.now].every(Number.isFinite) ? runs : null
}
