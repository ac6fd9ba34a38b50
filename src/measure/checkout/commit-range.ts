// The commits of a range OLD..NEW in their order, along the first parents, and those that a merge brought in. Each has the one before
// it as a parent: only then is the difference between both what the commit did.
import { git, gitAnswer } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { headCommit, isShallow, namedCommit } from './commits.ts'

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
    .filter(Boolean)
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

async function commitNamed(cwd: string, sha: string): Promise<KnownCommit> {
  const [found] = readCommits(await git(cwd, ['show', '--no-patch', FORMAT, sha]))
  return found as KnownCommit
}

/** From `old` to `last`, along the first parents that come from `old`. Those of a line that lacks it say nothing of what came after it. */
async function listBetween(cwd: string, old: string, last: string): Promise<KnownCommit[]> {
  const descendants = readCommits(await git(cwd, ['log', '--ancestry-path', FORMAT, `${old}..${last}`]))
  const bySha = new Map(descendants.map(commit => [commit.sha, commit]))
  const found: KnownCommit[] = []
  for (let at = bySha.get(last); at !== undefined; ) {
    found.push(at)
    at = bySha.get(at.parents.find(sha => sha === old || bySha.has(sha)) ?? '')
  }
  return found.reverse()
}

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
  await headCommit(cwd, 'bisect')
  const names = endNames(range)
  const [old, last] = [await namedCommit(cwd, names[0], 'bisect'), await namedCommit(cwd, names[1], 'bisect')]
  await assertLeads(cwd, names, old, last)
  const commits = await listBetween(cwd, old, last)
  return { old: await commitNamed(cwd, old), commits }
}

/**
 * What the merge `commit` brought to `before`, the parent that came before it: the other parent's commits, oldest first, behind the
 * commit at which both parted. Or why they are no line of commits that could be searched.
 */
export async function insideMerge(
  cwd: string,
  { parents }: KnownCommit,
  before: string,
): Promise<KnownRange | string> {
  const [other, ...more] = parents.filter(sha => sha !== before)
  if (other === undefined || more.length > 0) return `it joins ${parents.length} branches at once`
  const [base, ...others] = (await gitAnswer(cwd, ['merge-base', '--all', before, other]))?.split('\n') ?? []
  if (base === undefined) return 'both branches have no history in common here'
  if (others.length > 0) return 'both branches were merged into each other before'
  const commits = await listBetween(cwd, base, other)
  return commits.length === 0 ? 'it brought no commits' : { old: await commitNamed(cwd, base), commits }
}
