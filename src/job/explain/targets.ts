// What a job explains: the benchmarks that changed, and their runs as they were measured.
import { fixedTimeRatio } from '../../explain/counted.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import type { Policy, Row, RunEvidence } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { isTime } from '../../units.ts'
import { type Compared, openBenchmarks } from '../measure-with-looks.ts'
import type { MeasureRequest } from '../request/request.ts'
import type { Job } from '../start.ts'

/** More benchmarks would each get too little of the time. */
const MOST_EXPLAINED = 5

/** What is explained: one benchmark of a template, or the whole command, and the row that changed. */
export type Target = { benchmark: string | null; names: MeasureRequest['benchmarks']; row: Row | null }

const changeOf = ({ ratio }: Row) => Math.abs(Math.log(ratio ?? 1))

function changedRows({ comparison: { rows } }: Compared, when: 'regressions' | 'asked'): Row[] {
  const verdicts = when === 'regressions' ? ['regression'] : ['regression', 'improvement']
  return rows
    .filter(({ verdict, gates }) => verdicts.includes(verdict) && (gates || when === 'asked'))
    .sort((one, other) => changeOf(other) - changeOf(one))
}

export function targetsOf(job: Job, compared: Compared, policy: Policy): Target[] {
  const { benchmarks, explain } = job.request
  if (explain === null) return []
  const rows = changedRows(compared, explain.when)
  if (rows.length === 0 && explain.when === 'regressions') return []
  if (benchmarks.candidate.length === 0)
    return [{ benchmark: null, names: benchmarks, row: rows.length === 1 ? (rows[0] ?? null) : null }]
  const shown = rows.length > 0 ? rows : compared.comparison.rows
  const targets = shown.map(row => {
    const names = openBenchmarks(job, [row], policy)
    return { benchmark: names.candidate[0] ?? null, names, row: rows.length > 0 ? row : null }
  })
  const known = targets.filter(({ benchmark, names }) => benchmark !== null && names.baseline.length > 0)
  return [...new Map(known.reverse().map(target => [target.benchmark, target])).values()]
    .reverse()
    .slice(0, MOST_EXPLAINED)
}

/** The processes of a target, side by side, as they were measured. */
export function evidenceOf({ record }: Job, { names }: Target): Record<Side, RunEvidence[]> {
  const of = (own: Side) =>
    record.runs.flatMap(({ planned: { side, benchmark }, evidence }) =>
      side === own && (benchmark === undefined || names[own].includes(benchmark)) ? evidence.slice(-1) : [],
    )
  return { baseline: of('baseline'), candidate: of('candidate') }
}

/** The requests of a run of a service in the middle; null without a service, or where its load does not count them. */
function requestsOf({ record }: Job, side: Side): number | null {
  const counts = record.runs.flatMap(({ planned, parsed: { requests } }) =>
    planned.side === side && requests !== undefined ? [requests] : [],
  )
  return counts.length === 0 ? null : median(counts)
}

/** Whether the load of the job's service says how many requests there were. */
export const countsRequests = (job: Job): boolean => requestsOf(job, 'candidate') !== null

/** How many times as long the candidate needs where its runs take a fixed time; null where they do the same work. */
export function perOperationOf(
  job: Job,
  { row }: Target,
  evidence: Record<Side, RunEvidence[]>,
): number | null {
  const [before, after] = [requestsOf(job, 'baseline'), requestsOf(job, 'candidate')]
  // What is counted in a run is that of all of its requests.
  if (before && after) return before / after
  if (row?.ratio == null || (!isTime(row.unit) && row.better !== 'higher')) return null
  const slower = row.better === 'higher' ? 1 / row.ratio : row.ratio
  return fixedTimeRatio(evidence, slower, job.record.parsers.candidate?.name)
}
