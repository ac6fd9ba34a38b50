// The run that measures the head of a pull request instead of one that was skipped or cancelled.
import type { ConnectedJob } from '../api/connect.ts'
import type { EndedRun } from '../runs/ended-run.ts'
import { type RunOnHead, runsOnHead } from '../runs/runs-on-head.ts'

/**
 * Whether `other` says more about the head than a run that was skipped or cancelled. A skipped one says nothing, also
 * beside a cancelled one. A cancelled one is replaced only by a newer run that goes on or has ended by itself.
 */
const saysMore = ({ id, conclusion }: EndedRun, other: RunOnHead): boolean =>
  other.id !== id &&
  other.conclusion !== 'skipped' &&
  (conclusion === 'skipped' || (other.id > id && other.conclusion !== 'cancelled'))

/**
 * The newest run of the same workflow and event on the same head that says more about it than `run`, which was skipped or
 * cancelled. Null where there is none. One request. Throws the server's refusal.
 */
export async function runInstead(context: ConnectedJob, run: EndedRun): Promise<number | null> {
  const runs = await runsOnHead(context, run)
  return runs.find(other => other.event === run.event && saysMore(run, other))?.id ?? null
}
