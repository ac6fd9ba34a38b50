// Finds the artifact with the costs of a suite's benchmarks. Every shard of a run must find the same one, also when it is
// measured again later: the newest that was there when the run was made.
import { most } from '../api/budget.ts'
import type { ConnectedJob } from '../api/connect.ts'
import { branchArtifacts } from './branch-artifacts.ts'
import { readUntilEnough, trustedFiles, Unfit } from './stored-result.ts'

type CostsSearch = { name: string; file: string; branches: string[] }

/** The file and the artifact's id; null where the branches have left none. Throws the server's refusal. */
export async function costsBeforeRun(
  context: ConnectedJob,
  { name, file, branches }: CostsSearch,
): Promise<{ artifact: number; bytes: Uint8Array } | null> {
  const { octokit, owner, repo, runId } = context
  const found = await branchArtifacts(context, { name, branches })
  if (found.length === 0) return null
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: runId })
  const before = found.filter(each => Date.parse(each.createdAt) < Date.parse(run.created_at))
  const { results } = await readUntilEnough(before.slice(0, most.costsTried), {
    nameOf: ({ artifact }) => `artifact ${artifact.id}`,
    read: async each => {
      const files = await trustedFiles(context, each, { names: new RegExp(`^${file}$`) })
      const [bytes] = files.values()
      return bytes ? { artifact: each.artifact.id, bytes } : null
    },
    isEnough: found => found.length > 0,
    // Where another shard could read what this one cannot, the two would deal in different ways.
    passesOver: error => error instanceof Unfit,
  })
  return results[0] ?? null
}
