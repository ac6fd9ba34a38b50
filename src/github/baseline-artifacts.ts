// Finds and downloads the result artifacts that the base branch left. An artifact counts only with provenance:
// same repository, base branch, same workflow file, and an event that no pull request can cause.
import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

export type StoredResult = {
  commit: string
  distance: number
  createdAt: string
  fileName: string
  bytes: Uint8Array
}

export type Found = { results: StoredResult[]; notes: string[] }

const maxSessions = 20
const maxArchiveBytes = 64 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024
const baselineEvents = ['push', 'schedule', 'workflow_dispatch']

type Listed = Awaited<
  ReturnType<Octokit['rest']['actions']['listArtifactsForRepo']>
>['data']['artifacts'][number]

type Candidate = { artifact: Listed; commit: string; distance: number; runId: number }

/** The artifacts of that name whose run was made by the base branch of this very repository, nearest first. */
function onBaseBranch(artifacts: Listed[], context: JobContext, distances: Map<string, number>): Candidate[] {
  const candidates = artifacts.flatMap((artifact): Candidate[] => {
    const run = artifact.workflow_run
    const distance = distances.get(run?.head_sha ?? '')
    if (!run?.id || distance === undefined || artifact.expired) return []
    // A fork's branch may have the base branch's name: only the repository ids tell them apart.
    const own =
      run.repository_id === run.head_repository_id && run.head_branch === context.pullRequest?.baseRef
    const known = context.repositoryId === null || run.repository_id === context.repositoryId
    return own && known ? [{ artifact, commit: run.head_sha ?? '', distance, runId: run.id }] : []
  })
  return candidates.sort(
    (a, b) =>
      a.distance - b.distance || (b.artifact.created_at ?? '').localeCompare(a.artifact.created_at ?? ''),
  )
}

/** Why a run's results cannot be a baseline, or null. */
async function objection(octokit: Octokit, context: JobContext, runId: number): Promise<string | null> {
  const { owner, repo, workflowPath } = context
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: runId })
  if (!baselineEvents.includes(run.event)) return `made by the event ${run.event}`
  const path = run.path.split('@')[0] ?? ''
  return workflowPath !== '' && path !== workflowPath ? `made by the workflow ${path}` : null
}

/** The one result document in a zip archive, unpacked in memory: no path of the archive ever reaches a disk. */
function unpackResult(archive: Uint8Array): Pick<StoredResult, 'fileName' | 'bytes'> {
  const wanted = /^(result\.json(?:\.gz)?)$/
  const files = unzipSync(archive, {
    filter: file => wanted.test(file.name) && file.originalSize <= maxUnpackedBytes,
  })
  const [entry, ...more] = Object.entries(files)
  if (!entry || more.length > 0) throw new Error('it holds no result.json')
  return { fileName: entry[0], bytes: entry[1] }
}

async function download(octokit: Octokit, context: JobContext, { artifact }: Candidate): Promise<Uint8Array> {
  if (artifact.size_in_bytes > maxArchiveBytes) throw new Error(`it has ${artifact.size_in_bytes} bytes`)
  const { owner, repo } = context
  const { data } = await octokit.rest.actions.downloadArtifact({
    owner,
    repo,
    artifact_id: artifact.id,
    archive_format: 'zip',
  })
  const archive = new Uint8Array(data as ArrayBuffer)
  const digest = `sha256:${createHash('sha256').update(archive).digest('hex')}`
  if (artifact.digest && artifact.digest !== digest) throw new Error(`its digest is not ${artifact.digest}`)
  return archive
}

async function listed(octokit: Octokit, { owner, repo }: JobContext, name: string): Promise<Listed[]> {
  const { data } = await octokit.rest.actions.listArtifactsForRepo({ owner, repo, name, per_page: 100 })
  return data.artifacts
}

/**
 * The results that the nearest of `distances`' commits left as artifact `name`, nearest first, one per run and at
 * most twenty. What cannot be used is skipped with a note, and the next one is tried.
 */
export async function findBaselineResults(
  octokit: Octokit,
  context: JobContext,
  { name, distances }: { name: string; distances: Map<string, number> },
): Promise<Found> {
  const artifacts = await listed(octokit, context, name)
  const found: Found = { results: [], notes: [] }
  const seenRuns = new Set<number>()
  for (const candidate of onBaseBranch(artifacts, context, distances)) {
    if (found.results.length >= maxSessions) break
    if (seenRuns.has(candidate.runId)) continue
    seenRuns.add(candidate.runId)
    const { artifact, commit, distance, runId } = candidate
    try {
      const refused = await objection(octokit, context, runId)
      if (refused !== null) throw new Error(refused)
      const unpacked = unpackResult(await download(octokit, context, candidate))
      found.results.push({ commit, distance, createdAt: artifact.created_at ?? '', ...unpacked })
    } catch (error) {
      found.notes.push(`artifact ${artifact.id} of run ${runId} was skipped: ${(error as Error).message}`)
    }
  }
  return found
}
