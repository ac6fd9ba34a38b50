// The tags that name versions, and when their commits were made. Asked of the server: a checkout is shallow and has
// no tags.
import type { Release } from '../model.ts'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

const isVersion = (tag: string) => /\d+\.\d+/.test(tag)

/** In one night; those of a long past are found in the nights that follow. */
const maxNew = 10

/**
 * When the commit was made, as far as `head` descends from it, else null: also for one without any history in common
 * (the tag of a documentation branch), to which GitHub answers 404.
 */
async function dateBefore(
  octokit: Octokit,
  { owner, repo, sha: head }: JobContext,
  commit: string,
): Promise<string | null> {
  const basehead = `${commit}...${head}`
  try {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
      owner,
      repo,
      basehead,
      per_page: 1,
    })
    const descends = data.status === 'ahead' || data.status === 'identical'
    return descends ? (data.base_commit.commit.committer?.date ?? null) : null
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null
    throw error
  }
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
