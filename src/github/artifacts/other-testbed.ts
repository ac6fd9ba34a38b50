// Finds the last result of another testbed, where this one has left none. A kernel or microcode update makes a new
// testbed, whose artifacts have new names. The report should then name the change instead of having no baseline.

import { most } from '../api/budget.ts'
import type { Octokit } from '../api/connect.ts'
import type { JobContext } from '../api/context.ts'
import type { BaselineSearch } from './baseline.ts'
import { artifactsOfBranch, type BranchArtifact } from './branch-artifacts.ts'
import { fingerprintIn } from './name.ts'
import { readUntilEnough, singleResult } from './stored-result.ts'

export type OtherSearch<Read> = Pick<BaselineSearch<Read>, 'branches' | 'distances' | 'read'> & {
  suite: string
  /** The fingerprint of this testbed, whose own results are passed over. */
  fingerprint: string
  /** The first that is wanted is taken, else the first at all. */
  wanted: (read: Read) => boolean
}

/** The wanted result, else any; `unread` says why there may be a wanted one all the same. */
type OtherResult<Read> = { result: Read | null; unread: string | null }

/** One result of each testbed, until one is wanted. */
async function readUntilWanted<Read>(
  octokit: Octokit,
  context: JobContext,
  artifacts: BranchArtifact[],
  { distances, read, wanted }: Pick<OtherSearch<Read>, 'distances' | 'read' | 'wanted'>,
): Promise<OtherResult<Read>> {
  const names = new Set<string>()
  const isFound = (results: Read[]) => results.some(wanted)
  let tried = 0
  const { results, unread } = await readUntilEnough(artifacts, {
    nameOf: ({ artifact, runId }) => `artifact ${artifact.id} of run ${runId}`,
    read: async each => {
      const { artifact, commit } = each
      if (names.has(artifact.name)) return null
      if (++tried > most.otherResultsTried) throw new Error('not all other results were read')
      const single = await singleResult(octokit, context, each)
      const result = read({ ...single, distance: distances.get(commit) ?? 0 })
      names.add(artifact.name)
      return result
    },
    isEnough: found => isFound(found) || tried > most.otherResultsTried,
  })
  return isFound(results)
    ? { result: results.at(-1) ?? null, unread: null }
    : { result: results[0] ?? null, unread: unread[0] ?? null }
}

/**
 * One of the sessions of `suite` that other testbeds left. Throws the server's refusal to list them.
 */
export async function resultOfOtherTestbed<Read>(
  octokit: Octokit,
  context: JobContext,
  { suite, fingerprint, branches, ...reading }: OtherSearch<Read>,
): Promise<OtherResult<Read>> {
  const { distances, wanted } = reading
  const isOther = ({ artifact: { name } }: BranchArtifact) =>
    ![null, fingerprint].includes(fingerprintIn('baseline', suite, name))
  const isUsable = (each: BranchArtifact) =>
    !each.artifact.expired && distances.has(each.commit) && isOther(each)
  const enough = (found: BranchArtifact[]) =>
    new Set(found.filter(isUsable).map(({ artifact }) => artifact.name)).size > most.otherResultsTried
  const listing = { branches, enough }
  const { found, seen, partial } = await artifactsOfBranch(octokit, context, listing)
  const other = await readUntilWanted(octokit, context, found.filter(isUsable), reading)
  if (!partial || other.unread !== null || (other.result !== null && wanted(other.result))) return other
  return { ...other, unread: `only the newest ${seen.length} artifacts of the repository were looked at` }
}
