// The pull requests that changed last, with what the check runs of stable-bench say of their newest commits.
import { onTop } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { PullVerdicts } from '../../report/site/index-page.ts'
import { checkName } from '../attempts/posted-records.ts'

const MOST = 30

/** The titles of the newest check runs of a commit, a name each, without its start where only one name reports. */
async function verdictsAt({ octokit, owner, repo }: ConnectedJob, commit: string): Promise<string[]> {
  const request = { owner, repo, ref: commit, filter: 'latest', per_page: 100 } as const
  const { data } = await octokit.rest.checks.listForRef(request)
  const start = checkName({ name: '' })
  const titles = new Map<string, string>()
  for (const { name, output, conclusion } of data.check_runs.toSorted((a, b) => a.id - b.id))
    if (name.startsWith(start)) titles.set(name.slice(start.length), output.title ?? conclusion ?? '')
  return [...titles].map(([name, title]) => (titles.size === 1 ? title : `${name}: ${title}`))
}

/** The newest of all states, the last updated first. Throws the server's refusal. One request each, and one. */
export function lastPulls(context: ConnectedJob): Promise<PullVerdicts[]> {
  const { octokit, owner, repo } = context
  return onTop(context.octokit, MOST + 1, async () => {
    const order = { state: 'all', sort: 'updated', direction: 'desc' } as const
    const { data } = await octokit.rest.pulls.list({ owner, repo, ...order, per_page: MOST })
    const found: PullVerdicts[] = []
    for (const { number, title, updated_at: updated, head } of data)
      found.push({ number, title, updated, verdicts: await verdictsAt(context, head.sha) })
    return found
  })
}
