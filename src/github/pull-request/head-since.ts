// Since when a pull request has the head that it has. Dates of commits can be made up; when something was pushed, the
// server alone says.
import type { ConnectedJob } from '../api/connect.ts'
import { needing } from '../api/explain-refusal.ts'
import type { PullAnswer } from './labels.ts'

/** Milliseconds since 1970, or the reason why it is not known. */
type Since = { since: number; reason: null } | { since: null; reason: string }

const unknown = (reason: string): Since => ({ since: null, reason })

function dated(date: string | null | undefined, reason: string): Since {
  const since = Date.parse(date ?? '')
  return Number.isFinite(since) ? { since, reason: null } : unknown(reason)
}

/**
 * The time of the last push to the branch, which has to be the one that made `pull`'s head. Of a fork only the time of the
 * last push to any of its branches is known: one more makes the head seem newer, never older. Throws an Error that explains
 * a refusal. One request, none for a fork.
 * https://docs.github.com/rest/repos/repos#list-repository-activities
 */
export async function headSince(
  { octokit, owner, repo }: ConnectedJob,
  { number, head, base }: PullAnswer,
): Promise<Since> {
  if (!head.repo) return unknown(`the repository of #${number} is gone`)
  if (head.repo.id !== base.repo.id)
    return dated(head.repo.pushed_at, `it is not known when the fork of #${number} was last pushed to`)
  const reason = `it is not known when #${number} was last pushed to`
  if (!octokit.host.datesPushes) return unknown(`${reason}: this server does not say`)
  const request = { owner, repo, ref: `refs/heads/${head.ref}`, per_page: 1 }
  const { data } = await needing('contents: read', octokit.rest.repos.listActivities(request))
  const [last] = data
  return last?.after === head.sha ? dated(last.timestamp, reason) : unknown(reason)
}
