// The one place that hands a report to everybody who waits for it: outputs, files, job summary, comment, check run, and
// whether the job fails.
import { writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import type { JobContext } from '../../github/api/context.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy } from '../../model/index.ts'
import { type Decided, exitCodeOf } from '../../policy/exit-codes.ts'
import { renderComparisonDocument } from '../../report/comparison-document.ts'
import { recordFile, renderRecord } from '../attempts/record.ts'
import { workFile } from '../work-file.ts'
import { reportHtml } from './html.ts'
import { reportMarkdown } from './markdown.ts'
import { postReport } from './posts.ts'
import {
  isCompared,
  isWhole,
  onlySection,
  publishedOutcome,
  type Report,
  rowNames,
  sectionTitle,
} from './report.ts'

/** The job summary holds 1 MiB a step. */
export const maxSummaryBytes = 1_000_000

function setOutputs(report: Report): void {
  const named = (verdict: Parameters<typeof rowNames>[1]) =>
    report.sections.flatMap(section => {
      const title = sectionTitle(section, report)
      // The only section of a report that has its name needs no other one.
      const prefix = report.sections.length === 1 && title === report.title ? '' : `${title}: `
      return rowNames(section, verdict).map(name => `${prefix}${name}`)
    })
  core.setOutput('outcome', publishedOutcome(report))
  core.setOutput('regressions', JSON.stringify(named('regression')))
  core.setOutput('improvements', JSON.stringify(named('improvement')))
  core.setOutput('inconclusive', JSON.stringify(named('inconclusive')))
}

function written(name: string, content: string): string {
  const path = workFile(name)
  writeFileSync(path, content)
  return path
}

/** The page, and a document per section, numbered as the names of suites may hold anything; none without a comparison. */
function writeReports(report: Report): string[] {
  const { sections } = report
  const documents = sections.flatMap((section, i) => {
    const name = `comparison${sections.length === 1 ? '' : `-${i + 1}`}.json`
    return isCompared(section) ? [written(name, renderComparisonDocument(section.comparison))] : []
  })
  if (documents.length === 0) return []
  const page = written('report.html', reportHtml(report))
  core.setOutput('report-path', page)
  core.setOutput('comparison-path', documents.join('\n'))
  return [page, ...documents]
}

/**
 * Publishes the report and returns the paths of its files, the record for the next attempt among them. The next attempt
 * of a run that has ended does not read this job's artifacts, so such a report has no record file. A comment or a check
 * run that cannot be written is a warning.
 */
export async function publishReport(values: Values, context: JobContext, report: Report): Promise<string[]> {
  setOutputs(report)
  const files = writeReports(report)
  if (!report.ended) files.push(written(recordFile, renderRecord(report.record)))
  await core.summary.addRaw(reportMarkdown(report, maxSummaryBytes), true).write()
  await postReport(values, context, report)
  return files
}

/** Everything that may fail the job: each comparison, missing sections, earlier attempts that cannot be read. */
function decidedIn(report: Report, { shadow }: Policy): Decided[] {
  const lacking = (reason: Decided['reason']): Decided => ({
    outcome: 'not-established',
    reason,
    policy: { shadow },
  })
  return [
    ...report.sections.filter(isCompared).map(({ comparison }) => comparison),
    ...(isWhole(report) ? [] : [lacking('nothing-compared')]),
    ...(report.attemptsLost ? [lacking('attempts-lost')] : []),
  ]
}

/** Fails the job where `fail-on` says so. Comes last, so that a failing gate never costs anyone the report. */
export function failWhereDecided(
  { values, policy }: { values: Values; policy: Policy },
  report: Report,
): void {
  const outcome = publishedOutcome(report)
  core.info(`The outcome is ${outcome}.`)
  // The measured run is over and concerns another commit, so this job must not fail for it.
  if (report.ended) return
  if (decidedIn(report, policy).every(each => exitCodeOf(each, values['fail-on']) === 0)) return
  const why = onlySection(report)?.comparison.explanation ?? 'see the summary of this job'
  core.setFailed(`${outcome}: ${why}`)
}
