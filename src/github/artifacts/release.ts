// What the last releases left: the sessions that were the baseline of each, packed with its own in front. A maintenance
// release is compared with what it descends from, not with whatever was released last.
import type { Octokit } from '../api/base-commits.ts'
import { commitRange } from '../api/commit-range.ts'
import type { JobContext } from '../api/context.ts'
import { unverifiedNotes } from './download.ts'
import { artifactsNamed, type BranchArtifact, ofRepository } from './provenance.ts'
import { releasesIn } from './release-pools.ts'
import { type Calls, callsPerArtifact, type Skipped, type StoredResult, skip } from './stored-result.ts'

/** `release` has the release's own session first, and is null when there is none that can be used. */
export type FoundRelease<Read> = Skipped & { release: Read[] | null }

const outOfCalls = 'older releases were not looked at: this job has made all requests it allows itself'

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
 * `seen` commits do not count. What cannot be used becomes one of `skipped`.
 */
export async function* eachRelease(
  octokit: Octokit,
  context: JobContext,
  { artifacts, seen, calls, skipped }: Search,
): AsyncGenerator<StoredResult[]> {
  for (const artifact of artifacts) {
    if (artifact.artifact.expired || (!isRenewal(artifact, context) && seen.has(artifact.commit))) continue
    if (calls.left < callsPerArtifact) {
      skipped.notes.push(outOfCalls)
      skipped.unread.push(outOfCalls)
      return
    }
    calls.left -= callsPerArtifact
    const releases = await releasesIn(octokit, context, artifact).catch((error: Error) => {
      skip(skipped, `pool ${artifact.artifact.id} of run ${artifact.runId}`, error)
      return []
    })
    if (releases.length > 0) skipped.notes.push(...unverifiedNotes([artifact.artifact]))
    for (const results of releases) {
      const [own] = results
      if (!own || seen.has(own.commit)) continue
      seen.add(own.commit)
      yield results
    }
  }
}

type Search = { artifacts: BranchArtifact[]; seen: Set<string>; calls: Calls; skipped: Skipped }

const expiredNotes = (artifacts: BranchArtifact[]) => {
  const count = artifacts.filter(({ artifact }) => artifact.expired).length
  return count === 0 ? [] : [`the results of earlier releases had expired (artifacts: ${count})`]
}

export type ReleaseSearch<Read> = {
  name: string
  commit: string
  calls: Calls
  /** What is made of a packed session, the release's own or one before it; throws with the reason for one that is no good. */
  read: (result: StoredResult, isOwn: boolean) => Read
}

/** What `read` makes of a release's sessions, those that are no good left out; null where its own is none. */
function readRelease<Read>(
  results: StoredResult[],
  read: ReleaseSearch<Read>['read'],
  skipped: Skipped,
): Read[] | null {
  const sessions: Read[] = []
  for (const [place, result] of results.entries()) {
    const of = `the release of ${result.commit.slice(0, 10)}`
    try {
      sessions.push(read(result, place === 0))
    } catch (error) {
      skip(skipped, place === 0 ? of : `the packed session of run ${result.runId}`, error)
      if (place === 0) return null
    }
  }
  return sessions
}

/**
 * The packed sessions of the newest release before `commit` that it descends from. Throws what the server answers to a
 * list, or to a comparison of commits other than that it does not know how they relate.
 */
export async function lastRelease<Read>(
  octokit: Octokit,
  context: JobContext,
  { name, commit, calls, read }: ReleaseSearch<Read>,
): Promise<FoundRelease<Read>> {
  calls.left -= 1
  const listed = await releaseArtifacts(octokit, context, name)
  const artifacts = listed.filter(each => each.runId !== context.runId)
  const skipped: Skipped = { notes: [], unread: [] }
  const { notes, unread } = skipped
  let looked = 0
  const search = { artifacts, seen: new Set([commit]), calls, skipped }
  for await (const results of eachRelease(octokit, context, search)) {
    if (looked === maxReleases || calls.left < 1) {
      // The one that this release descends from may be among them.
      const left = `releases before the last ${looked} were not looked at`
      notes.push(left)
      unread.push(left)
      break
    }
    looked += 1
    calls.left -= 1
    const released = results[0]?.commit ?? ''
    const range = await commitRange(octokit, context, { base: released, head: commit })
    if (range?.status === 'ahead') {
      const release = readRelease(results, read, skipped)
      if (release !== null) return { release, notes, unread }
      // Another copy of it may be good.
      search.seen.delete(released)
      continue
    }
    const why = range === null ? 'shares no history that the server knows' : 'does not descend from it'
    notes.push(`the release of ${released.slice(0, 10)} was skipped: this one ${why}`)
  }
  return { release: null, notes: [...notes, ...expiredNotes(artifacts)], unread }
}
