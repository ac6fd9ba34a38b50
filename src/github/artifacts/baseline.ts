// Finds the sessions that the base branch left: those in its history, and the result artifacts of the other runs.
import { BASELINE_SESSIONS } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { artifactsOfBranch, type BranchArtifact, unprovenNotes } from './branch-artifacts.ts'
import { unverifiedNotes } from './download.ts'
import { readUntilEnough, type Skipped, type StoredResult, singleResult } from './stored-result.ts'

export type FoundResult = StoredResult & { distance: number }

type FoundResults<Read> = Skipped & { results: Read[] }

export type BaselineSearch<Read> = {
  /** The name of the result artifacts. */
  single: string
  /** The sessions that the history keeps. */
  kept: StoredResult[]
  branches: string[]
  /** The distance of each commit that counts from the base commit. */
  distances: Map<string, number>
  /** Turns a result into what the search returns. Throws with the reason for a result that cannot be used. */
  read: (result: FoundResult) => Read
}

type UsableResult = { commit: string; runId: number; createdAt: string; distance: number } & (
  | { from: StoredResult }
  | { from: BranchArtifact }
)

/** One result per run: that of the history where an artifact has it too, since it costs no request. */
function candidatesOf(
  kept: StoredResult[],
  singles: BranchArtifact[],
  distances: Map<string, number>,
): UsableResult[] {
  const byRun = new Map<number, UsableResult>()
  for (const from of [...kept, ...singles]) {
    const { commit, runId, createdAt } = from
    const distance = distances.get(commit)
    if (distance === undefined || byRun.has(runId)) continue
    byRun.set(runId, { commit, runId, createdAt, distance, from } as UsableResult)
  }
  return [...byRun.values()].sort((a, b) => a.distance - b.distance || b.createdAt.localeCompare(a.createdAt))
}

async function collect<Read>(
  context: ConnectedJob,
  candidates: UsableResult[],
  read: BaselineSearch<Read>['read'],
): Promise<FoundResults<Read>> {
  const { results, used, notes, unread } = await readUntilEnough(candidates, {
    nameOf: ({ from, runId }) =>
      `${'bytes' in from ? 'the kept session' : `artifact ${from.artifact.id}`} of run ${runId}`,
    read: async ({ from, distance }) => {
      const result = 'bytes' in from ? from : await singleResult(context, from)
      return read({ ...result, distance })
    },
    isEnough: found => found.length >= BASELINE_SESSIONS,
  })
  const singles = used.flatMap(({ from }) => ('bytes' in from ? [] : [from.artifact]))
  return { results, notes: [...notes, ...unverifiedNotes(singles)], unread }
}

/**
 * Reads the results of the commits in `distances`, the nearest first, one per run, `BASELINE_SESSIONS` at most. One
 * that cannot be used is skipped with a note while requests are left. Throws the server's refusal to list artifacts.
 */
export async function findBaselineResults<Read>(
  context: ConnectedJob,
  { single, kept, branches, distances, read }: BaselineSearch<Read>,
): Promise<FoundResults<Read>> {
  const isNear = ({ artifact, commit }: BranchArtifact) => !artifact.expired && distances.has(commit)
  const nearKept = kept.filter(({ commit }) => distances.has(commit))
  const enough = (found: BranchArtifact[]) =>
    new Set([...nearKept, ...found.filter(isNear)].map(({ runId }) => runId)).size >= BASELINE_SESSIONS
  const listing = { name: single, branches, enough }
  const { found: listed, seen, partial } = await artifactsOfBranch(context, listing)
  const singles = listed.filter(({ artifact }) => !artifact.expired)
  const known = new Set(kept.map(({ runId }) => runId))
  const lost = listed.filter(
    ({ artifact, commit, runId }) => artifact.expired && distances.has(commit) && !known.has(runId),
  )
  const found = await collect(context, candidatesOf(kept, singles, distances), read)
  const short =
    partial && !enough(listed) ? [`only the newest ${seen.length} of these artifacts were looked at`] : []
  const expired =
    lost.length === 0 ? [] : [`${counted(lost.length, 'artifact')} of the base branch had expired`]
  const unusable = [...unprovenNotes(context.octokit), ...expired, ...short]
  return {
    results: found.results,
    notes: [...unusable, ...found.notes],
    unread: [...short, ...found.unread],
  }
}
