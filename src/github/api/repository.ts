// Asks the server for files of the repository, since a checkout is shallow. GitHub also answers 404 where the token may not read a
// private repository: that means "there is none" only where the token can read the repository.
import { dirname } from 'node:path/posix'
import { shortSha } from '../../phrases.ts'
import { askedOnce, knownAnswer } from './asked-once.ts'
import type { RequestBudget } from './budget.ts'
import { type ConnectedJob, hasStatus, type Octokit } from './connect.ts'
import { explainRefusal } from './explain-refusal.ts'

/** The budgets of clients whose token is known to read commits of the repository. Clients of one job share a budget. */
const readable = new WeakSet<RequestBudget>()

/** Notes that the token can read commits of the repository. */
export const noteReadable = ({ budget }: Pick<Octokit, 'budget'>) => void readable.add(budget)

/** Throws an Error that names the permission where the token cannot read `commit`, or any commit. One request. */
export async function assertReadable({ octokit, owner, repo }: ConnectedJob, commit?: string): Promise<void> {
  const at = commit === undefined ? {} : { sha: commit }
  try {
    await octokit.rest.repos.listCommits({ owner, repo, ...at, per_page: 1 })
  } catch (error) {
    throw new Error(explainRefusal(error, 'contents: read'))
  }
}

/** The text of `path` at `commit`, null where there is none. Asked once. Throws the reason where it cannot be read. */
export function repositoryFile(
  context: ConnectedJob,
  place: { path: string; commit: string },
): Promise<string | null> {
  const ask = () => readFile(context, place)
  return askedOnce(context.octokit, fileQuestion(place), ask)
}

const fileQuestion = ({ path, commit }: { path: string; commit: string }) => ['file', path, commit]

/** The same where this job has read it before; null where it has not. Makes no request, and never throws. */
export async function knownFile(
  octokit: Octokit,
  place: { path: string; commit: string },
): Promise<string | null> {
  return knownAnswer<string | null>(octokit, fileQuestion(place))?.catch(() => null) ?? null
}

/** Reads files of the repository as they are at `commit`. */
export const filesAt = (context: ConnectedJob, commit: string) => (path: string) =>
  repositoryFile(context, { path, commit })

/** The ids of the workflow files beside the job's own at `commit`, by path. Throws the server's refusal. One request. */
export async function workflowFiles(
  { octokit, owner, repo, workflowPath }: ConnectedJob,
  commit: string,
): Promise<Map<string, string>> {
  const request = { owner, repo, path: dirname(workflowPath), ref: commit }
  try {
    const { data } = await octokit.rest.repos.getContent(request)
    const files = Array.isArray(data) ? data.filter(({ path }) => /\.ya?ml$/.test(path)) : []
    return new Map(files.map(({ path, sha }) => [path, sha]))
  } catch (error) {
    if (hasStatus(error, 404)) return new Map()
    throw error
  }
}

async function readFile(
  context: ConnectedJob,
  { path, commit }: { path: string; commit: string },
): Promise<string | null> {
  const { octokit, owner, repo } = context
  try {
    const { data } = await octokit.rest.repos.getContent({ owner, repo, path, ref: commit })
    if (Array.isArray(data) || data.type !== 'file' || !('content' in data)) {
      throw new Error('it is not a file')
    }
    // GitHub leaves the content out: such a file must not count as an empty one.
    if (data.encoding !== 'base64') throw new Error('it is larger than 1 MB, and the server does not show it')
    noteReadable(octokit)
    return Buffer.from(data.content, 'base64').toString('utf8')
  } catch (error) {
    const isMissing = hasStatus(error, 404)
    if (isMissing && readable.has(octokit.budget)) return null
    const refusal = isMissing ? await assertReadable(context, commit).catch((why: Error) => why) : error
    if (!refusal) {
      noteReadable(octokit)
      return null
    }
    throw new Error(`${path} at ${shortSha(commit)}: ${explainRefusal(refusal, 'contents: read')}`)
  }
}
