// What the last releases left: the sessions that were the baseline of each, packed with its own in front. A maintenance
// release is compared with what it descends from, not with whatever was released last.
import type { Octokit } from './base-commits.ts'
import { commitRange } from './commit-range.ts'
import type { JobContext } from './context.ts'
import { unverifiedNotes } from './download-archive.ts'
import { artifactsNamed, type BranchArtifact, ofRepository } from './provenance.ts'
import { releasesIn } from './release-pools.ts'
import { type Calls, callsPerArtifact, type StoredResult } from './stored-result.ts'

/** `release` has the release's own session first, and is null when there is none that can be used. */
export type FoundRelease = { release: StoredResult[] | null; notes: string[] }

/** Different commits; the last few are enough to find an ancestor. */
const maxReleases = 8

/** The artifacts `name` that releases left and schedules renewed, the newest first. One request. */
export async function releaseArtifacts(
  octokit: Octokit,
  context: JobContext,
  name: string,
): Promise<BranchArtifact[]> {
  return ofRepository(await artifactsNamed(octokit, context, name), context)
}

/** Whether a schedule left it, which renews several releases; a release leaves its own only, under its tag. */
export const isRenewal = ({ artifact }: BranchArtifact, { defaultBranch }: JobContext) =>
  artifact.workflow_run?.head_branch === defaultBranch

/**
 * The releases in `artifacts`, each commit once as its newest copy, for as many requests as `calls` has left; those of
 * `seen` commits do not count. What cannot be used becomes one of `notes`.
 */
export async function* eachRelease(
  octokit: Octokit,
  context: JobContext,
  { artifacts, seen, calls, notes }: Search,
): AsyncGenerator<StoredResult[]> {
  for (const artifact of artifacts) {
    if (artifact.artifact.expired || (!isRenewal(artifact, context) && seen.has(artifact.commit))) continue
    if (calls.left < callsPerArtifact) {
      notes.push('older releases were not looked at: this job has made all requests it allows itself')
      return
    }
    calls.left -= callsPerArtifact
    const releases = await releasesIn(octokit, context, artifact).catch((error: Error) => {
      notes.push(`pool ${artifact.artifact.id} of run ${artifact.runId} was skipped: ${error.message}`)
      return []
    })
    if (releases.length > 0) notes.push(...unverifiedNotes([artifact.artifact]))
    for (const results of releases) {
      const [own] = results
      if (!own || seen.has(own.commit)) continue
      seen.add(own.commit)
      yield results
    }
  }
}

type Search = { artifacts: BranchArtifact[]; seen: Set<string>; calls: Calls; notes: string[] }

const expiredNotes = (artifacts: BranchArtifact[]) => {
  const count = artifacts.filter(({ artifact }) => artifact.expired).length
  return count === 0 ? [] : [`the results of earlier releases had expired (artifacts: ${count})`]
}

/**
 * The packed sessions of the newest release before `commit` that it descends from. Throws what the server answers to a
 * list, or to a comparison of commits other than that it does not know how they relate.
 */
export async function lastRelease(
  octokit: Octokit,
  context: JobContext,
  { name, commit, calls }: { name: string; commit: string; calls: Calls },
): Promise<FoundRelease> {
  calls.left -= 1
  const listed = await releaseArtifacts(octokit, context, name)
  const artifacts = listed.filter(each => each.runId !== context.runId)
  const notes: string[] = []
  let looked = 0
  const search = { artifacts, seen: new Set([commit]), calls, notes }
  for await (const results of eachRelease(octokit, context, search)) {
    if (looked === maxReleases || calls.left < 1) {
      notes.push(`releases before the last ${looked} were not looked at`)
      break
    }
    looked += 1
    calls.left -= 1
    const released = results[0]?.commit ?? ''
    const range = await commitRange(octokit, context, { base: released, head: commit })
    if (range?.status === 'ahead') return { release: results, notes }
    const why = range === null ? 'shares no history that the server knows' : 'does not descend from it'
    notes.push(`the release of ${released.slice(0, 10)} was skipped: this one ${why}`)
  }
  return { release: null, notes: [...notes, ...expiredNotes(artifacts)] }
}
