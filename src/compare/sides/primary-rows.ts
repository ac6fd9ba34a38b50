// The rows that gate where nobody says which: the first one of each benchmark. Of services that share their CPUs, those that the other
// version does not change.
import { isOfService, type Sample, type Session } from '../../model/index.ts'

type Named = Pick<Sample, 'name' | 'metric'>

/** One for each benchmark and metric. */
export const keyOf = ({ name, metric }: Named) => JSON.stringify([name, metric])

/** The first metric each benchmark lists, as the baseline lists them: the candidate must not choose what gates. */
export function primaryKeys(sessions: Session[]): Set<string> {
  const primary = new Map<string, string>()
  for (const sample of sessions.flatMap(session => session.benchmarks)) {
    if (!primary.has(sample.name)) primary.set(sample.name, keyOf(sample))
  }
  return new Set(primary.values())
}

type Entry = Pick<Sample, 'name' | 'metric' | 'unit'>

const isCpuTime = (entry: Entry) => entry.metric === 'cpu-time' && isOfService(entry)

/**
 * Tells which rows hold the waiting for the other version, because the services of both shared their CPUs in these sessions: times and
 * rates of requests. The requests that failed do not, but say nothing without the CPU time beside them.
 */
export function holdingOther(sessions: Session[]): (entry: Entry) => boolean {
  const duets = sessions.filter(({ plan }) => plan?.duet === true && plan.service !== undefined)
  if (duets.length === 0) return () => false
  const areCounted = duets.every(({ benchmarks }) => benchmarks.some(isCpuTime))
  return entry => !isOfService(entry) && !(entry.metric === 'failed-share' && areCounted)
}
