// One run of a suite with a service: a fresh service is started, is up, gets load that does not count, then the load that does,
// and is stopped. What counts of the service is what it used meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { bracketed } from '../measure/process/bracket.ts'
import { runChild } from '../measure/process/child-process.ts'
import { complaint } from '../measure/process/complaint.ts'
import type { ProcessDone, Running } from '../measure/process/run-process.ts'
import { Interrupted, MeasureError } from '../measure/runs/errors.ts'
import { fullRunName, type PlannedRun, type Side } from '../measure/runs/schedule.ts'
import { fillTemplate } from '../measure/runs/side-command.ts'
import type { AroundService, Load, ServedRun } from '../measure/runs/start-command.ts'
import { startedElsewhere } from './elsewhere.ts'
import { measuredLoad } from './measured-load.ts'
import { freePort } from './port.ts'
import type { Service } from './service-process.ts'
import { howItEnded, serviceError, startedService } from './started-service.ts'

/** The service of one side: its command line, and the text that says when it is up. */
export type SideService = { argv: string[]; ready: string }

type Serving = Pick<Running, 'prefix' | 'watch'> & {
  services: Partial<Record<Side, SideService>>
  /** The wrappers in front of the load generator. */
  loadPrefix: string[]
  readyTimeoutMs: number
  warmUpMs: number
}

const nameOf = (planned: PlannedRun) => `the service of ${fullRunName(planned)}`

const failure = (planned: PlannedRun, problem: string, service: Service): MeasureError =>
  serviceError(nameOf(planned), { problem, service, side: planned.side })

type WarmUp = {
  argv: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  planned: PlannedRun
  signal: AbortSignal
}

/** Puts the service under load for as long as `warm-up` says, with the command itself, as often as it takes. */
async function warmUp(
  { argv, cwd, env, planned, signal }: WarmUp,
  { warmUpMs, loadPrefix }: Serving,
): Promise<void> {
  const until = performance.now() + warmUpMs
  for (let rest = warmUpMs; rest > 0; rest = until - performance.now()) {
    const child = await runChild({
      // In the bracket, which ends it with us.
      argv: [...loadPrefix, ...bracketed('perl', argv)],
      ...{ cwd, env: { ...env, PWD: cwd }, signal, timeoutMs: Math.ceil(rest) },
    })
    if (child.stopped === 'timeout') return
    if (child.stopped === 'aborted')
      throw new Interrupted(`stopped during the warm-up of ${fullRunName(planned)}`)
    if (child.exitCode === 0) continue
    const why = child.notStarted?.notStarted ?? `failed with exit code ${child.exitCode}`
    const what = `the load of the warm-up before ${fullRunName(planned)} ${why}`
    throw new MeasureError(`${what}${complaint(child)}`, planned.side, `${what}; the log has its output`)
  }
}

const ENDING_MS = 300

/** The error of a service that ended while `work` went on, if it did; else that of the work. */
async function whileServing<Result>(
  service: Service,
  planned: PlannedRun,
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const died = new AbortController()
  service.ended.then(() => died.abort())
  const failed = () => {
    const end = service.end()
    return end === null ? null : failure(planned, howItEnded(end, 'under load'), service)
  }
  try {
    const result = await work(AbortSignal.any([signal, died.signal]))
    const error = failed()
    if (error !== null) throw error
    return result
  } catch (error) {
    // A connection breaks a little before its server has ended.
    await Promise.race([service.ended, sleep(ENDING_MS, undefined, { ref: false })])
    throw (signal.aborted ? null : failed()) ?? error
  }
}

/** The service as it is, in a run that is measured. */
const nothingAround: AroundService = { start: taken => taken, whileCounted: work => work() }

/** The same on both sides of a round, in every job: what the load asks for may follow from it. Always of four digits. */
const seedOf = ({ number }: PlannedRun) => String(1000 + number)

/**
 * Makes one run: starts the service of its side behind the benchmark's wrappers, and calls `load` once it is up and warm. The
 * evidence is the service's, with the CPU time of the load; what is `around` it is neither. Throws a MeasureError where the service
 * does not start, is not up in time, or ends by itself; nothing of it is left in the end.
 */
export async function serveRun(
  run: ServedRun,
  serving: Serving,
  load: Load,
  around = nothingAround,
): Promise<ProcessDone> {
  const { planned, cwd, layout, argv, meet } = run
  const env = { ...run.env, STABLE_BENCH_SEED: seedOf(planned) }
  const own = serving.services[planned.side]
  if (own === undefined) throw new Error(`no service for the ${planned.side}`)
  const port = await freePort()
  const named = { benchmark: planned.benchmark ?? null, n: null, layout, port }
  const [text = ''] = fillTemplate([own.ready], named)
  // A run that is no measurement is not judged by what the machine did meanwhile.
  const watched = around === nothingAround ? serving : {}
  const started = around.start({ argv: own.argv, env })
  const where = { prefix: serving.prefix, cwd, env: started.env }
  const service = await startedService(fillTemplate(started.argv, named), where, {
    ...{ what: nameOf(planned), side: planned.side, text },
    ...{ timeoutMs: serving.readyTimeoutMs, signal: run.signal },
  })
  try {
    const elsewhere = startedElsewhere(await service.programs())
    if (elsewhere !== null) throw failure(planned, elsewhere, service)
    return await whileServing(
      service,
      planned,
      async signal => {
        const filled = fillTemplate(argv, named)
        // So that neither is warmed up beside a start, nor charged for what it does while it waits.
        await meet()
        await warmUp({ argv: filled, cwd, env, planned, signal }, serving)
        await meet()
        const counted = () =>
          measuredLoad(service, watched, () => load(filled, { prefix: serving.loadPrefix, signal, env }))
        const done = await around.whileCounted(counted, service.pid())
        return { ...done, port }
      },
      run.signal,
    )
  } finally {
    await service.stop()
  }
}
