// One check run per suite on the pull request's head commit. It stands beside the job's own check, which only says
// whether the job failed.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

export type Check = {
  name: string
  conclusion: 'success' | 'failure' | 'neutral' | 'action_required'
  title: string
  summary: string
  annotations: { path: string; message: string; level: 'failure' | 'warning' }[]
}

/** The Checks API takes 50 annotations a request; more than that nobody reads in a diff. */
const maxAnnotations = 50

/** Creates the check run; returns its URL. Throws what the server answers (403: `checks: write` is missing). */
export async function publishCheck(
  octokit: Octokit,
  context: JobContext,
  check: Check,
): Promise<string | null> {
  const { owner, repo, pullRequest, sha } = context
  const { data } = await octokit.rest.checks.create({
    owner,
    repo,
    name: check.name,
    head_sha: pullRequest?.headSha ?? sha,
    status: 'completed',
    conclusion: check.conclusion,
    output: {
      title: check.title,
      summary: check.summary,
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
