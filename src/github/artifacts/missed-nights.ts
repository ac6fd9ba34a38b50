// Finds nights that left a result and are not in the history: its upload failed, or there was no history yet.
import { counted } from '../../phrases.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { runsOfWorkflow } from '../runs/runs-on-head.ts'
import { artifactsNamed, type BranchArtifact, ofBranch } from './branch-artifacts.ts'
import { readUntilEnough, type StoredResult, singleResult } from './stored-result.ts'

export type MissedNight = StoredResult & { artifact: number }

type MissedSearch<Read> = {
  /** Names of result artifacts, one per testbed. */
  names: string[]
  branch: string
  events: string[]
  /** Whether the history has a result of this run already. */
  isKnown: (result: { artifact: number; runId: number; name: string }) => boolean
  read: (night: MissedNight) => Read
}

/** The runs of this workflow on `branch`, by id with their event; scheduled ones of any, as the default may be new. */
async function ownRuns(context: ConnectedJob, { branch, events }: MissedSearch<unknown>) {
  const runs = new Map<number, string>()
  for (const event of events) {
    const query = { ...(event !== 'schedule' && { branch }), event }
    const { workflow_runs: found } = await runsOfWorkflow(context, context.workflowPath, query)
    for (const { id } of found) runs.set(id, event)
  }
  return runs
}

/** The artifacts with only one a day, of each name, from pushes: on a day with many pushes one is enough. */
function oncePerDay(artifacts: BranchArtifact[], runs: Map<number, string>): BranchArtifact[] {
  const days = new Set<string>()
  return artifacts.filter(({ runId, createdAt, artifact }) => {
    if (runs.get(runId) !== 'push') return true
    const day = `${createdAt.slice(0, 10)} ${artifact.name}`
    if (days.has(day)) return false
    days.add(day)
    return true
  })
}

async function listedResults(context: ConnectedJob, search: MissedSearch<unknown>) {
  const { names, branch, isKnown } = search
  const runs = await ownRuns(context, search)
  const found: BranchArtifact[] = []
  for (const name of names) {
    const isEnough = (left: BranchArtifact[]) =>
      left.some(({ runId }) => runId !== context.runId && runs.has(runId))
    const { found: listed } = await artifactsNamed(context, { name, isEnough })
    const scheduled = listed.filter(({ runId }) => runs.get(runId) === 'schedule')
    const others = ofBranch(listed, branch).filter(({ runId }) => runs.has(runId))
    found.push(...new Map([...scheduled, ...others].map(each => [each.artifact.id, each])).values())
  }
  const unknown = found.filter(
    ({ artifact, runId }) => !isKnown({ artifact: artifact.id, runId, name: artifact.name }),
  )
  return oncePerDay(unknown, runs)
}

/** Reads the results that the history misses, the newest first; notes name skipped ones. Throws the server's refusal. */
export async function missedNights<Read>(
  context: ConnectedJob,
  search: MissedSearch<Read>,
): Promise<{ nights: Read[]; notes: string[] }> {
  const unknown = await listedResults(context, search)
  const left = unknown.filter(({ artifact }) => !artifact.expired)
  const expired = unknown.length - left.length
  const lost =
    expired === 0 ? [] : [`the results of ${counted(expired, 'night')} had expired before they were kept`]
  const { results, notes } = await readUntilEnough(left, {
    nameOf: ({ runId }) => `the result of run ${runId}`,
    read: async each => search.read({ ...(await singleResult(context, each)), artifact: each.artifact.id }),
  })
  return { nights: results, notes: [...lost, ...notes] }
}
