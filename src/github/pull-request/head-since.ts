// Since when a pull request has its head: dates of commits can be made up, only the server says when one was pushed.
import type { ConnectedJob } from '../api/connect.ts'
import { needing } from '../api/explain-refusal.ts'
import type { PullAnswer } from './labels.ts'

/** Milliseconds since 1970, or the reason why it is not known. */
function dated(date: string | null | undefined, reason: string): number | string {
  const since = Date.parse(date ?? '')
  return Number.isFinite(since) ? since : reason
}

/**
 * The time of the last push to the branch, or why it is not known: that push has to have made `pull`'s head. Of a fork only the time of the
 * last push to any of its branches is known: one more makes the head seem newer, never older. Throws an Error that explains
 * a refusal. One request, none for a fork.
 * https://docs.github.com/rest/repos/repos#list-repository-activities
 */
export async function headSince(
  { octokit, owner, repo }: ConnectedJob,
  { number, head, base }: PullAnswer,
): Promise<number | string> {
  if (!head.repo) return `the repository of #${number} is gone`
  if (head.repo.id !== base.repo.id)
    return dated(head.repo.pushed_at, `it is not known when the fork of #${number} was last pushed to`)
  const reason = `it is not known when #${number} was last pushed to`
  if (!octokit.host.datesPushes) return `${reason}: this server does not say`
  const request = { owner, repo, ref: `refs/heads/${head.ref}`, per_page: 1 }
  const { data } = await needing('contents: read', octokit.rest.repos.listActivities(request))
  const [last] = data
  return last?.after === head.sha ? dated(last.timestamp, reason) : reason
}
