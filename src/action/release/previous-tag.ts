// The tag before a release: the nearest version tag of the same name that the released commit descends from. Git says
// it where the checkout has the history or can fetch it, else the server does.
import { git, gitAnswer } from '../../git.ts'
import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext } from '../../github/api/context.ts'
import { commitRange } from '../../github/api/repository.ts'
import { deepenUntil, isShallow } from '../../measure/checkout/commits.ts'

export type PreviousTag = { tag: string; commit: string }

type Kind = { name: string; isVersion: boolean; isPrerelease: boolean }

/** `lib-v1.2.0-rc.1` has the name `lib-`. Other names are other packages, and `v1` beside `v1.2.0` is a moving tag. */
function kindOf(tag: string): Kind {
  const parts = /^(.*?)v?(\d+(?:\.\d+)+)(.*)$/i.exec(tag) ?? /^(.*?)v?(\d+)(.*)$/i.exec(tag)
  const [, name = tag, number = '', rest = ''] = parts ?? []
  const isPrerelease = /^-|^[._]?(?!post)[a-z]/i.test(rest)
  return { name, isVersion: number.includes('.'), isPrerelease }
}

/** The tags that may be the one before, in the order in which they are tried: a release is held against releases first. */
function eligible(tags: PreviousTag[], { tag: own, sha }: JobContext): PreviousTag[][] {
  const kind = kindOf(own ?? '')
  const alike = tags.filter(({ tag, commit }) => {
    const { name, isVersion } = kindOf(tag)
    return commit !== sha && name === kind.name && isVersion === kind.isVersion
  })
  if (kind.isPrerelease) return [alike]
  const isPrerelease = ({ tag }: PreviousTag) => kindOf(tag).isPrerelease
  return [alike.filter(each => !isPrerelease(each)), alike.filter(isPrerelease)]
}

/** Reads what `git ls-remote` and `git show-ref` print. The commit of an annotated tag is in its second line (`^{}`). */
function listedTags(lists: string): PreviousTag[] {
  const tags = new Map<string, string>()
  for (const [, commit = '', tag = ''] of lists.matchAll(/^([0-9a-f]+)\s+refs\/tags\/(.+?)(?:\^\{\})?$/gm)) {
    tags.set(tag, commit)
  }
  return [...tags].map(([tag, commit]) => ({ tag, commit }))
}

/** The first of `tags` on the way back from `head`. */
async function nearest(repository: string, head: string, tags: PreviousTag[], walk: string[] = []) {
  const commits = await git(repository, ['rev-list', ...walk, head])
  const places = new Map(commits.split('\n').map((commit, place) => [commit, place]))
  const place = ({ commit }: PreviousTag) => places.get(commit) ?? Number.POSITIVE_INFINITY
  const [first] = tags.filter(each => places.has(each.commit)).sort((a, b) => place(a) - place(b))
  return first ?? null
}

/**
 * First along first parents: a maintenance branch that was merged back is not what came before. Undefined where the
 * history is too short and cannot be fetched.
 */
async function searchHistory(repository: string, head: string, tags: PreviousTag[]) {
  if (tags.length === 0) return null
  const straight = () => nearest(repository, head, tags, ['--first-parent'])
  let found = await straight()
  const isFound = async () => {
    found = await straight()
    return found !== null
  }
  if (found === null) await deepenUntil(repository, isFound, [head])
  if (found !== null) return found
  return (await isShallow(repository)) ? undefined : nearest(repository, head, tags)
}

/** Undefined where the checkout cannot tell: it is of another commit, or has no history and cannot fetch it. */
async function tagInCheckout(cwd: string, context: JobContext): Promise<PreviousTag | null | undefined> {
  const repository = await gitAnswer(cwd, ['rev-parse', '--show-toplevel'])
  if (repository === null || (await gitAnswer(cwd, ['rev-parse', 'HEAD'])) !== context.sha) return undefined
  const remote = await gitAnswer(repository, ['ls-remote', '--tags', 'origin'])
  if (remote === null && (await isShallow(repository))) return undefined
  const local = await gitAnswer(repository, ['show-ref', '--tags', '--dereference'])
  for (const tags of eligible(listedTags(`${remote ?? ''}\n${local ?? ''}`), context)) {
    const found = await searchHistory(repository, context.sha, tags)
    if (found !== null) return found
  }
  return null
}

/** A request each. */
const mostCompared = 8
const perPage = 100

const byVersion = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** Tries lower versions, the highest first. Throws what the server answers, and where it has too many to try. */
async function tagOnServer(octokit: Octokit, context: JobContext): Promise<PreviousTag | null> {
  const { owner, repo, sha, tag: own } = context
  const { data } = await octokit.rest.repos.listTags({ owner, repo, per_page: perPage })
  const tags = data.map(({ name, commit }) => ({ tag: name, commit: commit.sha }))
  const lower = eligible(tags, context).flatMap(group =>
    group.filter(({ tag }) => byVersion(tag, own ?? '') < 0).sort((a, b) => byVersion(b.tag, a.tag)),
  )
  for (const each of lower.slice(0, mostCompared)) {
    const range = await commitRange(octokit, context, { base: each.commit, head: sha })
    if (range?.status === 'ahead') return each
  }
  if (lower.length <= mostCompared && data.length < perPage) return null
  const looked = Math.min(lower.length, mostCompared)
  throw new Error(`the released commit descends from none of the ${looked} tags that were looked at`)
}

/**
 * The tag before the one that was pushed or released, with its commit; `cwd` is in the checkout. Null for the first
 * release. Throws what the server answers where the checkout cannot tell.
 */
export async function previousTag(
  octokit: Octokit,
  context: JobContext,
  cwd: string,
): Promise<PreviousTag | null> {
  const found = await tagInCheckout(cwd, context)
  return found === undefined ? tagOnServer(octokit, context) : found
}
