// The commits of a range OLD..NEW in their order, along the first parents, and those that a merge brought in.
import { assertGit, git, gitAnswer } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { isShallow, namedCommit } from './commits.ts'

/** A commit as people know it. */
export type KnownCommit = {
  sha: string
  parents: string[]
  author: string
  /** ISO 8601, with the author's own offset. */
  authored: string
  subject: string
}

/** `commits` are those after `old`, the oldest first; the last is the new end. */
export type KnownRange = { old: KnownCommit; commits: KnownCommit[] }

const FORMAT = '--format=%H%x1f%P%x1f%an%x1f%aI%x1f%s'

function readCommits(text: string): KnownCommit[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [sha = '', parents = '', author = '', authored = '', ...subject] = line.split('\x1f')
      return {
        sha,
        parents: parents.split(' ').filter(Boolean),
        author,
        authored,
        subject: subject.join(' '),
      }
    })
}

/** What is known of one commit. Throws git's reason. */
export async function commitNamed(cwd: string, sha: string): Promise<KnownCommit> {
  const [found] = readCommits(await git(cwd, ['show', '--no-patch', FORMAT, sha]))
  return found as KnownCommit
}

const listBetween = async (cwd: string, old: string, last: string): Promise<KnownCommit[]> =>
  readCommits(await git(cwd, ['log', '--first-parent', '--reverse', FORMAT, `${old}..${last}`]))

/** The names of both ends. Throws an InputError for anything but OLD..NEW. */
function endNames(range: string): [old: string, last: string] {
  const wanted = 'write the range as OLD..NEW: stable-bench bisect v1.2..main'
  if (range === '') throw new InputError(`bisect: no range; ${wanted}`)
  if (range.includes('...'))
    throw new InputError(
      `bisect: '${range}' has three dots, which are no range between two commits; ${wanted}`,
    )
  const [old = '', last, ...more] = range.split('..')
  if (last === undefined || old === '' || more.length > 0)
    throw new InputError(`bisect: '${range}' does not say where to begin; ${wanted}`)
  return [old, last === '' ? 'HEAD' : last]
}

/** Throws an InputError that says what to write, where `old` does not lead to `last`. */
async function assertLeads(cwd: string, [oldName, lastName]: [string, string], old: string, last: string) {
  if (old === last)
    throw new InputError(
      `bisect: there is no commit between '${oldName}' and '${lastName}': both are ${shortSha(old)}; name an older beginning`,
    )
  const base = await gitAnswer(cwd, ['merge-base', old, last])
  if (base === old) return
  if (base === last)
    throw new InputError(
      `bisect: '${lastName}' is older than '${oldName}'; write the older end first: ${lastName}..${oldName}`,
    )
  if (base === null)
    throw new InputError(
      (await isShallow(cwd))
        ? `bisect: this clone has the last commits only, and none that leads from '${oldName}' to '${lastName}'; get the others: git fetch --unshallow`
        : `bisect: '${oldName}' and '${lastName}' have no history in common`,
    )
  throw new InputError(
    `bisect: '${oldName}' does not lead to '${lastName}': they part at ${shortSha(base)}; ` +
      `search from there: ${shortSha(base)}..${lastName}`,
  )
}

/** The commits of `range`. Throws an InputError where there are none, or an end is missing. */
export async function readRange(cwd: string, range: string): Promise<KnownRange> {
  await assertGit().catch((error: Error) => {
    throw new InputError(`bisect: ${error.message}`)
  })
  if ((await gitAnswer(cwd, ['rev-parse', '--verify', 'HEAD'])) === null)
    throw new InputError(`bisect: ${cwd} is in no git repository with a commit`)
  const names = endNames(range)
  const [old, last] = [await namedCommit(cwd, names[0], 'bisect'), await namedCommit(cwd, names[1], 'bisect')]
  await assertLeads(cwd, names, old, last)
  const commits = await listBetween(cwd, old, last)
  return { old: await commitNamed(cwd, old), commits }
}

/**
 * What the merge `commit` brought in: its second parent's commits, oldest first, behind the commit at which they left the first
 * parent's. Null for no merge, and for one of several branches.
 */
export async function insideMerge(cwd: string, { parents }: KnownCommit): Promise<KnownRange | null> {
  const [first, second, ...more] = parents
  if (first === undefined || second === undefined || more.length > 0) return null
  const base = await gitAnswer(cwd, ['merge-base', first, second])
  if (base === null) return null
  const commits = await listBetween(cwd, first, second)
  return commits.length === 0 ? null : { old: await commitNamed(cwd, base), commits }
}
