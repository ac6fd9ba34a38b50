// What the last release left: the sessions that were its baseline, packed with its own in front. A maintenance
// release is compared with what it descends from, not with whatever was released last.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'
import { openPool } from './pool.ts'
import { artifactsNamed, type BranchArtifact, ofRepository } from './provenance.ts'
import type { Calls, StoredResult } from './stored-result.ts'

export type Release = { pool: BranchArtifact; results: StoredResult[] }

/** `release` is null when there is none that can be used; the notes say which were skipped, and why. */
export type FoundRelease = { release: Release | null; notes: string[] }

/** A look at one costs a download and a comparison of commits; the last few are enough to find an ancestor. */
const maxReleases = 8

async function isAncestor(octokit: Octokit, { owner, repo }: JobContext, base: string, head: string) {
  const basehead = `${base}...${head}`
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 })
  return data.status === 'ahead'
}

/** The packed sessions of the newest release before `commit`, its own first. Throws what the server answers to a list. */
export async function lastRelease(
  octokit: Octokit,
  context: JobContext,
  { name, commit, calls }: { name: string; commit: string; calls: Calls },
): Promise<FoundRelease> {
  calls.left -= 1
  const listed = ofRepository(await artifactsNamed(octokit, context, name), context)
  const notes: string[] = []
  const seen = new Set([commit])
  for (const pool of listed.filter(each => each.runId !== context.runId).slice(0, maxReleases)) {
    const opened = await openPool(octokit, context, { pools: [pool], calls })
    notes.push(...opened.notes)
    const released = opened.results[0]?.commit
    // The same release again, by a job that was repeated or a schedule that keeps it from expiring.
    if (released === undefined || seen.has(released)) continue
    seen.add(released)
    calls.left -= 1
    if (await isAncestor(octokit, context, released, commit)) {
      return { release: { pool, results: opened.results }, notes }
    }
    notes.push(`the release of ${released.slice(0, 10)} was skipped: this one does not descend from it`)
  }
  return { release: null, notes }
}
