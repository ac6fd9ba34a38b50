// Finds what judges a pull request: base commit, inputs and policy. The pull request itself decides none of it.
import { resolve } from 'node:path'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { proposalOf } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { baseCommit } from '../../github/pull-request/base-commits.ts'
import type { Values } from '../../inputs/values.ts'
import { headAndParents } from '../../testbed/revision.ts'
import { checkoutConfig } from '../measure/checkout-config.ts'
import { requireCommit } from '../measure/measured-commit.ts'
import { type BasePolicy, basePolicy, type PolicyRequest } from './base-policy.ts'
import { heldToBase } from './base-workflow.ts'

/** `values` are the effective ones; `notes` say what the pull request would change in them and in the policy. */
export type Judged = BasePolicy & { base: string }

/**
 * `given` are the step's own values, `held` those that count before the configuration. `fromFile`: the base commit's step
 * measures the suites of the file; null where that is not known.
 */
export type JudgedPull = Judged & { given: Values; held: Values; fromFile: boolean | null }

type AtBase = { values: Values; base: string; proposed: string } & Pick<PolicyRequest, 'readProposed'>

/** Judges the commit `proposed` by the commit `base`. Throws for a broken configuration of the base commit. */
export async function whatJudgesAt(
  context: ConnectedJob,
  { values, base, proposed, readProposed }: AtBase,
): Promise<JudgedPull> {
  const held = await heldToBase(context, { values, base, proposed })
  const request = { values: held.values, baseCommit: base, readProposed }
  const judged = await basePolicy(context, request)
  const notes = [...held.notes(judged.values), ...judged.notes]
  return { ...judged, base, given: values, held: held.values, fromFile: held.fromFile, notes }
}

/** Judges the pull request that is checked out. Throws for another checkout, and for a broken base configuration. */
export async function whatJudgesPull(values: Values, context: ConnectedJob): Promise<JudgedPull> {
  const cwd = resolve(values['working-directory'])
  const head = proposalOf(context)?.headSha ?? ''
  const doubts = await requireCommit(cwd, context, head)
  const checkedOut = await headAndParents(cwd)
  const parents = checkedOut?.parents ?? []
  const base = await needing('contents: read', baseCommit(context, parents))
  // A merge commit differs from its first parent only by the pull request, as the head does from the merge-base.
  const proposed = base === parents[0] ? (checkedOut?.head ?? head) : head
  const readProposed = async (held: Values) => checkoutConfig(held).text
  const judged = await whatJudgesAt(context, { values, base, proposed, readProposed })
  const known = { ...judged, notes: [...doubts, ...judged.notes] }
  // A run on demand may run anybody's code, and its event may be one that leaves baselines. So no stored baseline is
  // trusted there.
  if (!context.requested) return known
  const interleaved = (own: Values): Values => ({ ...own, baseline: ['interleave'] })
  return { ...known, values: interleaved(known.values), held: interleaved(known.held) }
}
