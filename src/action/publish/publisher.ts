// Hands out a report: outputs, files, job summary, comment and check run. Fails the job where the report fails.
import { copyFileSync, writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { uploadPage } from '../../github/artifacts/upload.ts'
import { type BudgetResult, type Row, undecidedVerdicts } from '../../model/index.ts'
import { renderComparisonDocument } from '../../report/documents.ts'
import { reportHtml } from '../../report/sections/html.ts'
import { reportMarkdown } from '../../report/sections/markdown.ts'
import { publishedOutcome, reportFails } from '../../report/sections/outcome.ts'
import { isCompared, onlySection, type Report, sectionTitle } from '../../report/sections/report.ts'
import { recordFile, renderRecord } from '../attempts/attempt-record.ts'
import type { PostingInputs } from '../attempts/posted-records.ts'
import type { PagePlace } from '../upload-results.ts'
import { workFile } from '../work-file.ts'
import { concludedRecord, type JobReport } from './job-report.ts'
import { maxSummaryBytes, setOutcome, writeSummary } from './outlets.ts'
import { postReport } from './posts.ts'

function setOutputs(report: Report): void {
  const named = (kind: 'rows' | 'budgets', ...verdicts: (Row | BudgetResult)['verdict'][]) =>
    report.sections.flatMap(section => {
      const title = sectionTitle(section, report)
      // A single section with the name of the report needs no prefix.
      const prefix = report.sections.length === 1 && title === report.title ? '' : `${title}: `
      return (section.comparison?.[kind] ?? [])
        .filter(({ verdict }) => verdicts.includes(verdict))
        .map(({ benchmark, metric }) => `${prefix}${benchmark} (${metric})`)
    })
  setOutcome(publishedOutcome(report), {
    regressions: named('rows', 'regression'),
    improvements: named('rows', 'improvement'),
    inconclusive: named('rows', ...undecidedVerdicts),
    'near-budgets': named('budgets', 'near', 'almost'),
  })
}

function written(name: string, content: string): string {
  const path = workFile(name)
  writeFileSync(path, content)
  return path
}

/** The page, and a document per section, numbered as the names of suites may hold anything; none without a comparison. */
function writeReports(report: Report): { page: string | null; others: string[] } {
  const { sections } = report
  const documents = sections.flatMap((section, i) => {
    const name = `comparison${sections.length === 1 ? '' : `-${i + 1}`}.json`
    return isCompared(section) ? [written(name, renderComparisonDocument(section.comparison))] : []
  })
  if (documents.length === 0) return { page: null, others: [] }
  const page = written('report.html', reportHtml(report))
  core.setOutput('report-path', page)
  core.setOutput('comparison-path', documents.join('\n'))
  return { page, others: documents }
}

async function shownPage(
  { octokit }: Pick<ConnectedJob, 'octokit'>,
  page: string,
  { file, runUrl }: PagePlace,
): Promise<string | null> {
  try {
    const copy = workFile(file)
    copyFileSync(page, copy)
    return await uploadPage(octokit, copy, runUrl)
  } catch (error) {
    core.info(`The page is in the artifact with the other files: ${(error as Error).message}`)
    return null
  }
}

/**
 * Publishes the report and returns the files for its artifact: documents, the page where it cannot be opened in the
 * browser, and the record, but not of an ended run, whose next attempt does not read it.
 */
export async function publishReport(
  values: PostingInputs,
  context: ConnectedJob,
  { report, place }: { report: JobReport; place: PagePlace },
): Promise<string[]> {
  setOutputs(report)
  const { page, others } = writeReports(report)
  const pageUrl = page === null ? null : await shownPage(context, page, place)
  const shown = { ...report, pageUrl }
  await writeSummary(reportMarkdown(shown, maxSummaryBytes))
  await postReport(values, context, shown)
  const record = report.ended ? [] : [written(recordFile, renderRecord(concludedRecord(report)))]
  return [...(page === null || pageUrl !== null ? [] : [page]), ...others, ...record]
}

/** Keeps the result. Throws, unless the report fails anyway: a lost result could not be told from another of its name. */
export async function keepOrFail(report: Report, keep: () => Promise<void>): Promise<void> {
  try {
    await keep()
  } catch (error) {
    if (!reportFails(report)) throw error
    core.error((error as Error).message)
  }
}

/** Fails the job where the report does. Comes last, so that a failing gate never costs anyone the report. */
export function failWhereDecided(report: JobReport): void {
  const outcome = publishedOutcome(report)
  core.info(`The outcome is ${outcome}.`)
  // The measured run is over and concerns another commit, so this job must not fail for it.
  if (report.ended || !reportFails(report)) return
  const why = onlySection(report)?.comparison.explanation ?? 'see the job summary'
  core.setFailed(`${outcome}: ${why}`)
}
