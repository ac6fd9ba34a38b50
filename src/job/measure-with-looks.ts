// Measures one side, or both interleaved, with looks at them on the way. The command line and the action share it.
import { compareSessions } from '../compare/compare-sessions.ts'
import { interleavedRequest } from '../compare/comparison-request.ts'
import { isInVain, openRows } from '../compare/looks.ts'
import { type BenchmarkNames, measuredRounds } from '../measure/runs/schedule.ts'
import type { Comparison, Policy, Row, Session, Warning } from '../model/index.ts'
import { type BothSessions, calledRows, rowsForBuilds, withCalledLayouts } from './builds/called-layouts.ts'
import { comparedCode, type FunctionClasses, NOT_COMPARED } from './builds/machine-code.ts'
import { measureTo, type ProgressListeners } from './make-runs.ts'
import { lookLine } from './progress/look-line.ts'
import type { MeasureRequest } from './request/request.ts'
import { sessionOf } from './session.ts'
import type { Job } from './start.ts'

export type Compared = {
  comparison: Comparison
  baseline: Session
  candidate: Session
  /** Of the functions of the programs; absent where they were not compared. */
  classes?: FunctionClasses
}

/** Measures one command: a session of its own. It has no runs where the request says why nothing is measured. */
export async function measureOne(job: Job, told: ProgressListeners): Promise<Session> {
  const { looks, unmeasured } = job.request
  if (!unmeasured) await measureTo(job, Math.max(...looks), told)
  return sessionOf(job, 'candidate')
}

function inVain(compared: Compared, runs: number, maxRuns: number): Compared {
  const message =
    `stopped after ${runs} of ${maxRuns} runs per side: no undecided row shows a sign of a change, and detecting one of ` +
    "the band's size would take hundreds of runs per side; make the machine quieter or each run longer, or accept a wider band"
  const warnings = [...compared.comparison.warnings, { code: 'stopped-in-vain', message }]
  return { ...compared, comparison: { ...compared.comparison, warnings } }
}

/** The warnings of measuring, which a comparison that is made again of the same sessions does not have. */
export const warningsOfMeasuring = ({ warnings }: Pick<Comparison, 'warnings'>): Warning[] =>
  warnings.filter(({ code }) => code === 'stopped-in-vain')

function lookAt(job: Job, policy: Policy): Compared {
  return comparedSessions(
    { baseline: sessionOf(job, 'baseline'), candidate: sessionOf(job, 'candidate') },
    policy,
  )
}

function comparedSessions({ baseline, candidate }: BothSessions, policy: Policy): Compared {
  const comparison = compareSessions(interleavedRequest([baseline], [candidate], policy))
  return { comparison, baseline, candidate }
}

/** The names of the rows, and those that the baseline has for them. */
function namesOf(rows: Row[], { renamed }: Policy): Set<string> {
  const names = new Set(rows.map(({ benchmark }) => benchmark))
  const before = renamed.filter(({ to }) => names.has(to)).map(({ from }) => from)
  return new Set([...names, ...before])
}

/**
 * The benchmarks of each side that have an open row: where each has a process of its own, decided ones are left out. None
 * where the command is no template.
 */
export function openBenchmarks(job: Job, open: Row[], policy: Policy): MeasureRequest['benchmarks'] {
  const names = namesOf(open, policy)
  const printed = job.record.runs.flatMap(({ planned, parsed }) =>
    parsed.samples.some(({ name }) => names.has(name)) ? [planned.benchmark] : [],
  )
  const isOpen = (name: string) => names.has(name) || printed.includes(name)
  const { baseline, candidate } = job.request.benchmarks
  return { baseline: baseline.filter(isOpen), candidate: candidate.filter(isOpen) }
}

function tellLook(
  job: Job,
  { comparison }: Compared,
  names: BenchmarkNames,
  { onLine }: ProgressListeners,
): void {
  const { record, request, schedule } = job
  if (request.looks.length < 2) return
  const runs = record.rounds.length
  const perProcess = (performance.now() - record.begun) / Math.max(1, record.made)
  const msPerRun = perProcess * measuredRounds(schedule, 0, 1, names).flat().length
  const later = request.looks.find(planned => planned > runs)
  const next =
    later === undefined || record.stopped !== null ? null : { runs: later, last: Math.max(...request.looks) }
  onLine(lookLine(comparison, openRows(comparison), { runs, msPerRun, next }))
}

/**
 * Measures both sides interleaved and compares them at each planned look. The next one follows only where a gating row is undecided
 * or has runs far from the others, and only when it can help. Where the request says why nothing is measured, the comparison says
 * so. A row that was called, or whose change placement may hide, gets the builds that the request has for it, and the functions of
 * both sides are compared.
 */
export async function measureBoth(job: Job, policy: Policy, told: ProgressListeners): Promise<Compared> {
  const compared = await measureLooks(job, policy, told)
  const isOfBuilds = job.request.calledLayouts.length > 0
  const called = (isOfBuilds ? rowsForBuilds : calledRows)(compared.comparison.rows)
  if (called.length === 0) return compared
  const names = openBenchmarks(job, called, policy)
  const measured = isOfBuilds ? await withCalledLayouts(job, compared, { called, names, told }) : compared
  const isCalled = calledRows(compared.comparison.rows).length > 0
  const { programs: machineCode, classes } = isCalled ? await comparedCode(job, told) : NOT_COMPARED
  if (!isOfBuilds && machineCode.length === 0) return compared
  const candidate = { ...measured.candidate, ...(machineCode.length > 0 && { machineCode }) }
  const sessions = { baseline: measured.baseline, candidate }
  const { comparison } = comparedSessions(sessions, policy)
  const warnings = [...comparison.warnings, ...warningsOfMeasuring(compared.comparison)]
  return { comparison: { ...comparison, warnings }, ...sessions, classes }
}

async function measureLooks(job: Job, policy: Policy, told: ProgressListeners): Promise<Compared> {
  const { looks, unmeasured, benchmarks } = job.request
  if (unmeasured) return lookAt(job, policy)
  const last = Math.max(...looks)
  let names = benchmarks
  for (const runs of looks) {
    await measureTo(job, runs, told, names)
    const compared = lookAt(job, policy)
    const open = openRows(compared.comparison)
    names = openBenchmarks(job, open, policy)
    tellLook(job, compared, names, told)
    if (runs === last || open.length === 0 || job.record.stopped !== null) return compared
    // No number of runs makes times of processes stand for what nothing read.
    if (compared.comparison.reason === 'output-not-recognised') return compared
    if (isInVain(open, last)) return inVain(compared, runs, last)
  }
  throw new Error('no look was planned')
}
