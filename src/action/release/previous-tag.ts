// The previous tag of a release: the nearest version tag of the same name that the released commit descends from. Git says
// it where the checkout has the history or can fetch it, else the server does.
import { git, gitAnswer } from '../../git.ts'
import { most } from '../../github/api/budget.ts'
import { commitRange } from '../../github/api/commit-range.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { repositoryTags, type Tag } from '../../github/api/release-tags.ts'
import { deepenUntil, isShallow } from '../../measure/checkout/commits.ts'

type TagParts = { name: string; numbers: number[]; rest: string; isVersion: boolean; isPrerelease: boolean }

/**
 * `lib-v1.2.0-rc.1` has the name `lib-v`. Other names are other packages: a rule that protects `v*` protects no `1.2.0`.
 * `v1` beside `v1.2.0` is a moving tag.
 */
function partsOf(tag: string): TagParts {
  const parts = /^(.*?)(\d+(?:\.\d+)+)(.*)$/.exec(tag) ?? /^(.*?)(\d+)(.*)$/.exec(tag)
  const [, name = tag, number = '', rest = ''] = parts ?? []
  const isPrerelease = /^-|^[._]?(?!post)[a-z]/i.test(rest)
  return { name, numbers: number.split('.').map(Number), rest, isVersion: number.includes('.'), isPrerelease }
}

/** Below zero where `a` is the lower version; a pre-release is below its release. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)]
  for (let i = 0; i < Math.max(one.numbers.length, other.numbers.length); i++) {
    const difference = (one.numbers[i] ?? 0) - (other.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  const kinds = Number(other.isPrerelease) - Number(one.isPrerelease)
  return kinds || one.rest.localeCompare(other.rest, 'en', { numeric: true })
}

/** The tags that may be the one before, in the order in which they are tried: a release is compared with releases first. */
function eligible(tags: Tag[], { tag: own, sha }: JobContext): Tag[][] {
  const kind = partsOf(own ?? '')
  const alike = tags.filter(({ tag, commit }) => {
    const { name, isVersion } = partsOf(tag)
    return tag !== own && commit !== sha && name === kind.name && isVersion === kind.isVersion
  })
  if (kind.isPrerelease) return [alike]
  const isPrerelease = ({ tag }: Tag) => partsOf(tag).isPrerelease
  return [alike.filter(each => !isPrerelease(each)), alike.filter(isPrerelease)]
}

/** Reads what `git ls-remote` and `git show-ref` print. The commit of an annotated tag is in its second line (`^{}`). */
function listedTags(lists: string): Tag[] {
  const tags = new Map<string, string>()
  for (const [, commit = '', tag = ''] of lists.matchAll(/^([0-9a-f]+)\s+refs\/tags\/(.+?)(?:\^\{\})?$/gm)) {
    tags.set(tag, commit)
  }
  return [...tags].map(([tag, commit]) => ({ tag, commit }))
}

/** The first of `tags` on the way back from `head`. */
async function nearest(repository: string, head: string, tags: Tag[], walk: string[] = []) {
  const commits = await git(repository, ['rev-list', ...walk, head])
  const places = new Map(commits.split('\n').map((commit, place) => [commit, place]))
  const place = ({ commit }: Tag) => places.get(commit) ?? Number.POSITIVE_INFINITY
  const [first] = tags.filter(each => places.has(each.commit)).sort((a, b) => place(a) - place(b))
  return first ?? null
}

/**
 * Looks along first parents first: a maintenance branch that was merged back did not come before. Undefined where the
 * history is too short and cannot be fetched.
 */
async function searchHistory(repository: string, head: string, tags: Tag[]) {
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

/** `passedOver` are the tags of the same name that the released commit does not descend from. */
export type TagBefore = { previous: Tag | null; passedOver: string[] }

/** The server's tags, or the clone's where it cannot be asked. Null where the release's own is missing: so may others. */
async function tagsOf(repository: string, { tag }: JobContext): Promise<Tag[] | null> {
  const remote = await gitAnswer(repository, ['ls-remote', '--tags', 'origin'])
  const lists = remote ?? (await gitAnswer(repository, ['show-ref', '--tags', '--dereference'])) ?? ''
  const tags = listedTags(lists)
  return tags.some(each => each.tag === tag) ? tags : null
}

/** Undefined where the checkout cannot tell: it is of another commit, lacks tags, or has no history and cannot fetch it. */
async function tagInCheckout(cwd: string, context: JobContext): Promise<TagBefore | undefined> {
  const repository = await gitAnswer(cwd, ['rev-parse', '--show-toplevel'])
  if (repository === null || (await gitAnswer(cwd, ['rev-parse', 'HEAD'])) !== context.sha) return undefined
  const tags = await tagsOf(repository, context)
  if (tags === null) return undefined
  const groups = eligible(tags, context)
  for (const group of groups) {
    const previous = await searchHistory(repository, context.sha, group)
    if (previous === undefined) return undefined
    if (previous !== null) return { previous, passedOver: [] }
  }
  return { previous: null, passedOver: groups.flat().map(({ tag }) => tag) }
}

/** Tries lower versions, the highest first. Throws the server's refusal, and where it has too many to try. */
async function tagOnServer(context: ConnectedJob): Promise<TagBefore> {
  const { sha, tag: own } = context
  const { tags, whole } = await repositoryTags(context)
  // A tag that is not listed may be nearer than any other.
  if (!whole)
    throw new Error(
      `the server has more than the ${tags.length} tags that are read: check out with fetch-depth: 0`,
    )
  const lower = eligible(tags, context).flatMap(group =>
    group
      .filter(({ tag }) => compareVersions(tag, own ?? '') < 0)
      .sort((a, b) => compareVersions(b.tag, a.tag)),
  )
  for (const each of lower.slice(0, most.previousTags)) {
    const range = await commitRange(context, { base: sha, head: each.commit })
    if (range?.ahead === 0) return { previous: each, passedOver: [] }
  }
  if (lower.length <= most.previousTags) {
    return { previous: null, passedOver: lower.map(({ tag }) => tag) }
  }
  throw new Error(
    `the released commit descends from none of the ${most.previousTags} tags that were looked at`,
  )
}

/** The previous tag; `cwd` is in the checkout. Null for the first release. Throws the refusal where git cannot tell. */
export async function previousTag(context: ConnectedJob, cwd: string): Promise<TagBefore> {
  const found = await tagInCheckout(cwd, context)
  return found === undefined ? tagOnServer(context) : found
}
