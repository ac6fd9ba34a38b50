// Checks that the checkout is the commit of the event. A job that builds another one might compare the base with itself and
// pass, or leave a pull request's measurements as the baseline of the branch.
import { resolve } from 'node:path'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { serverHasCommit } from '../../github/pull-request/base-commits.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError, type Revision, type Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { repositoryRoot } from '../../policy/config-file.ts'
import { headAndParents, originOf } from '../../testbed/revision.ts'

const doubt = (message: string): Warning => ({ code: 'measured-commit', message })

/** `origin` where it is another repository than the job's: benchmarks may have one of their own. */
const otherRepository = (origin: string | undefined, { owner, repo }: JobContext): string | null =>
  origin === undefined || origin === `${owner}/${repo}`.toLowerCase() ? null : origin

/** `silent`: there is a checkout, but git does not name its commit. */
type Checkout = 'none' | 'silent' | { head: string; parents: string[]; other: string | null }

async function checkedOut(cwd: string, context: JobContext): Promise<Checkout> {
  const found = await headAndParents(cwd)
  // A job that measures the build of another job needs no checkout.
  if (found === null) return repositoryRoot(cwd) === null ? 'none' : 'silent'
  return { ...found, other: otherRepository(await originOf(cwd), context) }
}

const silence = (cwd: string) =>
  `git cannot tell which commit is checked out in ${cwd}; check that git is installed and that the directory belongs to the user of the job.`

const differs = (head: string, place: string | null, commit: string) =>
  `commit ${shortSha(head)}${place === null ? '' : ` of ${place}`} is checked out, but the event is about ${shortSha(commit)}`

type MeasuredRevision = Pick<Revision, 'commit' | 'repository'> | null

/** Whether certainly another commit of this repository than `commit` was measured. */
export function isOtherCommit(revision: MeasuredRevision, commit: string, context: JobContext): boolean {
  if (!revision?.commit || revision.commit === commit) return false
  return otherRepository(revision.repository, context) === null
}

/** A warning where nothing shows which commit was measured; it names none, so that a report says it once. Else null. */
export function commitDoubt(revision: MeasuredRevision, commit: string, context: JobContext): Warning | null {
  if (revision?.commit === commit) return null
  if (!revision?.commit) {
    return doubt('there is no checkout, so the measured commit is unknown; the commit of its run is assumed')
  }
  const other = otherRepository(revision.repository, context)
  return other === null
    ? null
    : doubt(`a checkout of ${other} was measured: it counts as the commit that its run was about`)
}

const advice =
  "use actions/checkout without 'ref'; to measure a pull request by hand, run the jobs of its own run again, or " +
  "compare two commits on the command line with 'stable-bench ab'"

/**
 * Checks that the checkout at `cwd` is exactly the event's commit, and returns doubts. `isKnown`: the server has a
 * commit, perhaps only in a fork. Throws an InputError for another commit, and where git names none.
 */
export async function requireEventCommit(
  cwd: string,
  context: JobContext,
  isKnown: (commit: string) => Promise<boolean>,
): Promise<Warning[]> {
  const { sha } = context
  const found = await checkedOut(cwd, context)
  if (found === 'silent') {
    const remedy = `If another user owns the directory (git before 2.38), run: git config --global --add safe.directory ${repositoryRoot(cwd)}`
    throw new InputError(
      `${silence(cwd)} The job must check out ${shortSha(sha)}, the commit of the event. ${remedy}`,
    )
  }
  if (found !== 'none' && found.head !== sha && (found.other === null || (await isKnown(found.head)))) {
    throw new InputError(
      `${differs(found.head, found.other, sha)}: its result would be stored as the result of that commit; ${advice}`,
    )
  }
  const measured = found === 'none' ? null : { commit: found.head, repository: found.other ?? undefined }
  const unknown = commitDoubt(measured, sha, context)
  return unknown === null ? [] : [unknown]
}

/** The same for the checkout of a job, whose server knows the commits of forks. */
export function eventCommit(
  values: Pick<Values, 'working-directory'>,
  context: ConnectedJob,
): Promise<Warning[]> {
  const isKnown = (commit: string) => serverHasCommit(context, commit)
  return requireEventCommit(resolve(values['working-directory']), context, isKnown)
}

/** Checks that the checkout is `commit` or made from it, and returns doubts. Throws an InputError for another commit. */
export async function requireCommit(cwd: string, context: JobContext, commit: string): Promise<Warning[]> {
  const found = await checkedOut(cwd, context)
  if (found === 'none') return [commitDoubt(null, commit, context)].filter(each => each !== null)
  const isTarget = context.event === 'pull_request_target'
  if (found === 'silent' && !isTarget) return [doubt(silence(cwd))]
  const isMade = found !== 'silent' && [found.head, ...found.parents].includes(commit)
  if (isMade) return []
  const message = found === 'silent' ? silence(cwd) : differs(found.head, found.other, commit)
  if (found !== 'silent' && found.other !== null)
    return [doubt(`${message}: nothing shows that this checkout builds that commit`)]
  const instead = isTarget
    ? 'pull_request_target checks out the base branch; use pull_request, for forks with a publish workflow'
    : 'use actions/checkout without `ref`, or with the commit of the event'
  throw new InputError(`${message}, which would not be measured; ${instead}`)
}
