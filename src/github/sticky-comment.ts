// One comment per pull request and suite, edited in place: found by its marker and its author.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

const author = 'github-actions[bot]'

/** Starts the body of the comment for `suite`; invisible when rendered. */
export function commentMarker(suite: string): string {
  return `<!-- stable-bench: ${encodeURIComponent(suite).replaceAll('-', '%2D')} -->`
}

/** Anyone can write the marker into a comment of their own: only the workflow's own author counts. */
async function findComment(octokit: Octokit, context: JobContext, marker: string): Promise<number | null> {
  const { owner, repo, pullRequest } = context
  const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
    owner,
    repo,
    issue_number: pullRequest?.number ?? 0,
    per_page: 100,
  })
  for await (const { data } of pages) {
    const own = data.find(comment => comment.user?.login === author && comment.body?.startsWith(marker))
    if (own) return own.id
  }
  return null
}

/** Creates or edits the comment; returns its URL. Throws what the server answers. */
export async function publishComment(
  octokit: Octokit,
  context: JobContext,
  { suite, markdown }: { suite: string; markdown: string },
): Promise<string> {
  const { owner, repo, pullRequest } = context
  if (!pullRequest) throw new Error('there is no pull request to comment on')
  const marker = commentMarker(suite)
  const body = `${marker}\n${markdown}`
  const id = await findComment(octokit, context, marker)
  const { data } =
    id === null
      ? await octokit.rest.issues.createComment({ owner, repo, issue_number: pullRequest.number, body })
      : await octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body })
  return data.html_url
}
