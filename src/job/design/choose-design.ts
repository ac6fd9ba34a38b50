// Chooses how `ab` measures where nobody did: both versions interleaved, or at the same time, each on a core of its own (a duet).
// It goes by the machine, and by warm-up runs. No run that counts has been made yet, so the comparison's own data have no say.

import { MeasureError } from '../../measure/runs/errors.ts'
import { measuredRounds, warmupRounds } from '../../measure/runs/schedule.ts'
import { ENOUGH_RUNS, InputError, type Warning } from '../../model/index.ts'
import { threadsInTurn } from '../doubts/threads-in-turn.ts'
import { makeRounds, type ProgressListeners } from '../make-runs.ts'
import type { MeasureRequest } from '../request/request.ts'
import { sidesWithCommand } from '../request/request.ts'
import { type Job, startJob } from '../start.ts'
import { type Trigger, tookBeside, triedRuns, whyInTurns } from './judge-trial.ts'

type Choice = { job: Job; why: string }

const NAMES = {
  duet: 'both versions at the same time, each on a core of its own',
  interleaved: 'both versions interleaved',
}
const OTHERWISE = {
  duet: '--duet false measures them interleaved',
  interleaved: '--duet measures them at the same time',
}

/** The job with the reason for its design, which is said and stands in its documents. */
function withReason({ job, why }: Choice, onLine: ProgressListeners['onLine']): Job {
  const design = job.request.duet ? 'duet' : 'interleaved'
  onLine(`design: ${NAMES[design]}: ${why}; ${OTHERWISE[design]}`)
  return { ...job, settings: { ...job.settings, chosenBecause: `${why}; ${OTHERWISE[design]}` } }
}

/** What makes a duet worth a try on this machine; null on a quiet one, which gains nothing by it. */
function whyTried({ testbed }: Job, disturbed: Warning[]): Trigger | null {
  if (disturbed.length > 0) return 'busy'
  return testbed.facts.virtual === 'yes' ? 'virtual' : null
}

/** What speaks against a duet without any run; null for nothing. */
function excluded({ prepare, ofBase, cache, layouts, calledLayouts }: MeasureRequest): string | null {
  if (prepare !== '' || (ofBase?.prepare ?? '') !== '')
    return 'what prepare does for one version may undo what it did for the other'
  if (cache === 'cold') return 'one version would bring files into the cache that the other is to read'
  return layouts.length + calledLayouts.length > 0
    ? 'the builds of several layouts are measured in turns'
    : null
}

async function duetJob({ request }: Job, looks: number[], signal: AbortSignal): Promise<Job | string> {
  try {
    return excluded(request) ?? (await startJob({ ...request, duet: true, looks }, signal))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return /^duet[^:]*: ([^;]*)/.exec(error.message)?.[1] ?? error.message
  }
}

/**
 * Makes the warm-up runs of a duet, and those beside each other. Returns why the versions must be measured in turns, or null.
 * Throws as `measureTo`, but not where they fail only beside each other.
 */
async function tryDuet(job: Job, trigger: Trigger, { onRun }: ProgressListeners): Promise<string | null> {
  const { request, schedule, record } = job
  const { warmupRuns, benchmarks: names, looks } = request
  const rounds = warmupRounds(schedule, warmupRuns + 2, names)
  const [beside = []] = rounds.splice(-1)
  const counted = { planned: looks[0] as number, names, onRun }
  const runs = (to: number) => measuredRounds(schedule, 0, to, names).flat().length
  const [alone, pair] = [rounds.flat().length, beside.length]
  const [first, last] = [Math.min(...looks), Math.max(...looks)].map(runs) as [number, number]
  const total = alone + pair + first
  const enough = alone + runs(Math.min(ENOUGH_RUNS, ...looks))
  const counts = { total, most: alone + pair + last, enough }
  await makeRounds(job, { rounds, ...counts }, counted)
  if (threadsInTurn(job).length > 0)
    return 'the command has threads, and each version would have one core for them'
  try {
    const together = [beside.map(planned => ({ ...planned, beside: true as const }))]
    await makeRounds(job, { rounds: together, after: alone, ...counts }, counted)
  } catch (error) {
    if (!(error instanceof MeasureError)) throw error
    return `beside the other version the ${error.side} failed`
  }
  return whyInTurns(triedRuns(record), trigger)
}

/** `job` after the warm-up runs of `trial`, which are not made again. */
const afterTrial = (job: Job, { record }: Job): Job => ({
  ...job,
  record: { ...record, clock: null, confirmed: null, solo: [], beside: [], housekeeping: [] },
})

async function choose(
  job: Job,
  disturbed: Warning[],
  { signal, ...told }: { signal: AbortSignal } & ProgressListeners,
): Promise<Choice> {
  const trigger = whyTried(job, disturbed)
  if (trigger === null) return { job, why: 'the machine is quiet' }
  const here = `the machine is ${trigger}`
  const trial = await duetJob(job, job.request.duetLooks ?? [], signal)
  if (typeof trial === 'string') return { job, why: `${here}, and no duet can be made: ${trial}` }
  const inTurns = await tryDuet(trial, trigger, told)
  return inTurns === null
    ? { job: trial, why: `${here}, and ${tookBeside(triedRuns(trial.record))}` }
    : { job: afterTrial(job, trial), why: inTurns }
}

/**
 * The job to measure in place of `job`, which has made no run yet: itself where its design is set. `disturbed`: what a look at the
 * machine found. One line says what was chosen, why, and the flag that overrules it. Throws as `measureTo`.
 */
export async function chooseDesign(
  job: Job,
  disturbed: Warning[],
  told: { signal: AbortSignal } & ProgressListeners,
): Promise<Job> {
  const { request } = job
  // In a duet of services times of requests count for nothing, which only their user can want.
  const isFixed = request.duetLooks === undefined || request.service !== null
  if (isFixed || request.unmeasured || sidesWithCommand(request).length < 2) return job
  return withReason(await choose(job, disturbed, told), told.onLine)
}
