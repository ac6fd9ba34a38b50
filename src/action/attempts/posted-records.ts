// The records that reports hide in what they post on a pull request's head: in the comment, and in check runs. They outlive
// artifacts, and whoever measures the same commit again finds them there.
import type { ConnectedJob } from '../../github/api/connect.ts'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { checksOnHead, type StandingCheck } from '../../github/posts/check-run.ts'
import { recordInComment } from '../../github/posts/found-comment.ts'
import type { Values } from '../../inputs/values.ts'
import { type AttemptRecord, readRecord } from './attempt-record.ts'

/** Where this job posts, and under which name. */
export type PostingInputs = Pick<Values, 'name' | 'comment' | 'checks'>

/** The check run of a suite. */
export const checkName = ({ name }: Pick<Values, 'name'>) => `stable-bench: ${name}`

/** The record in a text; null in one that this version did not write. */
export function recordIn(text: string | null): AttemptRecord | null {
  if (text === null) return null
  try {
    return readRecord(text, 'a record')
  } catch {
    return null
  }
}

/** The records in the texts of check runs. */
export const recordsIn = (checks: StandingCheck[]): AttemptRecord[] =>
  checks.flatMap(({ record }) => recordIn(record) ?? [])

/** The run of the newest of `checks` about this pull request, as another one may have the same head; null for none. */
export const newestOfPull = (checks: StandingCheck[], pull: number | null): number | null =>
  checks.find(each => each.runId && isAbout(each, pull))?.runId ?? null

/** One without a record may be of any: another version made it. */
const isAbout = ({ record }: { record: string | null }, pull: number | null) => {
  const found = recordIn(record)
  return found === null || found.pull === pull
}

/**
 * The records under this job's name on this commit, of any run and any attempt but this one; none where they cannot
 * be read. Nobody can delete a check run, so a comment is asked only where none has a record.
 */
export async function postedRecords(values: PostingInputs, context: ConnectedJob): Promise<AttemptRecord[]> {
  const isChecked = values.checks !== 'never'
  const checks = isChecked ? await checksOnHead(context, checkName(values)).catch(() => []) : []
  const found = recordsIn(checks)
  if (found.length === 0 && values.comment !== 'never' && context.pullRequest) {
    const text = await recordInComment(context, values.name).catch(() => null)
    found.push(...[recordIn(text)].filter(each => each !== null))
  }
  const isEarlier = ({ runId, attempt }: AttemptRecord) =>
    runId !== context.runId || attempt < context.runAttempt
  return found.filter(isEarlier)
}

/** Those of other runs on the commit that this job is about, judged by the same base commit. */
export const recordsOfOthers = (records: AttemptRecord[], context: JobContext): AttemptRecord[] => {
  const [head, base] = [proposalOf(context)?.headSha, context.judgedBase]
  if (head === undefined || base === undefined) return []
  return records.filter(each => each.runId !== context.runId && each.head === head && each.base === base)
}
