// Shared by everything that measures: the request from the flags, progress, and stopping at a signal with nothing lost.
import type { ValuesOf } from '../inputs/table.ts'
import { Interrupted } from '../measure/runs/errors.ts'
import { startProgress } from './progress.ts'
import type { World } from './run.ts'
import type { Job, MeasureRequest } from './start.ts'

/** The request that the inputs make. `commands` and `runs` come from elsewhere, since their inputs differ. */
export function requestOf(
  values: ValuesOf<'run' | 'ab' | 'calibrate' | 'action'>,
  { commands, runs }: Pick<MeasureRequest, 'commands' | 'runs'>,
): MeasureRequest {
  return {
    suite: values.name,
    cwd: values['working-directory'],
    commands,
    benchmarks: values.benchmarks,
    delta: values.delta,
    runs,
    warmupRuns: values['warmup-runs'],
    coolDownSeconds: values['cool-down'],
    cache: values.cache,
    tool: values.tool,
    results: values.results === '' ? null : values.results,
    pinning: {
      cpus: values.cpus,
      numaNode: values['numa-node'],
      aslr: values.aslr,
      priority: values.priority,
      lockMemory: values['lock-memory'],
    },
    requireTuned: values['require-tuned'],
    timeoutMs: values['run-timeout'] * 1000,
    totalTimeoutMs: values['total-timeout'] * 1000,
    env: process.env,
    machine: process.env.RUNNER_NAME ?? null,
    notes: [],
  }
}

export type Stop = 'SIGINT' | 'SIGTERM'

/** The signal that ended measuring, for the exit code. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly by: Stop
  constructor(message: string, by: Stop) {
    super(message)
    this.by = by
  }
}

/** Runs `work` with a signal that fires at SIGINT and SIGTERM; what it then throws as Interrupted goes on as Stopped. */
export async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  let by: Stop | null = null
  const onSignal = (signal: Stop) => {
    by = signal
    stop.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    return await work(stop.signal)
  } catch (error) {
    if (error instanceof Interrupted && by) throw new Stopped(error.message, by)
    throw error
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

/**
 * Runs `measure` with progress on stderr. When it fails or a signal stops it, `keep` gets the job with the runs
 * that were made, and the error goes on; a signal's as Stopped.
 */
export function whileMeasuring<Result>(
  sides: number,
  keep: (job: Job) => void,
  measure: (world: World) => Promise<Result>,
): Promise<Result> {
  const inActions = process.env.GITHUB_ACTIONS === 'true'
  const progress = startProgress(process.stderr, { sides, inActions })
  let job: Job | null = null
  const onJob = (started: Job) => {
    job = started
  }
  return untilStopped(async signal => {
    try {
      return await measure({ signal, onJob, onRun: progress.onRun })
    } catch (error) {
      progress.end()
      if (job !== null && (job as Job).runs.length > 0) keep(job)
      throw error
    } finally {
      progress.end()
    }
  })
}
