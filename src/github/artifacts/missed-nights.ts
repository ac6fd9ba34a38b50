// Nights that left their result, and are not in the history: the upload of the history failed, or there was none yet.
import type { Octokit } from '../api/base-commits.ts'
import type { JobContext } from '../api/context.ts'
import { artifactsNamed, type BranchArtifact, ofBranch } from './provenance.ts'
import { type Calls, callsPerArtifact, type StoredResult, singleResult } from './stored-result.ts'

export type MissedNight = StoredResult & { artifact: number; event: string }

export type MissedSearch<Read> = {
  /** Names of result artifacts, one per testbed. */
  names: string[]
  branch: string
  /** The events whose runs count. */
  events: string[]
  /** Whether the history has a result of this run already. */
  isKnown: (result: { artifact: number; runId: number; name: string }) => boolean
  calls: Calls
  read: (night: MissedNight) => Read
}

/** The runs of this very workflow on `branch`, by id with their event: a hundred for each of the events. */
async function runsOf(
  octokit: Octokit,
  context: JobContext,
  { branch, events, calls }: MissedSearch<unknown>,
) {
  const { owner, repo, workflowPath } = context
  const workflow_id = workflowPath.split('/').at(-1) ?? ''
  const runs = new Map<number, string>()
  if (workflow_id === '') return runs
  for (const event of events) {
    calls.left -= 1
    const request = { owner, repo, workflow_id, branch, event, per_page: 100 }
    const { data } = await octokit.rest.actions.listWorkflowRuns(request)
    for (const run of data.workflow_runs) runs.set(run.id, event)
  }
  return runs
}

/** Of a day with many pushes one is enough. */
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

async function listedResults(octokit: Octokit, context: JobContext, search: MissedSearch<unknown>) {
  const { names, branch, calls, isKnown } = search
  const runs = await runsOf(octokit, context, search)
  const found: BranchArtifact[] = []
  for (const name of names) {
    calls.left -= 1
    const listed = ofBranch(await artifactsNamed(octokit, context, name), context, branch)
    found.push(...listed.filter(({ runId }) => runs.has(runId)))
  }
  const unknown = found.filter(
    ({ artifact, runId }) => !isKnown({ artifact: artifact.id, runId, name: artifact.name }),
  )
  return { runs, unknown: oncePerDay(unknown, runs) }
}

/**
 * What `read` makes of the results that the history misses, the newest first, for as many requests as `calls` has
 * left. What cannot be used is skipped with a note. Throws what the server answers to a list.
 */
export async function missedNights<Read>(
  octokit: Octokit,
  context: JobContext,
  search: MissedSearch<Read>,
): Promise<{ nights: Read[]; notes: string[] }> {
  const { runs, unknown } = await listedResults(octokit, context, search)
  const expired = unknown.filter(({ artifact }) => artifact.expired).length
  const notes = expired === 0 ? [] : [`the results of ${expired} nights had expired before they were kept`]
  const nights: Read[] = []
  for (const each of unknown.filter(({ artifact }) => !artifact.expired)) {
    if (search.calls.left < callsPerArtifact) {
      notes.push('older results were not looked at: this job has made all requests it allows itself')
      break
    }
    search.calls.left -= callsPerArtifact
    try {
      const result = await singleResult(octokit, context, each)
      const event = runs.get(each.runId) ?? ''
      nights.push(search.read({ ...result, artifact: each.artifact.id, event }))
    } catch (error) {
      notes.push(`the result of run ${each.runId} was skipped: ${(error as Error).message}`)
    }
  }
  return { nights, notes }
}
