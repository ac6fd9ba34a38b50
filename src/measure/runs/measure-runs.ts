// Makes the runs of a schedule one after the other, or those of a duet in pairs, each as fresh processes, and yields
// each as soon as it has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { InputError, type ProcessFigures, type RunEvidence } from '../../model/index.ts'
import { countRunnable } from '../evidence/runnable-threads.ts'
import type { LeftBehind } from '../process/bracket.ts'
import { lengthenedEnvironment } from '../process/environment.ts'
import { type ProcessDone, type Running, runProcess } from '../process/run-process.ts'
import { type Gate, openGates } from '../process/start-together.ts'
import { countsOf, perOperation } from './delta.ts'
import { Interrupted, MeasureError } from './errors.ts'
import { layoutOf, stackShift } from './layouts.ts'
import { type RepeatLog, withRepeat } from './repeat-run.ts'
import { findResults, type IsResults, pathsOf, type RunOutput, removeResults } from './results-files.ts'
import { type PlannedRun, runName, type Side, togetherOf } from './schedule.ts'
import { fillTemplate, type SideCommand } from './side-command.ts'

/** How the runs on one core of a duet are made. */
export type OnCore = Pick<Running, 'prefix' | 'watch'>

/** A run whose command puts a service under load. `argv` is that command with its placeholders. */
export type ServedRun = {
  planned: PlannedRun
  cwd: string
  env: NodeJS.ProcessEnv
  layout: number | null
  argv: string[]
}

/** Runs the command that is the load, with its placeholders filled in, as one process. */
export type Load = (argv: string[], how: Pick<Running, 'prefix' | 'signal' | 'env'>) => Promise<ProcessDone>

/** How all runs of a job are made. */
export type Measuring = Running & {
  commands: Partial<Record<Side, SideCommand>>
  isResults: IsResults
  /** The n of `{n}`; 0 when a run is a single process. */
  delta: number
  /** What stands for `{layout}` in each build; empty without. */
  layouts: number[]
  coolDownMs: number
  /** Is called before each process, outside of the clock. */
  prepare: (planned: PlannedRun, cwd: string) => Promise<void>
  /** Makes a run around a fresh service, where the suite has one. */
  serve?: (run: ServedRun, load: Load) => Promise<ProcessDone>
  /** In a duet, what differs on either core. Runs that have no partner are on the first. */
  duet?: [OnCore, OnCore]
}

/** What is noted while runs are made. Grows. */
export type RunLog = RepeatLog & {
  /** The processes that runs left behind. */
  left: LeftBehind[]
  /** How many threads of a warm-up run were ready to run, one count per look. */
  runnable: number[]
  /** The paths of the results files that runs wrote. */
  resultsFiles: Set<string>
}

export type Run = {
  planned: PlannedRun
  /** One entry per process, in execution order. */
  evidence: RunEvidence[]
  /** The standard output, or the results files. */
  outputs: RunOutput[]
  /** The end of the standard error. */
  stderr: string
  /** The difference of two processes with n and 2n. */
  perOperation: ProcessFigures | null
  /** The port of its service; null without one. */
  port: number | null
}

/** Removes old results. A file in the way is a mistake in the inputs, unless the two sides have separate checkouts. */
function makeRoom(
  pattern: string,
  { side }: PlannedRun,
  { commands, isResults }: Measuring,
  own: RunLog['resultsFiles'],
): void {
  const cwd = commands[side]?.cwd ?? '.'
  try {
    removeResults(pattern, cwd, isResults, own)
  } catch (error) {
    const isSeparate = Object.values(commands).some(other => other.cwd !== cwd)
    if (isSeparate && error instanceof InputError) throw new MeasureError(error.message, side)
    throw error
  }
}

