// The costs by which the jobs of a run deal out the benchmarks of its suite: all of them find the same ones.
import * as core from '@actions/core'
import { most } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { proposalOf } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { branchArtifacts } from '../../github/artifacts/branch-artifacts.ts'
import { costsArtifactName } from '../../github/artifacts/name.ts'
import { readUntilEnough, trustedFiles, Unfit } from '../../github/artifacts/stored-result.ts'
import { costsFile, parseCosts } from '../../history/store/costs.ts'
import type { Values } from '../../inputs/values.ts'
import type { Costs } from '../../job/request/deal.ts'
import { parseShard, suiteOf } from '../../job/request/shard.ts'
import { branchesFor } from '../stored-session.ts'
import { formerSuites } from './checkout-config.ts'

/** Whether an error may hit this job alone. Another one, such as a token that may not read, hits all jobs alike. */
function isPassing(error: unknown): boolean {
  const { status = 0 } = error as { status?: number }
  return status >= 500 || status === 429 || error instanceof TypeError
}

/**
 * The file of the artifact `name` that was the newest when the run was made: every shard of it must find the same one, also when it
 * is measured again later. Null where the branches have left none. Throws the server's refusal.
 */
async function costsBeforeRun(context: ConnectedJob, search: { name: string; branches: string[] }) {
  const { octokit, owner, repo, runId } = context
  const found = await branchArtifacts(context, search)
  if (found.length === 0) return null
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: runId })
  const before = found.filter(each => Date.parse(each.createdAt) < Date.parse(run.created_at))
  const { results } = await readUntilEnough(before.slice(0, most.costsTried), {
    nameOf: ({ artifact }) => `artifact ${artifact.id}`,
    read: async each => {
      const files = await trustedFiles(context, each, { names: new RegExp(`^${costsFile}$`) })
      const [bytes] = files.values()
      return bytes ? { artifact: each.artifact.id, bytes } : null
    },
    isEnough: found => found.length > 0,
    // Where another shard could read what this one cannot, the two would deal in different ways.
    passesOver: error => error instanceof Unfit,
  })
  return results[0] ?? null
}

/**
 * The costs when the run was made; null where there are none, and where stored results may count. A branch keeps the
 * deal before: each shard has a history. Throws where the server fails: other jobs would deal otherwise.
 */
export async function knownCosts(
  values: Parameters<typeof formerSuites>[0] & Pick<Values, 'baseline' | 'duet'>,
  context: ConnectedJob,
): Promise<Costs | null> {
  const shard = parseShard(values.shard)
  // Stored results are of shards that were dealt by count.
  const isStored = !values.baseline.includes('interleave') && values.duet !== true
  // Code that ran on demand can leave any artifact in a run that looks like one of the default branch.
  if (shard === null || isStored || context.requested) return null
  const names = [values.name, ...formerSuites(values)].map(each => suiteOf(each, shard))
  const proposal = proposalOf(context)
  const branches = branchesFor(proposal?.baseRef ?? context.branch, context)
  try {
    for (const name of names.map(costsArtifactName)) {
      const found = await costsBeforeRun(context, { name, branches })
      if (found === null) continue
      const { seconds, shards } = parseCosts(found.bytes, `the artifact ${name}`)
      return { artifact: found.artifact, seconds, ...(proposal === null && { kept: shards }) }
    }
    return null
  } catch (error) {
    const why = explainRefusal(error, 'actions: read')
    if (isPassing(error))
      throw new Error(`shard: the cost of each benchmark cannot be read: ${why}; run the job again`)
    core.warning(
      `Each shard gets about the same number of benchmarks, because their costs cannot be read: ${why}`,
    )
    return null
  }
}
