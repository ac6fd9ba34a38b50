// Lists the artifacts of one run, over REST, for all its attempts and any kind of re-run. The runner's own service
// hides those of earlier attempts from a job when the whole run was started again.

import type { Octokit } from '../api/connect.ts'
import type { JobContext } from '../api/context.ts'
import { splitAttempt } from './name.ts'

type RunArtifact = Awaited<
  ReturnType<Octokit['rest']['actions']['listWorkflowRunArtifacts']>
>['data']['artifacts'][number]

/** `name` is without the attempt that left it. */
export type NumberedArtifact = { name: string; attempt: number; artifact: RunArtifact }

/** The most pages that are read, of a hundred artifacts each: a run may leave coverage and logs beside our own. */
const maxPages = 10

const isOlder = (a: RunArtifact, b: RunArtifact) => (a.created_at ?? '') < (b.created_at ?? '')

/** One artifact of each name, by attempt the newest first. Ids say nothing: they are not in order of time. */
function newestFirst(artifacts: RunArtifact[]): NumberedArtifact[] {
  const newest = new Map<string, RunArtifact>()
  for (const artifact of artifacts) {
    const known = newest.get(artifact.name)
    if (!known || isOlder(known, artifact)) newest.set(artifact.name, artifact)
  }
  const all = [...newest.values()].map(artifact => ({ ...splitAttempt(artifact.name), artifact }))
  return all.sort((a, b) => b.attempt - a.attempt)
}

/**
 * The artifacts of run `runId`, from ten pages at most. Where two have one name, the newest counts. `unseen` is how
 * many more there are, `pages` how many requests this took. Throws the server's refusal.
 */
export async function runArtifacts(
  octokit: Octokit,
  { owner, repo }: JobContext,
  runId: number,
): Promise<{ artifacts: NumberedArtifact[]; unseen: number; pages: number }> {
  const request = { owner, repo, run_id: runId, per_page: 100 }
  const all: RunArtifact[] = []
  for (let page = 1; ; page++) {
    const { data } = await octokit.rest.actions.listWorkflowRunArtifacts({ ...request, page })
    all.push(...data.artifacts)
    const unseen = Math.max(0, data.total_count - all.length)
    // Counted by the server: one that gives fewer than a hundred a page may have more of them.
    if (unseen === 0 || data.artifacts.length === 0 || page === maxPages)
      return { artifacts: newestFirst(all), unseen, pages: page }
  }
}
