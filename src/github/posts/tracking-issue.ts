// One issue per change for the worse: opened once, kept up to date, closed when the change is over. It is found by its marker
// and its author. An issue that anybody closed stays closed.
import { askedOnce } from '../api/asked-once.ts'
import { most } from '../api/budget.ts'
import { type ConnectedJob, hasStatus, tokenOwner } from '../api/connect.ts'
import { readPages } from '../api/pages.ts'
import { withUsualLines } from './hidden-text.ts'

export type TrackingIssue = { number: number; url: string; open: boolean; body: string; nights: string[] }

const markerPattern = /^<!-- stable-bench change: ([0-9a-f ]{1,4000}) -->\n/

/** The text of an issue behind its marker, the nights that may be the first of the change. Ids of nights differ between suites and machines. */
export const withMarker = (nights: string[], body: string) =>
  `<!-- stable-bench change: ${nights.join(' ')} -->\n${body}`

type ListedIssue = {
  number: number
  html_url: string
  state: string
  body?: string | null
  user: { login: string } | null
  pull_request?: object
}

function asTracking({ number, html_url: url, state, body: stored }: ListedIssue): TrackingIssue[] {
  const body = withUsualLines(stored ?? '')
  const nights = markerPattern.exec(body)?.[1]?.split(' ')
  return nights ? [{ number, url, open: state === 'open', body, nights }] : []
}

/** None where somebody deleted it. */
async function issueByNumber({ octokit, owner, repo }: ConnectedJob, issue_number: number) {
  try {
    return asTracking((await octokit.rest.issues.get({ owner, repo, issue_number })).data)
  } catch (error) {
    if (hasStatus(error, 404, 410)) return []
    throw error
  }
}

async function issuesBy({ octokit, owner, repo }: ConnectedJob, creator: string): Promise<TrackingIssue[]> {
  const request = { owner, repo, creator, state: 'all' as const, per_page: 100 }
  const { items } = await readPages(octokit, {
    mostPages: most.issuePages,
    read: async page => {
      const { data, headers } = await octokit.rest.issues.listForRepo({ ...request, page })
      return { items: data, hasNext: headers.link?.includes('rel="next"') ?? false }
    },
  })
  return items.filter(issue => issue.user?.login === creator && !issue.pull_request).flatMap(asTracking)
}

type Search = { numbers?: number[]; author?: string | null; listedOnce?: boolean }

/**
 * The tracking issues, the oldest first: of the workflow's token, of `author` (else the token's owner), and
 * `numbers`, which the history remembers as an app's token may not ask for its owner. Markers of others do not count.
 * `listedOnce`: a list from earlier in this job will do.
 */
export async function trackingIssues(
  context: ConnectedJob,
  { numbers = [], author, listedOnce = false }: Search = {},
): Promise<TrackingIssue[]> {
  const { octokit } = context
  const other = author ?? (await tokenOwner(octokit))
  const authors = new Set([octokit.host.jobAuthor, other].filter(each => each !== null))
  const own: TrackingIssue[] = []
  for (const each of authors) {
    const list = () => issuesBy(context, each)
    own.push(...(await (listedOnce ? askedOnce(octokit, ['issues by', each], list) : list())))
  }
  const missing = numbers
    .filter(number => !own.some(issue => issue.number === number))
    .slice(0, most.rememberedIssues)
  for (const number of missing) own.push(...(await issueByNumber(context, number)))
  return own.sort((a, b) => a.number - b.number)
}

/** The first of `issues` that is about a change of one of these nights. */
export function issueAbout(issues: TrackingIssue[], nights: string[]): TrackingIssue | undefined {
  return issues.find(issue => issue.nights.some(id => nights.includes(id)))
}

type IssueText = { title: string; body: string; nights: string[] }

/** Opens an issue and returns it. If another night opened one at the same time, closes this one and returns the other. */
export async function openIssue(context: ConnectedJob, text: IssueText): Promise<TrackingIssue> {
  const { octokit, owner, repo } = context
  const body = withMarker(text.nights, text.body)
  const { data } = await octokit.rest.issues.create({ owner, repo, title: text.title, body })
  const own = { number: data.number, url: data.html_url, open: true, body, nights: text.nights }
  // The answer names the token's author, even where the token may not ask for it.
  const author = data.user?.login ?? null
  // One that somebody has closed is of another change of these nights.
  const left = (await trackingIssues(context, { author })).filter(({ open }) => open)
  const first = issueAbout(left, text.nights)
  if (!first || first.number >= own.number) return own
  await comment(context, own.number, `The same as #${first.number}.`)
  await close(context, own.number, { state_reason: 'not_planned' })
  return first
}

async function comment({ octokit: { rest }, owner, repo }: ConnectedJob, issue_number: number, body: string) {
  await rest.issues.createComment({ owner, repo, issue_number, body })
}

async function close(
  { octokit: { rest }, owner, repo }: ConnectedJob,
  issue_number: number,
  end: { state_reason: 'completed' } | { state_reason: 'not_planned'; body?: string },
) {
  await rest.issues.update({ owner, repo, issue_number, state: 'closed', ...end })
}

/** Edits an issue whose text has changed. An edit notifies nobody. */
export async function updateIssue(
  { octokit, owner, repo }: ConnectedJob,
  issue: TrackingIssue,
  { title, body }: Omit<IssueText, 'nights'>,
): Promise<void> {
  const text = withMarker(issue.nights, body)
  if (issue.body === text) return
  await octokit.rest.issues.update({ owner, repo, issue_number: issue.number, title, body: text })
}

/** Comments why, and closes the issue. */
export async function closeIssue(context: ConnectedJob, issue: TrackingIssue, why: string): Promise<void> {
  await comment(context, issue.number, why)
  await close(context, issue.number, { state_reason: 'completed' })
}

/** Comments why, and closes an issue whose change is not known to be over; its text has `mark` from then on. */
export async function setAside(
  context: ConnectedJob,
  issue: TrackingIssue,
  { why, mark }: { why: string; mark: string },
): Promise<void> {
  await comment(context, issue.number, why)
  const body = `${issue.body}\n${mark}\n`
  await close(context, issue.number, { state_reason: 'not_planned', body })
}

/** Comments why, and opens a closed issue again. */
export async function reopenIssue(context: ConnectedJob, issue: TrackingIssue, why: string): Promise<void> {
  const { octokit, owner, repo } = context
  await octokit.rest.issues.update({ owner, repo, issue_number: issue.number, state: 'open' })
  await comment(context, issue.number, why)
}
