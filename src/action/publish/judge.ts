// By what a publish job judges what a run measured: its pull request's base commit decides, as in the jobs that compare
// themselves. Checks nothing out.
import { baseOfMeasured, mergeBase, type Octokit } from '../../github/api/base-commits.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/table.ts'
import { configPath } from '../measure/checkout-config.ts'
import { basePolicy } from '../pull-request/base-policy.ts'
import { workflowNotes } from '../pull-request/base-workflow.ts'
import { type Judged, judgeAt } from '../pull-request/judge.ts'
import type { Source } from './source.ts'

/**
 * Values, policy and notes for the run of `source`, which has measured the commit `measured`, as it says. A run that
 * has ended is reported on by a job of the default branch, whose own inputs no pull request writes. Throws for a
 * broken configuration of the base commit.
 */
export async function judgeRun(
  octokit: Octokit,
  values: Values,
  { context, ended }: Source,
  measured: string,
): Promise<Judged> {
  const pull = context.pullRequest
  const commit = ended ? measured : context.sha
  const between = baseOfMeasured(octokit, context, { measured: commit, pull })
  const { base, proposed } = await needing('contents: read', between)
  const readAt = (commit: string) => (held: Values) =>
    repositoryFile(octokit, context, { path: configPath(held), commit })
  if (!ended) {
    return judgeAt(octokit, context, { values, base, proposed, readProposed: readAt(proposed) })
  }
  const request = { values, baseCommit: base, readProposed: readAt(pull.headSha) }
  const judged = await basePolicy(octokit, context, request)
  // The merge commit may be of the fork's own making: only its head is certain.
  const from = await mergeBase(octokit, context, pull).catch(() => base)
  const notes = await workflowNotes(octokit, context, { base: from, proposed: pull.headSha })
  return { ...judged, base, notes: [...notes, ...judged.notes] }
}
