// The base commit: finds it, and brings it into a clone that may be shallow.

import { assertGit, git, gitAnswer, gitOutput, gitSucceeds, gitTop } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { OF_SUBMODULES } from './changed-files.ts'

/** Whether `commit` is in `repository`. */
export const hasCommit = (repository: string, commit: string): Promise<boolean> =>
  gitSucceeds(repository, ['cat-file', '-e', `${commit}^{commit}`])

/** The text of the file at `path`, from the top of the repository, in a commit; null where it has none. */
export async function fileAt(repository: string, commit: string, path: string): Promise<string | null> {
  const name = `${commit}:${path}`
  if (!(await gitSucceeds(repository, ['cat-file', '-e', name]))) return null
  return gitOutput(repository, ['cat-file', 'blob', name])
}

/** Fetches `commit` without its history. Throws git's reason. */
export const fetchCommit = (repository: string, commit: string): Promise<string> =>
  git(repository, ['fetch', '--no-tags', '--depth=1', 'origin', commit])

/** Whether the history of `repository` is cut off. */
export const isShallow = async (repository: string): Promise<boolean> =>
  (await git(repository, ['rev-parse', '--is-shallow-repository'])) === 'true'

const DEEPEN_BY = [50, 500, 5000]

/**
 * Fetches more history of `commits`, or of all branches, until `isEnough`. False for a complete clone, and where there is no more.
 */
export async function deepenUntil(
  repository: string,
  isEnough: () => Promise<boolean>,
  commits: string[] = [],
): Promise<boolean> {
  if (!(await isShallow(repository))) return false
  for (const by of [...DEEPEN_BY.map(count => `--deepen=${count}`), '--unshallow']) {
    if (!(await gitSucceeds(repository, ['fetch', '--no-tags', by, 'origin', ...commits]))) return false
    if (await isEnough()) return true
  }
  return false
}

/**
 * Makes sure that `commit` is in `repository`: fetches it alone, or deepens a shallow clone. Throws git's reason when it cannot be
 * had.
 */
export async function ensureCommit(repository: string, commit: string): Promise<void> {
  if (await hasCommit(repository, commit)) return
  try {
    await fetchCommit(repository, commit)
  } catch (error) {
    if (!(await deepenUntil(repository, () => hasCommit(repository, commit)))) throw error
  }
}

const commitOf = (cwd: string, name: string): Promise<string | null> =>
  gitAnswer(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])

/** The commit of HEAD. Throws an InputError about `input` where there is no git, no commit, or no checkout. */
export async function headCommit(cwd: string, input: string): Promise<string> {
  await assertGit().catch((error: Error) => {
    throw new InputError(`${input}: ${error.message}`)
  })
  const head = await commitOf(cwd, 'HEAD')
  if (head === null) throw new InputError(`${input}: ${cwd} is in no git repository with a commit`)
  await gitTop(cwd).catch((error: Error) => {
    throw new InputError(`${input}: ${error.message}`)
  })
  return head
}

const MOST_BRANCHES = 5

async function adviceForUnknown(cwd: string): Promise<string> {
  if (await isShallow(cwd))
    return `this clone has the last commits only; get the others: git fetch --unshallow --tags origin '+refs/heads/*:refs/remotes/origin/*'`
  const newest = ['for-each-ref', '--sort=-committerdate', '--format=%(refname:short)', 'refs/heads']
  const branches = (await git(cwd, newest)).split('\n').filter(Boolean)
  const known = branches.length === 0 ? '' : `; the branches here: ${firstOf(branches, MOST_BRANCHES)}`
  return `fetch it, or name a branch, tag or commit${known}`
}

/** Throws an InputError where `name` is a tag and a branch of different commits: git takes the tag, and few people know. */
async function assertOneMeaning(cwd: string, name: string, input: string): Promise<void> {
  const full = ['refs/tags/', 'refs/heads/'].map(kind => `${kind}${name}`)
  const [tag = null, branch = null] = await Promise.all(full.map(each => commitOf(cwd, each)))
  if (tag === null || branch === null || tag === branch) return
  throw new InputError(
    `${input}: '${name}' is a tag and a branch here, of different commits; write ${full.join(' or ')}`,
  )
}

/** The commit that `name` (a branch, tag or commit, here or at `origin`) stands for. Throws an InputError about `input`. */
export async function namedCommit(cwd: string, name: string, input: string): Promise<string> {
  await assertOneMeaning(cwd, name, input)
  const found = (await commitOf(cwd, name)) ?? (await commitOf(cwd, `origin/${name}`))
  if (found !== null) return found
  throw new InputError(`${input}: git knows no '${name}' in ${cwd}; ${await adviceForUnknown(cwd)}`)
}

/** The commit at which `head` left `tip`; null where they have no history in common. Deepens a shallow clone until it is there. */
async function forkOf(
  cwd: string,
  { tip, head, ref }: Record<'tip' | 'head' | 'ref', string>,
): Promise<string | null> {
  const found = () => gitAnswer(cwd, ['merge-base', tip, head])
  const fork = await found()
  if (fork !== null || !(await isShallow(cwd))) return fork
  await deepenUntil(cwd, async () => (await found()) !== null)
  const deeper = await found()
  if (deeper !== null || !(await isShallow(cwd))) return deeper
  throw new InputError(
    `base-ref: this clone has the last commits only, and not the one where HEAD left '${ref}'; get the others: git fetch --unshallow origin`,
  )
}

/**
 * What `ab --base-ref` compares. `isFork`: HEAD left the branch at `base`. `dirty`: files have changes that `head` does not hold.
 */
type BranchCommits = { base: string; isFork: boolean; head: string; dirty: boolean }

/**
 * The commit at which HEAD left `ref` (a branch, tag or commit, here or at `origin`), so that nobody else's later commits are
 * compared; without common history that of `ref` itself. Throws an InputError without such a commit, which a
 * shallow clone may lack even when it is deepened, and when nothing differs from it.
 */
export async function leftAt(cwd: string, ref: string): Promise<BranchCommits> {
  const head = await headCommit(cwd, 'base-ref')
  const tip = await namedCommit(cwd, ref, 'base-ref')
  const fork = await forkOf(cwd, { tip, head, ref })
  const base = fork ?? tip
  const dirty = (await git(cwd, ['status', '--porcelain', ...OF_SUBMODULES])) !== ''
  if (base === head && !dirty) {
    const message = `base-ref: nothing differs from '${ref}': HEAD holds no commit of its own, and no file is changed`
    throw new InputError(`${message}; check out the branch to compare, or name an older commit`)
  }
  return { base, isFork: fork !== null, head, dirty }
}
