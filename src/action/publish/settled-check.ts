// Which check run a job makes beside those that other jobs have made, and make at the same moment.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { type Check, checksOnHead } from '../../github/posts/check-run.ts'
import { capital } from '../../phrases.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { type AttemptRecord, maxRecordBytes, shortRecord } from '../attempts/attempt-record.ts'
import { recordsIn } from '../attempts/posted-records.ts'
import { adviceBeside } from '../on-demand/beside-gate.ts'
import { passing, withSameHead } from './same-head.ts'
import { besideText, keptByDemand, standingBeside, worstOfAll } from './standing-reports.ts'

/** A check run of this job alone: `record` says how the job ended. */
export type OwnCheck = Pick<Check, 'title' | 'summary' | 'annotations'> & { record: AttemptRecord }

type NamedCheck = OwnCheck & { name: string }

/** That a job writes no check run, since that of another run stays. */
export const leftCheck = (runId: number, about = ''): string =>
  `The check run is left as run ${runId}${about} has written it.`

function whyLeft(record: AttemptRecord, reported: AttemptRecord[]): string | null {
  const { newer } = standingBeside(record, reported)
  if (newer !== null) return leftCheck(newer.runId, ', which is newer,')
  const kept = keptByDemand(record, reported)
  return kept && `${leftCheck(kept.runId)} ${capital(adviceBeside([kept]))}.`
}

function besideOthers({ name, record, ...own }: NamedCheck, reported: AttemptRecord[]): Check {
  const { newer, others: older } = standingBeside(record, reported)
  const others = newer === null ? older : [newer, ...older.filter(each => each !== newer)]
  const conclusion = worstOfAll(record, others)
  const beside = besideText(record, others)
  const check = { ...own, name, conclusion, record: shortRecord(record, maxRecordBytes.check) }
  if (beside === null) return check
  core.warning(`${name}: ${beside}`)
  const title =
    conclusion === record.conclusion ? own.title : `${conclusion}, by another job; here: ${own.title}`
  return { ...check, title, summary: `> ${escapeMarkdown(beside)}\n\n${own.summary}` }
}

/** How often a job makes its check run anew for those that others made meanwhile. */
const mostAgain = 3

/**
 * Makes the check run with `create`, unless that of another run stays. Two jobs may do so at the same moment: so who
 * found nothing that fails looks once more, and makes it anew where both together come to something else than what
 * stands. Who found something that fails stands, whoever comes later.
 */
export async function makeSettled(
  context: ConnectedJob,
  own: NamedCheck,
  create: (check: Check) => Promise<number>,
): Promise<void> {
  let standing = await checksOnHead(context, own.name)
  const left = whyLeft(own.record, recordsIn(standing))
  if (left !== null) return core.notice(left)
  const made: number[] = []
  for (let again = 0; again <= mostAgain; again++) {
    const others = standing.filter(({ id }) => !made.includes(id))
    const beside = besideOthers(own, recordsIn(others))
    const check = await withSameHead(context, beside, others)
    if (again > 0 && check.conclusion === standing[0]?.conclusion) return
    made.push(await create(check))
    if (!passing.includes(own.record.conclusion)) return
    const seen = standing.map(({ id }) => id)
    standing = await checksOnHead(context, own.name)
    if (standing.every(({ id }) => seen.includes(id) || made.includes(id))) return
  }
}
