// The tags that name versions, and when their commits were made. Asked of the server: a checkout is shallow and has
// no tags.
import type { Release } from '../model.ts'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

const isVersion = (tag: string) => /\d+\.\d+/.test(tag)

/** In one night; those of a long past are found in the nights that follow. */
const maxNew = 10

/**
 * The releases that are not `known` yet, as far as the commit of this run descends from them; others have no date.
 * Throws what the server answers.
 */
export async function newReleases(
  octokit: Octokit,
  { owner, repo, sha }: JobContext,
  known: Release[],
): Promise<Release[]> {
  const { data: tags } = await octokit.rest.repos.listTags({ owner, repo, per_page: 100 })
  const names = new Set(known.map(each => each.tag))
  const releases: Release[] = []
  for (const { name, commit } of tags
    .filter(tag => isVersion(tag.name) && !names.has(tag.name))
    .slice(0, maxNew)) {
    const basehead = `${commit.sha}...${sha}`
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
      owner,
      repo,
      basehead,
      per_page: 1,
    })
    const made = data.base_commit.commit.committer?.date ?? null
    const descends = data.status === 'ahead' || data.status === 'identical'
    releases.push({ tag: name, commit: commit.sha, date: descends ? made : null })
  }
  return releases
}
