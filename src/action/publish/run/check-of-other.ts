// A branch rule looks at the newest check run of the head, whatever that is about: the head may be another pull request's,
// too, or was measured against another base branch. Until its own measurement is there, nothing green may stand on it.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import type { PullRequest } from '../../../github/api/context.ts'
import { needing } from '../../../github/api/explain-refusal.ts'
import { checksOnHead } from '../../../github/posts/check-run.ts'
import { branchHas, withPresentBase } from '../../../github/pull-request/base-commits.ts'
import type { Values } from '../../../inputs/values.ts'
import { type AttemptRecord, attemptRecord, OF_NO_RUN } from '../../attempts/attempt-record.ts'
import { checkName, recordIn } from '../../attempts/posted-records.ts'
import { otherBase } from '../../pull-request/present-base.ts'
import { setOutcome, writeCheck, writeSummary } from '../outlets.ts'
import { passing } from '../same-head.ts'

/** Why a check run with this record says nothing about the pull request; null where it does. */
async function whyOther(
  context: ConnectedJob,
  { number, baseRef: branch, baseSha }: PullRequest,
  record: AttemptRecord | null,
): Promise<string | null> {
  if (record === null) return 'what it is about is not known'
  if (record.pull !== number) return `it is about ${record.pull === null ? 'none' : `#${record.pull}`}`
  if (record.base === '') return 'nothing was measured for it'
  if (record.base === baseSha) return null
  const has = await needing('contents: read', branchHas(context, { commit: record.base, branch }))
  return has ? null : otherBase(record.base, branch)
}

const title = 'Not measured yet: what stood here is about another pull request or base branch'

const wayOut =
  'The run that measures this pull request takes the place of this check run. If none does: push a commit, or close the ' +
  'pull request and open it again.'

/** Replaces a check run on the head that passes and is not about it or its base; returns whether there was one. */
export async function refuseOther(values: Values, context: ConnectedJob): Promise<boolean> {
  const { pullRequest } = context
  if (!pullRequest) return false
  const checks = await needing('checks: write', checksOnHead(context, checkName(values)))
  const [newest] = checks
  if (!newest || !passing.includes(newest.conclusion ?? '')) return false
  const now = await needing('pull-requests: read', withPresentBase(context, pullRequest))
  // The newest one may be another pull request's: it keeps the worst of all that stand.
  const records = checks.map(each => recordIn(each.record))
  const record = records.find(each => each?.pull === now.number) ?? recordIn(newest.record)
  const why = await whyOther(context, now, record)
  if (why === null) return false
  const summary = `The check run that stood on this commit does not count for #${now.number} into ${now.baseRef}: ${why}.\n\n${wayOut}`
  setOutcome('not-established')
  await writeSummary(`${title}.\n\n${summary}`)
  const own = {
    ...attemptRecord({ ...context, pullRequest: now }, { machine: null }),
    runId: OF_NO_RUN,
    attempt: 1,
    // Of the job that made the other one, so that its next report replaces this.
    workflow: record?.workflow ?? '',
    job: record?.job ?? '',
  }
  const about = { ...context, pullRequest: now, runId: OF_NO_RUN }
  await writeCheck(about, values, { title, summary, record: own })
  core.notice(`The check run on the head does not count for #${now.number}: ${why}.`)
  return true
}
