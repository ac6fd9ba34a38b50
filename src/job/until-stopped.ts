// Measures until it is done or a signal stops it. Runs that were made are not lost.

import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { isInJob } from '../files/workflow-commands.ts'
import { Interrupted, Stopped, type StopSignal, stopSignals } from '../measure/runs/errors.ts'
import { WriteFailure } from '../model/index.ts'
import { removeBuilds } from './builds/make-builds.ts'
import { withCompanions, withPorts } from './companions.ts'
import { chooseDesign } from './design/choose-design.ts'
import { checkMachineFirst, sayCpus } from './machine/wait-for-quiet.ts'
import type { ProgressListeners } from './make-runs.ts'
import { startProgress } from './progress/progress.ts'
import type { MeasureRequest } from './request/request.ts'
import { type Job, pinRequest, startJob } from './start.ts'

/** Lets what has arrived be heard: while a command was waited for without the event loop, a signal was not. */
async function hearSignals(): Promise<void> {
  // The first may come in the turn that began before the signal.
  await turnOfLoop()
  await turnOfLoop()
}

/** What is done until a signal stops it, one within the other: how many, and the signal that all of them end by. */
const underWay: { depth: number; by: StopSignal | null } = { depth: 0, by: null }

/**
 * Runs `work` with an AbortSignal that fires at each of `stopSignals`. Throws Stopped when `work` fails then, however it does: git
 * and other commands of a terminal's process group die of the signal as well, and what follows is nobody's mistake, but for what
 * could not be kept. Within another one, whose signal came while nothing heard it, nothing begins.
 */
export async function untilStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  if (underWay.by !== null) throw new Stopped('stopped', underWay.by)
  const stop = new AbortController()
  const onSignal = (signal: StopSignal) => {
    underWay.by = signal
    stop.abort()
  }
  underWay.depth++
  for (const each of stopSignals) process.on(each, onSignal)
  try {
    return await work(stop.signal)
  } catch (error) {
    await hearSignals()
    const { by } = underWay
    if (by === null || error instanceof Stopped || error instanceof WriteFailure) throw error
    throw new Stopped(error instanceof Interrupted ? error.message : 'stopped', by)
  } finally {
    for (const each of stopSignals) process.off(each, onSignal)
    if (--underWay.depth === 0) underWay.by = null
  }
}

/**
 * Runs `measure` on the job of `request`, with progress on stderr unless it is quiet. When that fails or is stopped, `keep` gets
 * the job if any run was made, and the error is thrown; Stopped after a signal.
 */
export function whileMeasuring<Result>(
  request: MeasureRequest,
  keep: (job: Job) => void,
  measure: (job: Job, told: ProgressListeners) => Promise<Result>,
): Promise<Result> {
  const stream = request.quiet ? { write: () => {} } : process.stderr
  const inActions = isInJob()
  const progress = startProgress(stream, { inActions })
  const lines = {
    say: (line: string) => void stream.write(`${line}\n`),
    set: (name: string, value: string) => (inActions ? `set ${name} to ${value}` : `--${name} ${value}`),
  }
  const measureJob = async (job: Job) => {
    try {
      return await measure(job, progress)
    } catch (error) {
      progress.end()
      if (job.record.runs.length > 0) keep(job)
      throw error
    } finally {
      progress.end()
      removeBuilds(job)
    }
  }
  return untilStopped(async signal => {
    const asked = await withPorts(request)
    const pinned = pinRequest(asked)
    const start = () => startJob(asked, signal, pinned)
    if (asked.unmeasured) return measureJob(await start())
    const measureAt = async (started: typeof start) => {
      const { job: planned, disturbed } = await checkMachineFirst(pinned, started, signal, lines)
      const job = await chooseDesign(planned, disturbed, { signal, ...progress }).finally(progress.end)
      sayCpus(job, lines)
      return measureJob(job)
    }
    if (!asked.companions?.length) return measureAt(start)
    // The start of a companion is no disturbance.
    const job = await start()
    return withCompanions(job, signal, () => measureAt(async () => job))
  })
}
