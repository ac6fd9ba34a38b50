// One issue per change for the worse: opened once, kept up to date, closed when it is over. Found by its marker and its
// author; one that was closed, by whomever, stays closed.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

const author = 'github-actions[bot]'
const maxPages = 20

export type TrackingIssue = { number: number; url: string; open: boolean; body: string; nights: string[] }

/** The ids of the nights that may be the first of the change; they differ between suites and machines. */
const marker = (nights: string[]) => `<!-- stable-bench change: ${nights.join(' ')} -->`

const markerPattern = /^<!-- stable-bench change: ([0-9a-f ]{1,4000}) -->\n/

/** The text of an issue with its marker in front. */
export const withMarker = (nights: string[], body: string) => `${marker(nights)}\n${body}`

/** All tracking issues that this workflow's token opened, the oldest first. Anyone else's markers do not count. */
export async function trackingIssues(
  octokit: Octokit,
  { owner, repo }: JobContext,
): Promise<TrackingIssue[]> {
  const request = { owner, repo, creator: author, state: 'all' as const, per_page: 100 }
  let pages = 0
  const all = await octokit.paginate(octokit.rest.issues.listForRepo, request, ({ data }, done) => {
    if (++pages === maxPages) done()
    return data
  })
  return all
    .flatMap(issue => {
      const nights = markerPattern.exec(issue.body ?? '')?.[1]?.split(' ')
      if (!nights || issue.pull_request || issue.user?.login !== author) return []
      const { number, html_url: url, body } = issue
      return [{ number, url, open: issue.state === 'open', body: body ?? '', nights }]
    })
    .sort((a, b) => a.number - b.number)
}

/** The first of `issues` that is about a change of one of these nights. */
export function issueAbout(issues: TrackingIssue[], nights: string[]): TrackingIssue | undefined {
  return issues.find(issue => issue.nights.some(id => nights.includes(id)))
}

export type IssueText = { title: string; body: string; nights: string[] }

/** Opens an issue; when another night has opened one at the same time, this one is closed again. Returns its URL. */
export async function openIssue(octokit: Octokit, context: JobContext, text: IssueText): Promise<string> {
  const { owner, repo } = context
  const body = withMarker(text.nights, text.body)
  const { data } = await octokit.rest.issues.create({ owner, repo, title: text.title, body })
  const first = issueAbout(await trackingIssues(octokit, context), text.nights)
  if (!first || first.number >= data.number) return data.html_url
  await comment(octokit, context, data.number, `The same as #${first.number}.`)
  await close(octokit, context, data.number, 'not_planned')
  return first.url
}

async function comment({ rest }: Octokit, { owner, repo }: JobContext, issue_number: number, body: string) {
  await rest.issues.createComment({ owner, repo, issue_number, body })
}

type Reason = 'completed' | 'not_planned'

async function close(
  { rest }: Octokit,
  { owner, repo }: JobContext,
  issue_number: number,
  state_reason: Reason,
) {
  await rest.issues.update({ owner, repo, issue_number, state: 'closed', state_reason })
}

/** Edits an issue whose text is another now; an edit notifies nobody. */
export async function updateIssue(
  octokit: Octokit,
  { owner, repo }: JobContext,
  issue: TrackingIssue,
  { title, body }: Omit<IssueText, 'nights'>,
): Promise<void> {
  const text = withMarker(issue.nights, body)
  // The server may have changed line ends.
  if (issue.body.replaceAll('\r\n', '\n') === text) return
  await octokit.rest.issues.update({ owner, repo, issue_number: issue.number, title, body: text })
}

/** Says why, and closes. */
export async function closeIssue(
  octokit: Octokit,
  context: JobContext,
  issue: TrackingIssue,
  why: string,
): Promise<void> {
  await comment(octokit, context, issue.number, why)
  await close(octokit, context, issue.number, 'completed')
}
