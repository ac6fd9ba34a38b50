// What a service uses while the load goes on that counts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessDone, Running } from '../measure/process/run-process.ts'
import { type ServiceFigures, usedBetween } from './figures.ts'
import type { Service } from './service-process.ts'

/** Rare enough for a CPU: each reading looks at all processes of the machine. */
const READING_MS = 500

/** What the service had used at moments during `work`, until it ends. */
async function readingDuring<Result>(service: Service, work: () => Promise<Result>) {
  const readings: { at: number; figures: ServiceFigures }[] = []
  const over = new AbortController()
  const reading = async () => {
    while (!over.signal.aborted && service.end() === null) {
      readings.push({ figures: await service.figures(), at: Date.now() })
      await sleep(READING_MS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  // Where the service ends meanwhile, its end is the error.
  const all = reading().catch(() => {})
  try {
    return { done: await work(), readings }
  } finally {
    over.abort()
    await all
  }
}

/**
 * Counts what a service uses while `load` goes on, as a whole and from each reading to the end. The evidence is the service's, with
 * the CPU time of the load beside it.
 */
export async function measuredLoad(
  service: Service,
  { watch }: Pick<Running, 'watch'>,
  load: () => Promise<ProcessDone>,
): Promise<ProcessDone> {
  await service.forgetPeaks()
  const before = await service.figures()
  const watched = watch?.()
  const { done, readings } = await readingDuring(service, load)
  const after = await service.figures()
  const course = [...readings, { at: Date.now(), figures: after }].map(({ at, figures }) => ({
    at,
    used: usedBetween(figures, after),
  }))
  const { startedAt, wallTime, userTime, systemTime, benchmark } = done.evidence
  const evidence = {
    ...{ startedAt, wallTime },
    ...usedBetween(before, after),
    ...(benchmark !== undefined && { benchmark }),
    load: { cpuTime: userTime + systemTime },
  }
  return { ...done, course, evidence: watched?.(evidence) ?? evidence }
}
