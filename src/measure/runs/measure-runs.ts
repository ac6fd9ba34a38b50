// Makes the runs of a schedule one after the other, or those of a duet in pairs, each as fresh processes, and yields
// each as soon as it has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessFigures, RunEvidence } from '../../model/index.ts'
import type { CourseOfUse } from '../process/run-process.ts'
import { type Gate, openGates } from '../process/start-together.ts'
import { countsOf, perOperation } from './delta.ts'
import { Interrupted } from './errors.ts'
import { withRepeat } from './repeat-run.ts'
import { findResults, pathsOf, type RunOutput } from './results-files.ts'
import { type PlannedRun, runName, togetherOf } from './schedule.ts'
import {
  commandOf,
  type DuetPlace,
  type Measuring,
  makeRoom,
  type RunLog,
  startsOf,
} from './start-command.ts'

export type Run = {
  planned: PlannedRun
  /** One entry per process, in execution order. */
  evidence: RunEvidence[]
  /** The standard output, or the results files. */
  outputs: RunOutput[]
  /** What it printed, whether that is its output or not; '' for a difference of processes. */
  stdout: string
  /** The end of the standard error. */
  stderr: string
  /** The difference of two processes with n and 2n. */
  perOperation: ProcessFigures | null
  /** The port of its service; null without one. */
  port: number | null
  /** That of its service; empty without one. */
  course: CourseOfUse
}

/** What a difference of processes leaves empty. */
const ONLY_PROCESSES = { outputs: [], stdout: '', stderr: '', perOperation: null, port: null, course: [] }

async function makeRun(planned: PlannedRun, measuring: Measuring, log: RunLog, gate?: Gate): Promise<Run> {
  const { cwd, results, delta } = commandOf(measuring, planned.side)
  if (results) makeRoom(results, planned, measuring, log.resultsFiles)
  const start = startsOf(planned, measuring, { gate, log })
  const processWith = async (n: number | null) => {
    await measuring.prepare(planned, cwd)
    const done = await start(n)
    if (done.left !== null) log.left.push(done.left)
    return done
  }
  const counted = async (n: number) => ({ ...(await processWith(n)).evidence, n })
  const [first, second] = countsOf(delta, planned)
  if (first !== undefined && second !== undefined) {
    const evidence = [await counted(first), await counted(second)] as const
    const made = { ...ONLY_PROCESSES, planned, evidence: [...evidence] }
    if (planned.kind === 'warmup') return made
    const [small, large] = first < second ? evidence : ([evidence[1], evidence[0]] as const)
    return { ...made, perOperation: perOperation(small, large, delta, planned) }
  }
  try {
    const { evidence, stdout, stderr, port = null, course = [] } = await processWith(null)
    const outputs = results
      ? findResults(results, cwd, planned.side)
      : [{ source: 'the standard output', text: stdout }]
    return { planned, evidence: [evidence], outputs, stdout, stderr, perOperation: null, port, course }
  } finally {
    // Also those of a run that failed: it may be made once more.
    if (results) for (const path of pathsOf(results, cwd)) log.resultsFiles.add(path)
  }
}

/**
 * Makes the runs of a duet at the same time, once both are prepared, on a core each, or around services that share theirs. If one
 * throws, throws its error after both have ended. A load is then cut short; a command is not, since it may leave what the next run
 * stumbles over.
 */
async function makePair(
  plannedRuns: PlannedRun[],
  measuring: Measuring,
  places: DuetPlace[],
  log: RunLog,
): Promise<Run[]> {
  for (const planned of plannedRuns) await measuring.prepare(planned, commandOf(measuring, planned.side).cwd)
  const failing = new AbortController()
  const signal = AbortSignal.any([measuring.signal, failing.signal])
  const prepared = { ...measuring, signal, prepare: async () => {} }
  const gates = openGates(plannedRuns.length)
  const made = await Promise.allSettled(
    // A run that fails before it gets there must not hold the other one up.
    plannedRuns.map((planned, i) =>
      makeRun(planned, { ...prepared, ...places[i] }, log, gates[i])
        .catch(error => {
          if (measuring.serve !== undefined) failing.abort()
          throw error
        })
        .finally(() => gates[i]?.arrive()),
    ),
  )
  const errors = made.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.length > 0) throw errors.find(error => !(error instanceof Interrupted)) ?? errors[0]
  return made.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
}

async function makeTogether(plannedRuns: PlannedRun[], measuring: Measuring, log: RunLog): Promise<Run[]> {
  const [only, ...others] = plannedRuns as [PlannedRun]
  const { duet } = measuring
  if (duet === undefined) return [await makeRun(only, measuring, log)]
  if (others.length > 0) return makePair(plannedRuns, measuring, duet, log)
  return [await makeRun(only, { ...measuring, ...duet[0] }, log)]
}

async function coolDown(milliseconds: number, signal: AbortSignal, planned: PlannedRun): Promise<void> {
  if (milliseconds === 0) return
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new Interrupted(`stopped before ${runName(planned)}`)
  })
}

/**
 * Makes `plannedRuns` in order, with a pause before each, one that the machine disturbed once more, and adds to `log`. Throws
 * MeasureError when a run fails or leaves no results that can be read, Interrupted, and InputError for a results pattern that
 * matches other files. No process of a run stays behind.
 */
export async function* measureRuns(
  plannedRuns: PlannedRun[],
  measuring: Measuring,
  log: RunLog,
): AsyncGenerator<Run> {
  for (const together of togetherOf(plannedRuns, measuring.duet !== undefined)) {
    await coolDown(measuring.coolDownMs, measuring.signal, together[0] as PlannedRun)
    yield* await withRepeat(together, () => makeTogether(together, measuring, log), log)
  }
}
