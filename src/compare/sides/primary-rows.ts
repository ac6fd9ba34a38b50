// The rows that gate where nobody says which: the first one of each benchmark.
import type { Sample, Session } from '../../model/index.ts'

/** One for each benchmark and metric. */
export const keyOf = (sample: Pick<Sample, 'name' | 'metric'>) => JSON.stringify([sample.name, sample.metric])

/**
 * The samples that can gate. Services of a duet share their CPUs, so that times and rates of requests hold the waiting for the other
 * version: the CPU time decides there, and the requests that failed beside it.
 */
function ableToGate({ plan, benchmarks }: Session): Sample[] {
  if (plan?.duet !== true || plan.service === undefined) return benchmarks
  const ofService = benchmarks.filter(({ name }) => name === 'service')
  return ofService.length === 0
    ? []
    : [...ofService, ...benchmarks.filter(({ metric }) => metric === 'failed-share')]
}

/** The first metric each benchmark lists, as the baseline lists them: the candidate must not choose what gates. */
export function primaryKeys(sessions: Session[]): Set<string> {
  const primary = new Map<string, string>()
  for (const sample of sessions.flatMap(ableToGate)) {
    if (!primary.has(sample.name)) primary.set(sample.name, keyOf(sample))
  }
  return new Set(primary.values())
}
