// The legs of the run that a publish job reports on, and what other runs measured of the same commits.
import { allowMore } from '../../../github/api/budget.ts'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { explainRefusal } from '../../../github/api/explain-refusal.ts'
import { type Leg, type Legs, readLegs } from '../../../github/artifacts/legs-of-run.ts'
import type { Warning } from '../../../model/index.ts'
import type { AttemptRecord } from '../../attempts/attempt-record.ts'
import { hasSameRows, otherRunsOf } from '../../attempts/other-runs.ts'
import { type Fork, joinedLeg, type MeasuredLeg, readLeg } from './leg.ts'

/** Those that could be read, each with all its attempts, and when its newest artifact was uploaded. */
export const readable = (legs: Leg<MeasuredLeg>[]) =>
  legs.flatMap(({ problem, reads, createdAt }) =>
    problem === null ? [{ leg: joinedLeg(reads), createdAt }] : [],
  )

/** What the jobs of a run have left. Throws when it cannot be listed. */
export const legsOfRun = (
  context: ConnectedJob,
  { runId, fork = null, isThisRun = false }: { runId: number; fork?: Fork | null; isThisRun?: boolean },
): Promise<Legs<MeasuredLeg>> =>
  readLegs(context, {
    runId,
    isThisRun,
    read: (artifact, files) => readLeg({ runId, ...artifact }, files, fork),
  })

/** The requests for one other run, on top of those of the job: its list, and two for each of some legs. */
const requestsOfRun = 20

/** Whether both measured the same benchmarks of a suite on one testbed, of the same two commits or of one candidate alone. */
function isSameLeg(one: MeasuredLeg, other: MeasuredLeg): boolean {
  if (one.suite !== other.suite || one.fingerprint !== other.fingerprint) return false
  const [mine, theirs] = [one.attempts[0], other.attempts[0]]
  if (!mine || !theirs || !hasSameRows(mine.candidate, theirs.candidate)) return false
  if ((mine.baseline === null) !== (theirs.baseline === null)) return false
  const [own, known] = [mine, theirs].map(each => (each.baseline ?? each.candidate).revision?.commit)
  return own !== undefined && own !== null && own === known
}

/** The legs with what other runs measured of the same commits, but for a fork's. Never throws: it doubts instead. */
export async function withOtherRuns(
  { context, fork, posted }: { context: ConnectedJob; fork: Fork | null; posted: AttemptRecord[] },
  legs: MeasuredLeg[],
): Promise<{ measured: MeasuredLeg[]; doubts: Warning[] }> {
  if (fork !== null) return { measured: legs, doubts: [] }
  const { runs, lost } = await otherRunsOf(context, posted)
  const others: MeasuredLeg[] = []
  for (const runId of runs) {
    allowMore(context.octokit, requestsOfRun)
    try {
      const found = await legsOfRun(context, { runId })
      others.push(...readable(found.legs).map(({ leg }) => leg))
    } catch (error) {
      lost.push(`run ${runId}: ${explainRefusal(error, 'actions: read')}`)
    }
  }
  const ofLeg = (leg: MeasuredLeg) =>
    others.filter(other => legs.find(each => isSameLeg(each, other)) === leg)
  const doubts = lost.map(each => ({ code: 'attempts-lost', message: `another run was not joined: ${each}` }))
  return { measured: legs.map(leg => joinedLeg([leg, ...ofLeg(leg)])), doubts }
}
