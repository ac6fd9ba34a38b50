// One check run per suite on the pull request's head commit. The job's own check beside it only says whether
// the job failed.
import type { Octokit } from '../api/base-commits.ts'
import type { JobContext } from '../api/context.ts'
import { hidden, hiddenAtStart } from './hidden-text.ts'

export type Check = {
  name: string
  conclusion: 'success' | 'failure' | 'neutral' | 'action_required'
  title: string
  summary: string
  /** JSON that is hidden in the check run's text. */
  record?: string | undefined
  annotations: { path: string; message: string; level: 'failure' | 'warning' }[]
}

/** The Checks API takes 50 annotations a request. Nobody reads more in a diff. */
const maxAnnotations = 50

const headOf = ({ pullRequest, sha }: JobContext) => pullRequest?.headSha ?? sha

/** Creates the check run; returns its URL. Throws what the server answers (403: `checks: write` is missing). */
export async function publishCheck(
  octokit: Octokit,
  context: JobContext,
  check: Check,
): Promise<string | null> {
  const { owner, repo } = context
  const { data } = await octokit.rest.checks.create({
    owner,
    repo,
    name: check.name,
    head_sha: headOf(context),
    status: 'completed',
    conclusion: check.conclusion,
    output: {
      title: check.title,
      summary: check.summary,
      ...(check.record === undefined ? {} : { text: hidden(check.record) }),
      annotations: check.annotations.slice(0, maxAnnotations).map(({ path, message, level }) => ({
        path,
        start_line: 1,
        end_line: 1,
        annotation_level: level,
        message,
      })),
    },
  })
  return data.html_url
}

/** Every attempt of every run on the commit makes a check run. */
const mostRead = 100

/**
 * The records in the check runs `name` of the commit. Only tokens that may write checks can have made them. Throws what
 * the server answers.
 */
export async function recordsInChecks(
  octokit: Octokit,
  context: JobContext,
  name: string,
): Promise<string[]> {
  const { owner, repo } = context
  const request = { owner, repo, ref: headOf(context), check_name: name, filter: 'all' } as const
  const { data } = await octokit.rest.checks.listForRef({ ...request, per_page: mostRead })
  return data.check_runs.flatMap(({ output }) => hiddenAtStart(output.text ?? '') ?? [])
}