/** Starts a process of the command: as it is, or as the load of a service. */
function startsOf(
  planned: PlannedRun,
  measuring: Measuring,
  { gate, log: { runnable, resultsFiles } }: { gate: Gate | undefined; log: RunLog },
): (n: number | null) => Promise<ProcessDone> {
  const { argv, cwd, results } = commandOf(measuring, planned.side)
  const { serve, watch: _, evictBytes: __, ...ofLoad } = measuring
  // Looking takes time on a CPU beside the benchmark's, so measured runs are left alone.
  const onStart = planned.kind === 'warmup' ? (pid: number) => countRunnable(pid, runnable) : undefined
  const layout = layoutOf(measuring.layouts, planned)
  const env = layout === null ? measuring.env : lengthenedEnvironment(measuring.env, stackShift(layout))
  const start = (filled: string[], running: Running) => {
    // As late as this: the load that warms a service up writes the same files.
    if (results) makeRoom(results, planned, measuring, resultsFiles)
    return runProcess(filled, { cwd, planned, running, gate, onStart })
  }
  if (serve === undefined) {
    const named = { benchmark: planned.benchmark ?? null, layout, port: null }
    return n => start(fillTemplate(argv, { ...named, n }), { ...measuring, env })
  }
  return () =>
    serve({ planned, cwd, env, layout, argv }, (filled, how) => start(filled, { ...ofLoad, ...how }))
}

function commandOf({ commands }: Measuring, side: Side): SideCommand {
  const command = commands[side]
  if (!command) throw new Error(`no command for the ${side}`)
  return command
}

async function makeRun(planned: PlannedRun, measuring: Measuring, log: RunLog, gate?: Gate): Promise<Run> {
  const { cwd, results } = commandOf(measuring, planned.side)
  const start = startsOf(planned, measuring, { gate, log })
  const processWith = async (n: number | null) => {
    await measuring.prepare(planned, cwd)
    const done = await start(n)
    if (done.left !== null) log.left.push(done.left)
    return done
  }
  const counted = async (n: number) => ({ ...(await processWith(n)).evidence, n })
  const [first, second] = countsOf(measuring.delta, planned)
  if (first !== undefined && second !== undefined) {
    const made = [await counted(first), await counted(second)] as const
    const [small, large] = first < second ? made : ([made[1], made[0]] as const)
    const isMeasured = planned.kind === 'measured'
    const difference = isMeasured ? perOperation(small, large, measuring.delta, planned) : null
    return { planned, evidence: [...made], outputs: [], stderr: '', perOperation: difference, port: null }
  }
  try {
    const { evidence, stdout, stderr, port = null } = await processWith(null)
    const outputs = results
      ? findResults(results, cwd, planned.side)
      : [{ source: 'the standard output', text: stdout }]
    return { planned, evidence: [evidence], outputs, stderr, perOperation: null, port }
  } finally {
    // Also those of a run that failed: it may be made once more.
    if (results) for (const path of pathsOf(results, cwd)) log.resultsFiles.add(path)
  }
}

/**
 * Makes the runs of a duet at the same time, on a core each. Both are prepared before either starts. If one of them
 * throws, throws its error after both have ended.
 */
async function makePair(
  plannedRuns: PlannedRun[],
  measuring: Measuring,
  cores: OnCore[],
  log: RunLog,
): Promise<Run[]> {
  for (const planned of plannedRuns)
    await measuring.prepare(planned, measuring.commands[planned.side]?.cwd ?? '.')
  const prepared = { ...measuring, prepare: async () => {} }
  const gates = openGates(plannedRuns.length)
  const made = await Promise.allSettled(
    // A run that fails before it gets there must not hold the other one up.
    plannedRuns.map((planned, i) =>
      makeRun(planned, { ...prepared, ...cores[i] }, log, gates[i]).finally(() => gates[i]?.arrive()),
    ),
  )
  const failed = made.find(each => each.status === 'rejected')
  if (failed) throw failed.reason
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
 * Makes `plannedRuns` in order, with a pause before each, and adds to `log`. A run that the machine disturbed is made
 * once more. Throws MeasureError when a run fails or leaves no results that can be read, Interrupted when the signal
 * fires, and InputError for a results pattern that matches other files. No process of a run stays behind.
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
