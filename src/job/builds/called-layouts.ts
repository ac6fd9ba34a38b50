// The second stage: a row that was called with one build a side gets builds of its own before the check fails, and its
// verdict is that of these builds. It can only be called where they call it, so nothing is spent for the first stage.
import { isWithheld } from '../../compare/verdict/one-build.ts'
import { OutOfTime } from '../../measure/runs/errors.ts'
import type { Row, Sample, Session } from '../../model/index.ts'
import { measureTo, type ProgressListeners } from '../make-runs.ts'
import type { MeasureRequest } from '../request/request.ts'
import { sessionOf } from '../session.ts'
import { type Job, startJob } from '../start.ts'

export type BothSessions = { baseline: Session; candidate: Session }

/** The rows that one build a side calls: the cause may be the place of the code. */
export const calledRows = (rows: Row[]): Row[] =>
  rows.filter(row => row.gates && (row.verdict === 'regression' || row.verdict === 'improvement'))

/** Those, and the rows in which the place of the code is known to hide what builds would show. */
export const rowsForBuilds = (rows: Row[]): Row[] => [
  ...calledRows(rows),
  ...rows.filter(row => row.gates && isWithheld(row)),
]

function buildsLine(rows: Row[], builds: number): string {
  const named = (wanted: boolean) =>
    [...new Set(rows.flatMap(row => (isWithheld(row) === wanted ? [row.benchmark] : [])))].join(', ')
  const [called, withheld] = [named(false), named(true)]
  const why = [
    ...(called === '' ? [] : [`called with one build a side: ${called}`]),
    ...(withheld === '' ? [] : [`moved by placement more than the band: ${withheld}`]),
  ]
  return `${why.join('; ')}; ${builds} builds a side tell whether it is the code`
}

/** The sample of several builds, with what its session knows of their runs, and what one build had said. */
function placed(sample: Sample, { plan, order }: Session, oneBuild: number | null): Sample {
  const own = order?.slice(0, sample.runs.length) ?? []
  return { ...sample, placed: { layouts: plan?.layouts ?? [], order: own, oneBuild } }
}

/** The session of the first stage with the samples of the second in place of its own. `ratios`: of one build, by benchmark. */
function replaced(first: Session, second: Session, ratios: Map<string, number | null>): Session {
  const found = (sample: Sample) =>
    second.benchmarks.find(({ name, metric }) => name === sample.name && metric === sample.metric)
  const benchmarks = first.benchmarks.map(sample => {
    const ratio = ratios.get(sample.name)
    const builds = ratio === undefined ? undefined : found(sample)
    return builds === undefined ? sample : placed(builds, second, ratio ?? null)
  })
  const known = new Set(first.warnings.map(({ code }) => code))
  const warnings = [...first.warnings, ...second.warnings.filter(({ code }) => !known.has(code))]
  return { ...first, benchmarks, warnings }
}

/** The request of the second stage; null where its time is up. */
function secondStage({ request, record }: Job, names: MeasureRequest['benchmarks']): MeasureRequest | null {
  const left = request.maxTimeMs === 0 ? 0 : request.maxTimeMs - (performance.now() - record.begun)
  if (left < 0) return null
  const layouts = request.calledLayouts
  const looks = [layouts.length]
  return { ...request, layouts, calledLayouts: [], benchmarks: names, looks, maxTimeMs: left }
}

function timeIsUp(session: Session): Session {
  const message = 'no time was left for the builds that rule placement out (max-time)'
  return { ...session, warnings: [...session.warnings, { code: 'placement-not-measured', message }] }
}

/**
 * Both sessions with new runs, of many builds, in place of those of `names`, the benchmarks that each side has for `called`. Where no
 * time is left, a warning says so. Throws as `measureTo`.
 */
export async function withCalledLayouts(
  job: Job,
  sessions: BothSessions,
  { called, names, told }: { called: Row[]; names: MeasureRequest['benchmarks']; told: ProgressListeners },
): Promise<BothSessions> {
  const request = secondStage(job, names)
  const { baseline, candidate } = sessions
  if (request === null) return { baseline, candidate: timeIsUp(candidate) }
  told.onLine(buildsLine(called, request.layouts.length))
  const second = await startJob(request, job.measuring.signal)
  try {
    await measureTo(second, request.layouts.length, told)
  } catch (error) {
    if (!(error instanceof OutOfTime) || error.limit !== 'max-time') throw error
    return { baseline, candidate: timeIsUp(candidate) }
  } finally {
    job.record.linked.push(...second.record.linked)
  }
  const ratios = new Map(called.map(row => [row.benchmark, isWithheld(row) ? null : row.ratio]))
  return {
    baseline: replaced(baseline, sessionOf(second, 'baseline'), ratios),
    candidate: replaced(candidate, sessionOf(second, 'candidate'), ratios),
  }
}
