// The issues after a night: the job that its end started may write them, and runs no code of the repository.
import { allowMore } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { Values } from '../../inputs/values.ts'
import { counted, listText } from '../../phrases.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { logText } from '../log.ts'
import { storedSuites, unreadLines } from '../pages/stored-suites.ts'
import { writeSummary } from '../publish/outlets.ts'
import { analyseNight } from './analyse-night.ts'
import { openIssuesOf, trackChanges } from './issues.ts'

/** On top of those of the job: an issue that is opened takes three. */
const requestsOfSuite = 20

/**
 * Keeps the issues that the histories of all suites call for, found by marker and author: a history has no numbers.
 * `noPull`: why the run is about no pull request; one on demand looks like a night. Throws the server's refusal.
 */
export async function trackNight(values: Values, night: ConnectedJob, noPull: string): Promise<void> {
  logText(`No pull request is reported on: ${noPull}`)
  const stored = await storedSuites(values, night)
  const lines: string[] = []
  for (const { trend } of stored.suites) {
    allowMore(night.octokit, requestsOfSuite)
    const result = analyseNight(trend)
    const { issues, problem } = await trackChanges(night, result)
    const open = openIssuesOf(result, issues).map(({ number, url }) => `[#${number}](${url})`)
    const found =
      open.length === 0 ? 'no open issue' : `${counted(open.length, 'open issue')}: ${listText(open)}`
    // Without the answer of the server nobody knows which issues there are.
    const said = problem === null ? found : escapeMarkdown(problem)
    lines.push(`${escapeMarkdown(trend.suite)}: ${said}`)
  }
  const list = [...lines, ...unreadLines(stored)].map(line => `- ${line}`)
  await writeSummary(['### Changes for the worse', ...list].join('\n\n'))
}
