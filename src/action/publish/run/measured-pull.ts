// Which of several pull requests with the same head a run measured. Its files say which commit it had checked out, and the
// server says whether that is the merge of the head into one base branch or another.
import type { ConnectedJob } from '../../../github/api/connect.ts'
import type { PullRequest } from '../../../github/api/context.ts'
import { readLegs } from '../../../github/artifacts/legs-of-run.ts'
import { branchHas } from '../../../github/pull-request/base-commits.ts'
import { mergedInto } from '../../../github/pull-request/base-of-measured.ts'
import { readLeg } from '../legs/leg.ts'

/** The commit that the legs of run `runId` say they measured; null where they name none, or several. */
async function statedCommit(context: ConnectedJob, runId: number): Promise<string | null> {
  const found = await readLegs(context, {
    runId,
    read: (artifact, files) => readLeg({ runId, ...artifact }, files, null).commit,
  })
  const commits = new Set(found.legs.flatMap(({ reads }) => reads?.slice(0, 1) ?? []))
  return commits.size === 1 ? ([...commits][0] ?? null) : null
}

/**
 * The one of `pulls`, all open with the same head, into whose base branch that head was merged for measuring. Null where no
 * merge was measured, or where several of the branches have its base. Throws the server's refusal.
 */
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
