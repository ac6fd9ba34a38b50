// Reads what other runs measured of the commits that a run is about, to join it with the legs of that run.

import { allowMore } from '../../../github/api/budget.ts'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { explainRefusal } from '../../../github/api/explain-refusal.ts'
import { readLegs } from '../../../github/artifacts/legs-of-run.ts'
import type { Session } from '../../../model/index.ts'
import type { AttemptRecord } from '../../attempts/attempt-record.ts'
import { hasSameRows, otherRunsOf } from '../../attempts/other-runs.ts'
import { joinedLeg, type MeasuredLeg, readLeg } from './leg.ts'

/** `reads` has those of each leg, in the order of the legs. */
type OtherReads = { reads: MeasuredLeg[][]; lost: string[] }

/** The requests for one other run, on top of those of the job: its list, and two for each of some legs. */
const requestsOfRun = 20

const commitOf = ({ revision }: Pick<Session, 'revision'>) => revision?.commit ?? null

/** Whether both measured the same two commits, the candidate alone or with its baseline, and the same benchmarks. */
function isOfSameCommits(one: MeasuredLeg, other: MeasuredLeg): boolean {
  const [mine, theirs] = [one.attempts[0], other.attempts[0]]
  if (!mine || !theirs || !hasSameRows(mine.candidate, theirs.candidate)) return false
  if ((mine.baseline === null) !== (theirs.baseline === null)) return false
  const [own, known] = [mine, theirs].map(({ baseline, candidate }) => commitOf(baseline ?? candidate))
  return own !== null && own === known
}

/** Never throws: what cannot be read is `lost`. */
export async function readsOfOtherRuns(
  context: ConnectedJob,
  { legs, posted }: { legs: MeasuredLeg[]; posted: AttemptRecord[] },
): Promise<OtherReads> {
  const { runs, lost } = await otherRunsOf(context, posted)
  const reads: MeasuredLeg[][] = legs.map(() => [])
  for (const runId of runs) {
    allowMore(context.octokit, requestsOfRun)
    try {
      const read = (artifact: { name: string; leg: string }, files: Map<string, Uint8Array>) =>
        readLeg({ runId, ...artifact }, files, null)
      const found = await readLegs(context, { runId, read })
      for (const other of found.legs.flatMap(each =>
        each.problem === null ? [joinedLeg(each.reads)] : [],
      )) {
        const at = legs.findIndex(
          leg =>
            leg.suite === other.suite && leg.fingerprint === other.fingerprint && isOfSameCommits(leg, other),
        )
        reads[at]?.push(other)
      }
    } catch (error) {
      lost.push(`run ${runId}: ${explainRefusal(error, 'actions: read')}`)
    }
  }
  return { reads, lost }
}
