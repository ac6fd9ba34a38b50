// Several pull requests may have one head, and so one check run: what passes for one of them is to pass for all.
import { type ConnectedJob, mayNotAsk } from '../../github/api/connect.ts'
import { filesAt, repositoryFile, workflowFiles } from '../../github/api/repository.ts'
import type { Check, StandingCheck } from '../../github/posts/check-run.ts'
import { firstOf } from '../../phrases.ts'
import { measuringSteps } from '../../policy/workflow-file/measuring-steps.ts'
import { leavesOut, triggersOf } from '../../policy/workflow-file/triggers.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { recordIn } from '../attempts/posted-records.ts'
import { requestEvents } from '../on-demand/requested-pull.ts'

/** The conclusions that a branch rule lets pass. */
export const passing = ['success', 'neutral', 'skipped']

/** More files of a branch are not read: then something may measure what is proposed for it. */
const mostWorkflows = 20

/** Whether one of the events has what is proposed measured. A workflow that reports on others listens to some of them, too. */
const hasMeasuringEvent = (events: string[]) =>
  events.includes('pull_request') ||
  (events.some(event => requestEvents.includes(event)) && !events.includes('workflow_run'))

/** Whether the workflow at `path` may measure what is proposed for `branch`, whose tip is `commit`. */
async function mayMeasure(
  context: ConnectedJob,
  { path, branch, commit }: { path: string; branch: string; commit: string },
): Promise<boolean> {
  const read = filesAt(context, commit)
  try {
    const text = (await read(path)) ?? ''
    if (!hasMeasuringEvent(triggersOf(text)) || leavesOut(text, branch)) return false
    if (path === context.workflowPath) return true
    const { steps, unread } = await measuringSteps(read, path, context.actionRepository)
    return steps.length + unread.size > 0
  } catch {
    return true
  }
}

/**
 * Whether no workflow of a branch measures what is proposed for it, by the branch's own files: nobody waits for a report then. Not
 * only the one that measured here counts: whoever may push chooses that, with a base branch of their own.
 */
async function isUnmeasured(
  context: ConnectedJob,
  { ref: branch, sha: commit }: { ref: string; sha: string },
): Promise<boolean> {
  const { workflowPath, judgedBase, pullRequest } = context
  // One that a rule of the organisation requires is in another repository, and runs for branches without any.
  const own = { path: workflowPath, commit: judgedBase ?? pullRequest?.baseSha ?? '' }
  if (workflowPath === '' || (await repositoryFile(context, own)) === null) return false
  const paths = [...(await workflowFiles(context, commit)).keys()]
  if (paths.length > mostWorkflows) return false
  for (const path of paths) if (await mayMeasure(context, { path, branch, commit })) return false
  return true
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
    if (mayNotAsk(error)) return []
    throw error
  }
}

/** \`check\`, which does not pass while another pull request with its head has no report. One request where it would. */
export async function withSameHead(
  context: ConnectedJob,
  check: Check,
  standing: StandingCheck[],
): Promise<Check> {
  if (!passing.includes(check.conclusion)) return check
  const pulls = await unreported(context, standing)
  if (pulls.length === 0) return check
  const numbers = pulls.map(number => `#${number}`)
  const named = firstOf(numbers, 5)
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
