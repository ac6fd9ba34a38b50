// Lists the artifacts of one run, over REST, for all its attempts and any kind of re-run. The runner's own service
// hides those of earlier attempts from a job when the whole run was started again.
import { most } from '../api/budget.ts'
import type { ConnectedJob, Octokit } from '../api/connect.ts'
import { readPages } from '../api/pages.ts'
import { splitAttempt } from './name.ts'

type RunArtifact = Awaited<
  ReturnType<Octokit['rest']['actions']['listWorkflowRunArtifacts']>
>['data']['artifacts'][number]

/** `name` is without the attempt that left it; `createdAt` in milliseconds since 1970, null where the server does not say. */
export type NumberedArtifact = {
  name: string
  attempt: number
  createdAt: number | null
  artifact: RunArtifact
}

/** One artifact of each name, by attempt the newest first. Ids say nothing: they are not in order of time. */
function newestFirst(artifacts: RunArtifact[]): NumberedArtifact[] {
  const newest = new Map<string, RunArtifact>()
  for (const artifact of artifacts) {
    const known = newest.get(artifact.name)
    if (!known || (known.created_at ?? '') < (artifact.created_at ?? '')) newest.set(artifact.name, artifact)
  }
  const all = [...newest.values()].map(artifact => {
    const createdAt = Date.parse(artifact.created_at ?? '') || null
    return { ...splitAttempt(artifact.name), createdAt, artifact }
  })
  return all.sort((a, b) => b.attempt - a.attempt)
}

/** The run's artifacts, of one name the newest. `unseen`: how many more; `pages`: the requests. Throws the refusal. */
export async function runArtifacts(
  { octokit, owner, repo }: ConnectedJob,
  runId: number,
): Promise<{ artifacts: NumberedArtifact[]; unseen: number; pages: number }> {
  const request = { owner, repo, run_id: runId, per_page: 100 }
  let total = 0
  const read = async (page: number) => {
    const { data } = await octokit.rest.actions.listWorkflowRunArtifacts({ ...request, page })
    total = data.total_count
    return { items: data.artifacts, total }
  }
  const { items, pages } = await readPages(octokit, { mostPages: most.runArtifactPages, read })
  return { artifacts: newestFirst(items), unseen: Math.max(0, total - items.length), pages }
}
