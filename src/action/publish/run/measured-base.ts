// Whether a run measured against the base branch that the pull request has now, and which of several pull requests it measured.
// Its files say it; of a fork's only the commit counts, which GitHub made as the merge into the base.
import type { ConnectedJob } from '../../../github/api/connect.ts'
import type { JobContext, Proposal, PullRequest } from '../../../github/api/context.ts'
import { needing } from '../../../github/api/explain-refusal.ts'
import { branchHas } from '../../../github/pull-request/base-commits.ts'
import { type MeasuredBase, mergedInto } from '../../../github/pull-request/base-of-measured.ts'
import { shortSha } from '../../../phrases.ts'
import { isOtherCommit } from '../../measure/measured-commit.ts'
import { otherBase } from '../../pull-request/present-base.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import { legsOfRun, readable } from '../legs/legs-of-source.ts'

function otherBaselines(legs: MeasuredLeg[], base: string, context: JobContext): string[] {
  const revisions = legs.flatMap(({ attempts }) => attempts.map(({ baseline }) => baseline?.revision ?? null))
  const others = revisions.filter(revision => isOtherCommit(revision, base, context))
  return [...new Set(others.map(revision => revision?.commit ?? ''))]
}

/** Why the legs do not count for the present base branch; null where they do. Throws an Error that explains a refusal. */
export async function whyOtherBase(
  { context, proposal }: { context: ConnectedJob; proposal: Proposal },
  { base, foreign }: Pick<MeasuredBase, 'base' | 'foreign'>,
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

/** The commit that the legs of run `runId` say they measured; null where they name none, or several. */
async function statedCommit(context: ConnectedJob, runId: number): Promise<string | null> {
  const { legs } = await legsOfRun(context, { runId })
  const commits = new Set(readable(legs).map(({ leg }) => leg.commit))
  return commits.size === 1 ? ([...commits][0] ?? null) : null
}

/** The one of `pulls`, all with one head, into whose base it was merged for measuring; null where none is certain. */
export async function measuredPull(
  context: ConnectedJob,
  { runId, pulls }: { runId: number; pulls: PullRequest[] },
): Promise<PullRequest | null> {
  const head = pulls[0]?.headSha ?? ''
  const measured = await statedCommit(context, runId)
  const into = measured && (await mergedInto(context, { measured, head }))
  if (!into) return null
  const atTip = pulls.filter(({ baseSha }) => baseSha === into)
  if (atTip.length === 1) return atTip[0] ?? null
  const having: PullRequest[] = []
  for (const pull of pulls)
    if (await branchHas(context, { commit: into, branch: pull.baseRef })) having.push(pull)
  return having.length === 1 ? (having[0] ?? null) : null
}
