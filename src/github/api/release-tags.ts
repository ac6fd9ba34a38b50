// Reads the tags on the server that name versions, with their commits' dates: a shallow checkout has no tags.
import { longestTag, type Release } from '../../model/index.ts'
import { askedOnce } from './asked-once.ts'
import { most } from './budget.ts'
import { commitRange } from './commit-range.ts'
import type { ConnectedJob } from './connect.ts'
import { readPages } from './pages.ts'

/** A longer one has no place in a history, which could not be read with it. */
const isVersion = (tag: string) => tag.length <= longestTag && /\d+\.\d+/.test(tag)

/** The date of a commit that this run's commit descends from; else null, as for the tag of a documentation branch. */
async function dateBefore(context: ConnectedJob, commit: string): Promise<string | null> {
  const range = await commitRange(context, { base: context.sha, head: commit })
  return range?.ahead === 0 ? (range.mergeBase?.date ?? null) : null
}

export type Tag = { tag: string; commit: string }

/**
 * The tags of the repository, `most.tagPages` pages at most, in no order that says which are new; `whole`: there are no more. Asked
 * for once. Throws the server's refusal.
 */
export function repositoryTags(context: ConnectedJob): Promise<{ tags: Tag[]; whole: boolean }> {
  const { octokit, owner, repo } = context
  return askedOnce(octokit, ['tags'], async () => {
    const request = { owner, repo, per_page: 100 }
    const { items, isWhole } = await readPages(octokit, {
      mostPages: most.tagPages,
      read: async page => ({ items: (await octokit.rest.repos.listTags({ ...request, page })).data }),
    })
    return { tags: items.map(({ name, commit }) => ({ tag: name, commit: commit.sha })), whole: isWhole }
  })
}

/**
 * The releases that are not `known` yet. Releases that the commit of this run does not descend from have no date. They
 * are recorded as well, so that no later run looks them up again. Throws the server's refusal.
 */
export async function newReleases(context: ConnectedJob, known: Release[]): Promise<Release[]> {
  const { tags } = await repositoryTags(context)
  const names = new Set(known.map(each => each.tag))
  const releases: Release[] = []
  const fresh = tags.filter(({ tag }) => isVersion(tag) && !names.has(tag))
  for (const { tag, commit } of fresh.slice(0, most.newReleases))
    releases.push({ tag, commit, date: await dateBefore(context, commit) })
  return releases
}
