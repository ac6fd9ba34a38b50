// The files that a pull request, or a group of a merge queue, changes, as the server has them.
import { askedOnce } from '../api/asked-once.ts'
import { most } from '../api/budget.ts'
import { changedNames, commitRange, noCommonHistory } from '../api/commit-range.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { proposalOf } from '../api/context.ts'
import { needing } from '../api/explain-refusal.ts'
import { readPages } from '../api/pages.ts'

/** The server lists no more of a pull request: https://docs.github.com/rest/pulls/pulls */
const mostListed = 3000

async function filesOfPull({ octokit, owner, repo }: ConnectedJob, number: number) {
  const request = { owner, repo, pull_number: number, per_page: 100 }
  const { items } = await readPages(octokit, {
    mostPages: most.changedFilePages,
    read: async page => ({ items: (await octokit.rest.pulls.listFiles({ ...request, page })).data }),
  })
  return items
}

/**
 * The names of the files that the proposal of `context` changes. Throws where the server does not list all of them,
 * or refuses. Asked for once, with the merge base; some more requests for three hundred files.
 */
export function changedFiles(context: ConnectedJob): Promise<string[]> {
  const { baseSha = '', headSha = '' } = proposalOf(context) ?? {}
  const ask = () => needing('contents: read', readChanges(context, { base: baseSha, head: headSha }))
  return askedOnce(context.octokit, ['changed files', baseSha, headSha], ask)
}

async function readChanges(context: ConnectedJob, range: { base: string; head: string }) {
  const { pullRequest } = context
  const compared = await commitRange(context, range)
  if (compared === null) throw noCommonHistory(range.base, range.head)
  if (compared.changed !== null) return compared.changed
  if (pullRequest === null)
    throw new Error('the group changes more files than the server lists in a comparison')
  const listed = await filesOfPull(context, pullRequest.number)
  if (listed.length < mostListed) return changedNames(listed)
  throw new Error(`it changes ${mostListed} files or more, and the server lists no more of them`)
}
