// The issues after a night: the job that its end started may write them, and runs no code of the repository.
import { allowMore } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { Values } from '../../inputs/values.ts'
import { counted, firstOf, listText } from '../../phrases.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { logText } from '../log.ts'
import { storedSuites, unreadLines } from '../pages/stored-suites.ts'
import { writeSummary } from '../publish/outlets.ts'
import { analyseNight, type TrendResult } from './analyse-night.ts'
import { openIssuesOf, trackChanges } from './issues.ts'

/** On top of those of the job: an issue that is opened takes three. */
const requestsOfSuite = 20

const issueLink = ({ number, url }: TrackingIssue) => `[#${number}](${url})`

/** The nights by which an issue may be known as one of this suite's. */
const nightsIn = ({ trend }: TrendResult) => [
  ...trend.nights.map(({ id }) => id),
  ...trend.told.flatMap(({ nights }) => nights),
]

/** A line about the open ones of `issues` that are of no suite with one of these nights; none where there are none. */
function strayLines(issues: TrackingIssue[], nights: Set<string>): string[] {
  const stray = issues.filter(each => each.open && !each.nights.some(id => nights.has(id)))
  if (stray.length === 0) return []
  const named = `${counted(stray.length, 'open issue')} of no suite that has nights here: ${firstOf(stray.map(issueLink), 10)}`
  return [
    `${named}. Nothing here follows them: close those of a suite that is gone, and list the old name of a renamed one under \`former-names\``,
  ]
}

/**
 * Keeps the issues that the histories of all suites call for, found by marker and author: a history has no numbers.
 * `noPull`: why the run is about no pull request; one on demand looks like a night. Throws the server's refusal.
 */
export async function trackNight(values: Values, night: ConnectedJob, noPull: string): Promise<void> {
  logText(`No pull request is reported on: ${noPull}`)
  const stored = await storedSuites(values, night)
  const lines: string[] = []
  const nights = new Set<string>()
  let all: TrackingIssue[] | null = stored.areAll && stored.unread.length === 0 ? [] : null
  for (const { trend } of stored.suites) {
    allowMore(night.octokit, requestsOfSuite)
    const result = analyseNight(trend)
    const { issues, problem } = await trackChanges(night, result)
    const open = openIssuesOf(result, issues).map(issueLink)
    const found =
      open.length === 0 ? 'no open issue' : `${counted(open.length, 'open issue')}: ${listText(open)}`
    // Without the answer of the server nobody knows which issues there are.
    const said = problem === null ? found : escapeMarkdown(problem)
    lines.push(`${escapeMarkdown(trend.suite)}: ${said}`)
    for (const id of nightsIn(result)) nights.add(id)
    if (problem !== null) all = null
    else if (all !== null) all = issues
  }
  // Where something could not be read, it may be what an issue is of.
  const stray = all === null ? [] : strayLines(all, nights)
  const list = [...lines, ...unreadLines(stored), ...stray].map(line => `- ${line}`)
  await writeSummary(['### Changes for the worse', ...list].join('\n\n'))
}
