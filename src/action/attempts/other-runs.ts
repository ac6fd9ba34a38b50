// What other runs of the suite found on the same two commits: after a label, a reopened pull request, or on demand. A new run does
// not clear an earlier one: only a test of all their runs together does.
import { askedOnce } from '../../github/api/asked-once.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { type AttemptArtifact, attemptArtifacts } from '../../github/artifacts/earlier-attempts.ts'
import { artifactName } from '../../github/artifacts/name.ts'
import { type RunOnHead, runsOnHead } from '../../github/runs/runs-on-head.ts'
import type { Session } from '../../model/index.ts'
import { type AttemptRecord, recordOfArtifact } from './attempt-record.ts'
import { type Attempt, attemptIn, type EarlierAttempts, isCandidate, type Suite } from './find-attempts.ts'
import { recordsOfOthers } from './posted-records.ts'

/** Other runs that are read at most, each a list of artifacts and a download for each attempt and machine. */
const mostRuns = 4

const namesOf = ({ benchmarks }: Session) => JSON.stringify(benchmarks.map(({ name }) => name).sort())

/** Another suite may have the same name by mistake: its runs are no runs of this one. */
export const hasSameRows = (one: Session, other: Session): boolean => namesOf(one) === namesOf(other)

/** Events whose runs leave no result of a pull request. */
const otherEvents = ['push', 'schedule', 'workflow_run', 'release']

/**
 * Runs that go on are left out: they find this one when they end. The answer lasts for all suites of the job where no other run
 * goes on. A run that begins later is newer than this one: what it has posted is seen before this one posts.
 */
async function endedRuns(context: ConnectedJob): Promise<number[]> {
  const { runId, workflowPath } = context
  const headSha = proposalOf(context)?.headSha ?? ''
  const runs = await askedOnce(
    context.octokit,
    ['runs on', workflowPath, headSha],
    () => runsOnHead(context, { workflowPath, headSha }),
    listed => listed.every(({ id, conclusion }) => id === runId || conclusion !== null),
  )
  const isOther = ({ id, event, conclusion }: RunOnHead) =>
    id !== runId && conclusion !== null && conclusion !== 'skipped' && !otherEvents.includes(event)
  return runs.filter(isOther).map(({ id }) => id)
}

/** The other runs that may have measured the commit of this job, the newest first. */
export async function otherRunsOf(
  context: ConnectedJob,
  posted: AttemptRecord[],
): Promise<{ runs: number[]; lost: string[] }> {
  const named = recordsOfOthers(posted, context).map(({ runId }) => runId)
  const lost: string[] = []
  const listed = await endedRuns(context).catch(error => {
    lost.push(`other runs on this commit: ${explainRefusal(error, 'actions: read')}`)
    return []
  })
  const runs = [...new Set([...named, ...listed])].sort((a, b) => b - a)
  if (runs.length > mostRuns)
    lost.push(`${runs.length - mostRuns} more runs on this commit were not looked at`)
  return { runs: runs.slice(0, mostRuns), lost }
}

type Looking = { own: string; candidate: Session; context: JobContext }

/** The attempts and the record in an artifact; none where it is about other commits, or says not which. */
function inArtifact(artifact: AttemptArtifact, { own, candidate, context }: Looking) {
  const record = recordOfArtifact(artifact)
  const [known] = record ? recordsOfOthers([record], context) : []
  if (!known) return { attempts: [], records: [] }
  const place = { here: artifact.name === own, sure: true }
  const attempt = attemptIn(artifact, place, context.runId)
  const isOfSuite = attempt !== null && hasSameRows(attempt.candidate, candidate)
  return { attempts: isOfSuite ? [attempt] : [], records: [known] }
}

/** The attempts of other runs on these commits. Never throws: what cannot be read is `lost`. */
export async function otherAttempts(
  context: ConnectedJob,
  { values, candidate, posted }: { values: Suite; candidate: Session; posted: AttemptRecord[] },
): Promise<EarlierAttempts> {
  const own = artifactName('candidate', values.name, candidate.testbed?.fingerprint ?? '')
  const { runs, lost } = await otherRunsOf(context, posted)
  const attempts: Attempt[] = []
  const records: AttemptRecord[] = []
  for (const runId of runs) {
    const wanted = { runId, before: Number.POSITIVE_INFINITY, own, isWanted: isCandidate(values, own) }
    try {
      const { found, lost: unread } = await attemptArtifacts(context, wanted)
      lost.push(...unread)
      for (const artifact of found) {
        const inside = inArtifact(artifact, { own, candidate, context })
        attempts.push(...inside.attempts)
        records.push(...inside.records)
      }
    } catch (error) {
      lost.push(`run ${runId}: ${explainRefusal(error, 'actions: read')}`)
    }
  }
  return { attempts, records, lost }
}
