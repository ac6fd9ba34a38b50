// Whether what is checked out is the commit that the event is about: a job that builds anything else would compare the
// base with itself, say, and pass.
import { repositoryRoot } from '../find-config.ts'
import { gitAnswer } from '../git.ts'
import type { JobContext } from '../github/context.ts'
import { InputError, type Warning } from '../model.ts'
import { headAndParents } from '../testbed/checked-out.ts'

/** The `owner/name` in the address of a server; a path says nothing of whose it is. */
const repositoryIn = (url: string) =>
  /^(?:[a-z+]+:\/\/[^/]+\/(?:.*\/)?|[^/]+@[^/:]+:)([^/:]+\/[^/]+?)(?:\.git)?\/?$/i
    .exec(url.trim())?.[1]
    ?.toLowerCase()

const short = (sha: string) => sha.slice(0, 10)

/** `ownRepository` is null where nothing is known. */
type OtherCommit = { message: string; ownRepository: boolean | null }

/**
 * Null where the checkout at `cwd` is `commit`, or made of it (a merge, a commit on top of it), or where there is no
 * checkout to ask. Else what is there instead: of another repository (benchmarks may have one of their own) it may
 * still build the right commit, of this one it does not.
 */
async function otherCommit(
  cwd: string,
  { owner, repo }: JobContext,
  commit: string,
): Promise<OtherCommit | null> {
  const found = await headAndParents(cwd)
  if (found === null) {
    // Benchmarks of what another job has built need no checkout; where there is one, git is missing or refuses it.
    if (repositoryRoot(cwd) === null) return null
    const message = `git does not say which commit is checked out in ${cwd}: is it installed, and is the directory its own?`
    return { message, ownRepository: null }
  }
  if ([found.head, ...found.parents].includes(commit)) return null
  const origin = repositoryIn((await gitAnswer(cwd, ['config', '--get', 'remote.origin.url'])) ?? '')
  const ownRepository = origin === undefined || origin === `${owner}/${repo}`.toLowerCase()
  const place = ownRepository ? '' : ` of ${origin}`
  const message = `commit ${short(found.head)}${place} is checked out, and the event is about ${short(commit)}`
  return { message, ownRepository }
}

/** Where the measurement of another commit would be filed under `commit`: the nights of a branch may mean to be that. */
export async function doubtCommit(cwd: string, context: JobContext, commit: string): Promise<Warning[]> {
  const other = await otherCommit(cwd, context, commit)
  return other === null ? [] : [{ code: 'measured-commit', message: other.message }]
}

/**
 * The doubts about measuring the checkout at `cwd` as `commit`. Throws an InputError where it is certain that another
 * commit would be measured.
 */
export async function requireCommit(cwd: string, context: JobContext, commit: string): Promise<Warning[]> {
  const other = await otherCommit(cwd, context, commit)
  if (other === null) return []
  const isTarget = context.event === 'pull_request_target'
  if (!other.ownRepository && !(isTarget && other.ownRepository === null)) {
    const message =
      other.ownRepository === null ? other.message : `${other.message}: nothing shows that it builds that`
    return [{ code: 'measured-commit', message }]
  }
  const advice = isTarget
    ? 'pull_request_target checks out the base branch; use pull_request (for forks see docs/publishing.md)'
    : 'use actions/checkout without `ref`, or with the commit of the event'
  throw new InputError(`${other.message}, of which a comparison would say nothing; ${advice}`)
}
