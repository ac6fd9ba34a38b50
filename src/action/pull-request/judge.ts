// By what a pull request is judged, before anything of it is measured: the base commit, what counts of the inputs, and the
// policy. None of it is the pull request's to say.
import { resolve } from 'node:path'
import { baseCommit, type Octokit } from '../../github/api/base-commits.ts'
import { connect } from '../../github/api/connect.ts'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import type { Values } from '../../inputs/table.ts'
import { headAndParents } from '../../testbed/revision.ts'
import { checkoutConfig } from '../measure/checkout-config.ts'
import { requireCommit } from '../measure/measured-commit.ts'
import { type BasePolicy, basePolicy, type PolicyRequest } from './base-policy.ts'
import { heldToBase } from './base-workflow.ts'

/** `values` are the effective ones, `notes` what there is to say of all that. */
export type Judged = BasePolicy & { base: string }

type AtBase = { values: Values; base: string; proposed: string } & Pick<PolicyRequest, 'readProposed'>

/**
 * By what the commit `base` judges what became of it in the commit `proposed`. Throws for a broken configuration of
 * the base commit.
 */
export async function judgeAt(
  octokit: Octokit,
  context: JobContext,
  { values, base, proposed, readProposed }: AtBase,
): Promise<Judged> {
  const held = await heldToBase(octokit, context, { values, base, proposed })
  const request = { values: held.values, baseCommit: base, readProposed }
  const judged = await basePolicy(octokit, context, request)
  return { ...judged, base, notes: [...held.notes(judged.values), ...judged.notes] }
}

/**
 * By what the checked-out pull request is judged. Throws when another commit is checked out, or the base commit's
 * configuration is broken.
 */
export async function judgePullRequest(values: Values, context: JobContext): Promise<Judged> {
  const octokit = connect(values.token)
  const cwd = resolve(values['working-directory'])
  const head = proposalOf(context)?.headSha ?? ''
  const doubts = await requireCommit(cwd, context, head)
  const checkedOut = await headAndParents(cwd)
  const parents = checkedOut?.parents ?? []
  const base = await needing('contents: read', baseCommit(octokit, context, parents))
  // From the first parent of a merge commit to it only the pull request differs, as from the merge-base to the head.
  const proposed = base === parents[0] ? (checkedOut?.head ?? head) : head
  const readProposed = async (held: Values) => checkoutConfig(held).text
  const judged = await judgeAt(octokit, context, { values, base, proposed, readProposed })
  return { ...judged, notes: [...doubts, ...judged.notes] }
}
