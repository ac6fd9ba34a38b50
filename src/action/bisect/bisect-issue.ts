// Bisects the change for the worse of an issue, and answers on it. What was measured is kept in the checkout's git directory, where a
// later job on this runner goes on.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import { bisectRange, keptOf } from '../../bisect/measure/bisect-range.ts'
import { type Asked, keepWarnings, samePlan } from '../../bisect/measure/bisecting.ts'
import { doubtOfBenchmark } from '../../bisect/measure/doubts.ts'
import { removeKept } from '../../bisect/measure/kept.ts'
import { gitAnswer, gitSucceeds } from '../../git.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { findAnswer, writeAnswer } from '../../github/posts/issue-answer.ts'
import type { Values } from '../../inputs/values.ts'
import { requestOf } from '../../job/request/request.ts'
import { readRange } from '../../measure/checkout/commit-range.ts'
import { deepenUntil, hasCommit, isShallow } from '../../measure/checkout/commits.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Bisection } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { bisectionMarkdown } from '../../report/bisection.ts'
import { logText, withoutCommands } from '../log.ts'
import { branchPolicy } from '../measure/checkout-config.ts'
import { aboutJob } from '../measure/job-request.ts'
import type { SuspectRange } from '../nightly/suspect-range.ts'

/** `isForGood`: no other checkout of the branch has them either. */
type Missing = { why: string; isForGood: boolean }

/** Why the commits after `old` up to `last` are not here and cannot be fetched; null where they are here. */
async function whyNoCommits(cwd: string, { old, last }: SuspectRange): Promise<Missing | null> {
  const isHere = () => gitSucceeds(cwd, ['merge-base', '--is-ancestor', old, last])
  if ((await isHere()) || (await deepenUntil(cwd, isHere))) return null
  const range = `${shortSha(old)}..${shortSha(last)}`
  if (await isShallow(cwd))
    return {
      why: `this checkout has no history of ${range}; set fetch-depth: 0 in actions/checkout`,
      isForGood: false,
    }
  for (const commit of [old, last])
    if (!(await hasCommit(cwd, commit)))
      return {
        why: `the history has no commit ${shortSha(commit)} any more: it was rewritten since`,
        isForGood: true,
      }
  const isReversed = (await gitAnswer(cwd, ['merge-base', old, last])) === last
  const why = isReversed
    ? `the nights measured ${shortSha(last)} after ${shortSha(old)}, which came later`
    : `${shortSha(old)} does not lead to ${shortSha(last)}: the history was rewritten between the nights`
  return { why, isForGood: true }
}

async function searched(
  values: Values,
  context: JobContext,
  suspects: SuspectRange,
): Promise<Bisection | null> {
  const cwd = resolve(values['working-directory'])
  const range = await readRange(cwd, `${suspects.old}..${suspects.last}`)
  if (range.commits.length === 1) return null
  const { command } = values
  const benchmarks = values.benchmarks.includes(suspects.benchmark) ? [suspects.benchmark] : values.benchmarks
  const own = { ...values, benchmarks, 'max-time': values['bisect-time'], quiet: true }
  const commands = { baseline: command, candidate: command }
  const request = { ...requestOf(own, { commands, looks: [1] }), ...aboutJob(context) }
  const asked: Asked = {
    values: {
      ...own,
      range: `${shortSha(suspects.old)}..${shortSha(suspects.last)}`,
      'bisect-benchmark': suspects.benchmark,
      'bisect-output': 'markdown',
      'all-steps': false,
      out: '',
    },
    policy: branchPolicy(values),
    given: {},
    shown: null,
    suite: null,
    range,
    planOf: samePlan(request, values.setup),
  }
  const file = await keptOf(cwd, asked)
  keepWarnings({ file }, await doubtOfBenchmark(cwd, asked))
  const bisection = await bisectRange(asked, { cwd, file, tell: logText })
  if (bisection.outcome !== 'undecided') removeKept(file)
  return bisection
}

/** Which pull request brought the commit that was found: the one that was merged with it, or that has it. Never throws. */
async function pullOf({ octokit, owner, repo }: ConnectedJob, { steps }: Bisection): Promise<number | null> {
  const commit = steps[0]?.commits.length === 1 ? steps[0].commits[0]?.sha : undefined
  if (commit === undefined) return null
  try {
    const request = { owner, repo, commit_sha: commit }
    const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit(request)
    const merged = data.find(({ merged_at }) => merged_at !== null)
    return (merged ?? data[0])?.number ?? null
  } catch (error) {
    const why = explainRefusal(error, 'pull-requests: read')
    core.info(`The pull request of ${shortSha(commit)} is not known: ${why}`)
    return null
  }
}

const unsearched = (why: string, more = ''): string => `No commit was searched for: ${why}.${more}\n`

async function answerTo(
  context: ConnectedJob,
  { values, range }: { values: Values; range: SuspectRange },
): Promise<{ state: string; body: string } | null> {
  const begun = performance.now()
  try {
    const bisection = await searched(values, context, range)
    if (bisection === null) return null
    const isOpen =
      bisection.outcome === 'undecided' && performance.now() - begun >= values['bisect-time'] * 1000
    const body = bisectionMarkdown(bisection, await pullOf(context, bisection))
    return { state: isOpen ? 'open' : bisection.outcome, body }
  } catch (error) {
    if (!(error instanceof MeasureError)) throw error
    logText(error.message)
    const where = ` [The log of this run](${context.runUrl}) says more.`
    return { state: 'failed', body: unsearched(error.published.split('\n')[0] ?? '', where) }
  }
}

/** Bisects a change, unless its issue has the answer and nobody asks again. Whether it answered. Throws the server's refusal. */
export async function bisectIssue(
  context: ConnectedJob,
  { values, issue, range, again }: { values: Values; issue: number; range: SuspectRange; again: boolean },
): Promise<boolean> {
  const found = await findAnswer(context, issue)
  if (found !== null && found.state !== 'open' && !again) return false
  const missing = await whyNoCommits(resolve(values['working-directory']), range)
  if (missing?.isForGood === false) {
    core.warning(`The change of issue #${issue} was not bisected: ${missing.why}`)
    return false
  }
  if (missing !== null) {
    // Said once: every later night would find the same.
    const url = await writeAnswer(context, { issue, state: 'failed', body: unsearched(missing.why) }, found)
    core.info(`No commit is searched for, as ${url} says: ${missing.why}`)
    return true
  }
  const answer = await core.group(`stable-bench bisect for issue #${issue}`, () =>
    withoutCommands(() => answerTo(context, { values, range })),
  )
  if (answer === null) return false
  const url = await writeAnswer(context, { issue, ...answer }, found)
  core.info(`The bisection of issue #${issue}: ${url}`)
  return true
}
