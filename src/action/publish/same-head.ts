// Several pull requests may have one head, and so one check run: what passes for one of them is to pass for all.
import type { ConnectedJob } from '../../github/api/connect.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Check, StandingCheck } from '../../github/posts/check-run.ts'
import { firstOf } from '../../phrases.ts'
import { leavesOut } from '../../policy/workflow-file/triggers.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { recordIn } from '../attempts/posted-records.ts'

/** The conclusions that a branch rule lets pass. */
export const passing = ['success', 'neutral', 'skipped']

/** A token that may not ask. */
const mayNot = [403, 404]

/** Whether a branch wants no measurement of what is proposed for it, by its own file of the workflow: nobody waits for one then. */
async function isUnmeasured(
  context: ConnectedJob,
  { ref, sha }: { ref: string; sha: string },
): Promise<boolean> {
  const text = await repositoryFile(context, { path: context.workflowPath, commit: sha })
  try {
    return text !== null && leavesOut(text, ref)
  } catch {
    return false
  }
}

/** The other open pull requests with this head of which no report is among `checks`. None where the token may not ask. */
async function unreported(context: ConnectedJob, checks: StandingCheck[]): Promise<number[]> {
  const { octokit, owner, repo, pullRequest } = context
  if (!pullRequest) return []
  const { headSha, number: own } = pullRequest
  const request = { owner, repo, commit_sha: headSha, per_page: 100 }
  try {
    const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit(request)
    const reported = checks.map(({ record }) => recordIn(record)?.pull ?? null)
    const others = data.filter(({ state, head }) => state === 'open' && head.sha === headSha)
    const open = others.filter(({ number }) => number !== own && !reported.includes(number))
    const measured: number[] = []
    for (const { number, base } of open) if (!(await isUnmeasured(context, base))) measured.push(number)
    return measured
  } catch (error) {
    if (mayNot.includes((error as { status?: number }).status ?? 0)) return []
    throw error
  }
}

const mostNamed = 5

/** \`check\`, which does not pass while another pull request with its head has no report. One request where it would. */
export async function withSameHead(
  context: ConnectedJob,
  check: Check,
  standing: StandingCheck[],
): Promise<Check> {
  if (!passing.includes(check.conclusion)) return check
  const pulls = await unreported(context, standing)
  if (pulls.length === 0) return check
  const named = firstOf(
    pulls.map(number => `#${number}`),
    mostNamed,
  )
  const why =
    `${named} ${pulls.length === 1 ? 'has' : 'have'} the same head and no report yet, and a check run counts for all pull ` +
    'requests of its commit: wait for the report, or push a commit to this pull request that no other one has'
  return {
    ...check,
    conclusion: 'action_required',
    title: `Waiting for ${named}; here: ${check.title}`,
    summary: `> ${escapeMarkdown(why)}\n\n${check.summary}`,
  }
}
