// Where a testbed has left nothing, what another one left last: a kernel or microcode update makes a new testbed, whose
// artifacts have new names, and the report should name what changed instead of having no baseline.

import type { Octokit } from '../api/base-commits.ts'
import type { JobContext } from '../api/context.ts'
import { outOfCalls, type Search } from './baseline.ts'
import { artifactName } from './name.ts'
import { artifactsOfBranch, type BranchArtifact } from './provenance.ts'
import { callsPerArtifact, type Skipped, singleResult, skip } from './stored-result.ts'

const maxListPages = 5
/** Other machines of the same runner label may have left the newest. */
const maxTried = 8

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

/** The wanted result, else any; `unread` says why there may be a wanted one all the same. */
export type OtherResult<Read> = { result: Read | null; unread: string | null }

/** One result of each testbed, until one is wanted. */
async function readUntilWanted<Read>(
  octokit: Octokit,
  context: JobContext,
  artifacts: BranchArtifact[],
  { distances, calls, read, wanted }: Pick<OtherSearch<Read>, 'distances' | 'calls' | 'read' | 'wanted'>,
): Promise<OtherResult<Read>> {
  const results = new Map<string, Read>()
  const skipped: Skipped = { notes: [], unread: [] }
  let tried = 0
  for (const each of artifacts) {
    const { artifact, commit, runId } = each
    if (results.has(artifact.name)) continue
    if (tried++ === maxTried || calls.left < callsPerArtifact) {
      skipped.unread.push('not all other results were read')
      break
    }
    calls.left -= callsPerArtifact
    try {
      const single = await singleResult(octokit, context, each)
      const result = read({ ...single, distance: distances.get(commit) ?? 0 })
      if (wanted(result)) return { result, unread: null }
      results.set(artifact.name, result)
    } catch (error) {
      skip(skipped, `artifact ${artifact.id} of run ${runId}`, error)
    }
  }
  return { result: [...results.values()][0] ?? null, unread: skipped.unread[0] ?? null }
}

/**
 * One of the sessions of `suite` that other testbeds left. Throws what the server answers when it cannot list them.
 */
export async function resultOfOtherTestbed<Read>(
  octokit: Octokit,
  context: JobContext,
  { suite, fingerprint, branch, ...reading }: OtherSearch<Read>,
): Promise<OtherResult<Read>> {
  const { distances, calls } = reading
  if (calls.left < 1) return { result: null, unread: outOfCalls }
  const isOther = isOfOther(suite, fingerprint)
  const isUsable = (each: BranchArtifact) =>
    !each.artifact.expired && distances.has(each.commit) && isOther(each)
  const enough = (found: BranchArtifact[]) =>
    new Set(found.filter(isUsable).map(({ artifact }) => artifact.name)).size > maxTried
  const listing = { branch, calls, maxPages: maxListPages, enough }
  const { found, seen, partial } = await artifactsOfBranch(octokit, context, listing)
  const other = await readUntilWanted(octokit, context, found.filter(isUsable), reading)
  if (!partial || other.unread !== null || (other.result !== null && reading.wanted(other.result)))
    return other
  return { ...other, unread: `only the newest ${seen.length} artifacts of the repository were looked at` }
}
