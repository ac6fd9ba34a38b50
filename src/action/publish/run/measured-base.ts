// Whether the legs of a run were measured against the base branch that the pull request has now. Their files say it, but
// for those of a fork: of these only the commit counts, which GitHub made as the merge into the base.
import type { JobContext } from '../../../github/api/context.ts'
import { needing } from '../../../github/api/explain-refusal.ts'
import { branchHas } from '../../../github/pull-request/base-commits.ts'
import { shortSha } from '../../../phrases.ts'
import { isOtherCommit } from '../../measure/measured-commit.ts'
import { otherBase } from '../../pull-request/present-base.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import type { JudgedRun, Source } from './reported-run.ts'

/** The baselines that were measured beside the candidates, other than `base`. */
function otherBaselines(legs: MeasuredLeg[], base: string, context: JobContext): string[] {
  const revisions = legs.flatMap(({ attempts }) => attempts.map(({ baseline }) => baseline?.revision ?? null))
  const others = revisions.filter(revision => isOtherCommit(revision, base, context))
  return [...new Set(others.map(revision => revision?.commit ?? ''))]
}

/** Why the legs do not count for the present base branch; null where they do. Throws an Error that explains a refusal. */
export async function whyOtherBase(
  { context, proposal }: Source,
  { base, foreign }: Pick<JudgedRun, 'base' | 'foreign'>,
  legs: MeasuredLeg[],
): Promise<string | null> {
  const branch = proposal.baseRef
  if (foreign !== null) return otherBase(foreign, branch)
  for (const commit of otherBaselines(legs, base, context)) {
    // A group of a queue is built on one commit, which its branch need not have yet.
    if (context.pullRequest === null)
      return `the group is built on ${shortSha(base)}, and ${shortSha(commit)} was measured`
    const has = await needing('contents: read', branchHas(context, { commit, branch }))
    if (!has) return otherBase(commit, branch)
  }
  return null
}
