// Where a testbed has left nothing, what another one left last: a kernel or microcode update makes a new testbed, whose
// artifacts have new names, and the report should name what changed instead of having no baseline.
import { artifactName } from './artifact-name.ts'
import type { Octokit } from './base-commits.ts'
import type { Search } from './baseline-artifacts.ts'
import type { JobContext } from './context.ts'
import { artifactsOfBranch, type BranchArtifact } from './provenance.ts'
import { callsPerArtifact, singleResult } from './stored-result.ts'

const maxListPages = 2
/** Another machine of the same runner label may have left the newest. */
const maxTried = 3

export type OtherSearch<Read> = Pick<Search<Read>, 'branch' | 'distances' | 'calls' | 'read'> & {
  suite: string
  /** Of the testbed itself. */
  fingerprint: string
  /** The first that is wanted is taken, else the first at all. */
  wanted: (read: Read) => boolean
}

/** Whether an artifact is a baseline of the suite on another testbed: names end in a fingerprint. */
function isOfOther(suite: string, fingerprint: string): (each: BranchArtifact) => boolean {
  const start = artifactName('baseline', suite, '')
  return ({ artifact: { name } }) => {
    const end = name.slice(start.length)
    return name.startsWith(start) && /^[0-9a-f]+$/.test(end) && end !== fingerprint
  }
}

/** One of the sessions of `suite` that other testbeds left; null where there is none, or none can be read. */
export async function resultOfOtherTestbed<Read>(
  octokit: Octokit,
  context: JobContext,
  { suite, fingerprint, branch, distances, calls, read, wanted }: OtherSearch<Read>,
): Promise<Read | null> {
  if (calls.left < 1 + callsPerArtifact) return null
  const isOther = isOfOther(suite, fingerprint)
  const isUsable = (each: BranchArtifact) =>
    !each.artifact.expired && distances.has(each.commit) && isOther(each)
  const enough = (found: BranchArtifact[]) => found.filter(isUsable).length >= maxTried
  const listing = { branch, calls, maxPages: maxListPages, enough }
  const { found } = await artifactsOfBranch(octokit, context, listing)
  let first: Read | null = null
  for (const artifact of found.filter(isUsable).slice(0, maxTried)) {
    if (calls.left < callsPerArtifact) break
    calls.left -= callsPerArtifact
    const distance = distances.get(artifact.commit) ?? 0
    const result = await singleResult(octokit, context, artifact)
      .then(single => read({ ...single, distance }))
      .catch(() => null)
    if (result !== null && wanted(result)) return result
    first ??= result
  }
  return first
}
