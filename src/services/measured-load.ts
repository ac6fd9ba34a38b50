// What a service uses while the load goes on that counts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessDone, Running } from '../measure/process/run-process.ts'
import { type ServiceFigures, usedBetween } from './figures.ts'
import type { Service } from './service-process.ts'

/** A reading takes a third of a millisecond on the CPUs of the service. */
const READING_MS = 100

/** What the service had used at moments during `work`, until it ends. */
async function readingDuring<Result>(service: Service, work: () => Promise<Result>) {
  const readings: { at: number; figures: ServiceFigures }[] = []
  const over = new AbortController()
  const reading = async () => {
    while (!over.signal.aborted && service.end() === null) {
      readings.push({ figures: await service.quickFigures(), at: Date.now() })
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

/** What a service uses while `load` goes on, in all and from each reading to the end, with the CPU time of the load beside it. */
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
  const course = [...readings, { at: Date.now(), figures: after }].map(({ at, figures }) => {
    const { userTime, systemTime, counters } = usedBetween(figures, after)
    return { at, cpuTime: userTime + systemTime, instructions: counters?.instructions ?? null }
  })
  const { startedAt, wallTime, userTime, systemTime, benchmark } = done.evidence
  const evidence = {
    ...{ startedAt, wallTime },
    ...usedBetween(before, after),
    ...(benchmark !== undefined && { benchmark }),
    load: { cpuTime: userTime + systemTime },
  }
  return { ...done, course, evidence: watched?.(evidence) ?? evidence }
}
