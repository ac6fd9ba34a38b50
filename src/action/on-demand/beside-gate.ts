// What a measurement on demand cannot say: it adds runs to what the gate measured of a commit, and never stands for what the
// gate did not, or for a suite that it does not have.
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { acceptedLabel } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { type AttemptRecord, OF_NO_RUN } from '../attempts/attempt-record.ts'

const isOnDemand = ({ workflow }: AttemptRecord) => workflow === ''
const isOfGate = ({ workflow, runId }: AttemptRecord) => workflow !== '' && runId !== OF_NO_RUN

/** Whether something fails in `other` that `own` has not measured. What one on demand misses, the next one misses by itself. */
const failsElsewhere = (own: AttemptRecord, other: AttemptRecord) =>
  ['failure', 'action_required'].includes(other.conclusion) &&
  other.failing.some(suite => !own.suites.includes(suite) && (suite !== '' || isOfGate(other)))

/**
 * Whether `other` is a report that the measurement on demand `own` must leave: one of the gate that established nothing, or any
 * in which a suite fails that `own` does not have, whatever its base commit.
 */
export const leftByDemand = (own: AttemptRecord, other: AttemptRecord): boolean =>
  isOnDemand(own) &&
  own.pull === other.pull &&
  ((isOfGate(other) && other.conclusion === 'action_required') || failsElsewhere(own, other))

/** Tells the jobs apart that reports are of. */
export const jobOfReport = ({ workflow, job, pull, machine }: AttemptRecord) =>
  JSON.stringify([workflow, job, pull, machine])

/** Of `records`, the newest first, those of the gate on what `context` is about, the newest of each of its jobs. */
export function gateReports(records: AttemptRecord[], context: JobContext): AttemptRecord[] {
  const head = proposalOf(context)?.headSha ?? ''
  const pull = context.pullRequest?.number ?? null
  const newest = new Map<string, AttemptRecord>()
  for (const record of records.filter(each => isOfGate(each) && each.head === head && each.pull === pull))
    if (!newest.has(jobOfReport(record))) newest.set(jobOfReport(record), record)
  return [...newest.values()]
}

const again = 'run it again, since a measurement on demand does not take its place'

/** What to do about reports that a measurement on demand leaves: `/bench` has all suites, but not what the gate misses. */
export const adviceBeside = (left: AttemptRecord[]): string =>
  left.some(({ conclusion, failing }) => conclusion === 'action_required' || failing.includes(''))
    ? again
    : 'this measurement on demand does not have every suite that fails there: ask for all with /bench, or run that one again'

/** A sentence for each report of the gate that stands in `posted` for what `context` is about and established nothing. */
export const unestablishedByGate = (posted: AttemptRecord[], context: JobContext): string[] =>
  gateReports(posted, context)
    .filter(({ conclusion }) => conclusion === 'action_required')
    .map(({ runId, workflow }) => `run ${runId} of ${workflow} established nothing for this commit; ${again}`)

/** A sentence for the suites that are promised on demand and that nobody has measured, in a list of one or none. */
export const notAskedFor = (left: string[]): string[] =>
  left.length === 0
    ? []
    : [
        `${firstOf(left, 10)}: the measurement on demand left it out, and no other run on this commit has reported ` +
          `for this pull request; ask for all suites with /bench, or accept that with the label '${acceptedLabel}'`,
      ]
