// The tags that name versions, and when their commits were made. Asked of the server: a checkout is shallow and has
// no tags.
import type { Release } from '../../model/index.ts'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'
import { commitRange } from './repository.ts'

const isVersion = (tag: string) => /\d+\.\d+/.test(tag)

/** In one night; those of a long past are found in the nights that follow. */
const maxNew = 10

/**
 * When the commit was made, as far as the commit of this run descends from it, else null: also for one without any
 * history in common (the tag of a documentation branch).
 */
async function dateBefore(octokit: Octokit, context: JobContext, commit: string): Promise<string | null> {
  const range = await commitRange(octokit, context, { base: commit, head: context.sha })
  const descends = range?.status === 'ahead' || range?.status === 'identical'
  return descends ? (range.base_commit.commit.committer?.date ?? null) : null
}

/**
 * The releases that are not `known` yet, as far as the commit of this run descends from them; others have no date, and
 * are not asked for again. Throws what the server answers.
 */
export async function newReleases(
  octokit: Octokit,
  context: JobContext,
  known: Release[],
): Promise<Release[]> {
  const { owner, repo } = context
  const { data: tags } = await octokit.rest.repos.listTags({ owner, repo, per_page: 100 })
  const names = new Set(known.map(each => each.tag))
  const releases: Release[] = []
  for (const { name, commit } of tags
    .filter(tag => isVersion(tag.name) && !names.has(tag.name))
    .slice(0, maxNew)) {
    releases.push({ tag: name, commit: commit.sha, date: await dateBefore(octokit, context, commit.sha) })
  }
  return releases
}
