// What a measurement on demand cannot say: it adds runs to what the gate measured of a commit, and never stands for what the
// gate did not.
import { firstOf } from '../../phrases.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'

const isOfGate = ({ workflow }: AttemptRecord) => workflow !== ''

/** Whether `other` is a report of the gate that a measurement on demand must leave: it established nothing. */
export const leftByDemand = (own: AttemptRecord, other: AttemptRecord): boolean =>
  !isOfGate(own) && isOfGate(other) && other.conclusion === 'action_required'

/** Tells the jobs apart that reports are of. */
export const jobOfReport = ({ workflow, job, pull, machine }: AttemptRecord) =>
  JSON.stringify([workflow, job, pull, machine])

/** Of `records`, the newest first, those of the gate on the commit `head`, the newest of each of its jobs. */
function gateReports(records: AttemptRecord[], head: string): AttemptRecord[] {
  const newest = new Map<string, AttemptRecord>()
  for (const record of records.filter(each => isOfGate(each) && each.head === head))
    if (!newest.has(jobOfReport(record))) newest.set(jobOfReport(record), record)
  return [...newest.values()]
}

export const gateAdvice = 'run it again, since a measurement on demand does not take its place'

/** A sentence for each report of the gate that stands in `posted` for the commit `head` and established nothing. */
export const unestablishedByGate = (posted: AttemptRecord[], head: string): string[] =>
  gateReports(posted, head)
    .filter(({ conclusion }) => conclusion === 'action_required')
    .map(
      ({ runId, workflow }) =>
        `run ${runId} of ${workflow} established nothing for this commit; ${gateAdvice}`,
    )

const mostNamed = 10

/**
 * A sentence for the suites that the base commit describes and nobody has measured, in a list of one or none: the
 * measurement has only those that were asked for. Where the gate has reported, it has the others.
 */
export function notAskedFor(
  posted: AttemptRecord[],
  head: string,
  { described, measured }: { described: string[]; measured: string[] },
): string[] {
  const left = described.filter(suite => !measured.includes(suite))
  if (left.length === 0 || gateReports(posted, head).length > 0) return []
  return [
    `${firstOf(left, mostNamed)}: the measurement on demand left it out, and no other run on this commit has reported; ask for all suites with /bench`,
  ]
}
