// The legs of the run that a publish job reports on, and what other runs measured of the same commits.
import { type Leg, readLegs } from '../../../github/artifacts/legs-of-run.ts'
import type { Warning } from '../../../model/index.ts'
import type { AttemptRecord } from '../../attempts/attempt-record.ts'
import type { Source } from '../run/reported-run.ts'
import { joinedLeg, type MeasuredLeg, readLeg } from './leg.ts'
import { readsOfOtherRuns } from './other-legs.ts'

/** Those that could be read, each with all its attempts, and when its newest artifact was uploaded. */
export const readable = (legs: Leg<MeasuredLeg>[]) =>
  legs.flatMap(({ problem, reads, createdAt }) =>
    problem === null ? [{ leg: joinedLeg(reads), createdAt }] : [],
  )

export const legsOfRun = ({ context, fork, ended }: Source) =>
  readLegs(context, {
    runId: context.runId,
    isThisRun: ended === null,
    read: (artifact, files) => readLeg({ runId: context.runId, ...artifact }, files, fork),
  })

/** The legs together with what other runs measured of the same commits. A fork's numbers count for themselves only. */
export async function withOtherRuns(
  { source, posted }: { source: Source; posted: AttemptRecord[] },
  legs: MeasuredLeg[],
): Promise<{ measured: MeasuredLeg[]; doubts: Warning[] }> {
  if (source.fork !== null) return { measured: legs, doubts: [] }
  const { reads, lost } = await readsOfOtherRuns(source.context, { legs, posted })
  const doubts = lost.map(each => ({ code: 'attempts-lost', message: `another run was not joined: ${each}` }))
  return { measured: legs.map((leg, i) => joinedLeg([leg, ...(reads[i] ?? [])])), doubts }
}
