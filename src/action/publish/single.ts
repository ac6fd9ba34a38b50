// Hands a comparison to everyone who waits for it: outputs, files, job summary, comment.
import { writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { whyStale } from '../../github/api/pull-request-of-run.ts'
import { publishCheck } from '../../github/posts/check-run.ts'
import { hidden } from '../../github/posts/hidden-text.ts'
import { publishComment } from '../../github/posts/sticky-comment.ts'
import type { Values } from '../../inputs/table.ts'
import type { Comparison, Verdict } from '../../model/index.ts'
import { renderComparisonDocument } from '../../report/comparison-document.ts'
import { renderHtml } from '../../report/html/comparison.ts'
import { type MarkdownOptions, renderMarkdown } from '../../report/markdown/comparison.ts'
import { byteLength } from '../../report/markdown/fit.ts'
import { checkConclusion } from '../../report/words/check-conclusion.ts'
import { headline } from '../../report/words/headline.ts'
import { isQuiet } from '../../report/words/is-quiet.ts'
import { checkName } from '../attempts/earlier-reports.ts'
import type { JoinedResult } from '../attempts/join.ts'
import {
  type AttemptRecord,
  maxRecordBytes,
  recordFile,
  renderRecord,
  shortRecord,
} from '../attempts/record.ts'
import { nightlyOf } from '../nightly/recent-history.ts'
import { reproduceText } from '../pull-request/reproduce.ts'
import { workFile } from '../work-file.ts'
import { checkAnnotations } from './check-annotations.ts'

type Report = { comparison: Comparison; options: MarkdownOptions; record: AttemptRecord }

/** The job summary holds 1 MiB a step; a comment 65,536 characters, capped in bytes to be safe. */
const maxSummaryBytes = 1_000_000
/** With marker, run and status above it, and the record, a comment stays below 65,000. */
const maxCommentBytes = 64_000

async function comment(
  values: Values,
  context: JobContext,
  { comparison, options, record }: Report,
): Promise<void> {
  if (values.comment === 'never' || !context.pullRequest) return
  if (context.pullRequest.fromFork) {
    core.info('No comment: the token of a pull request from a fork is read-only. See the job summary.')
    return
  }
  try {
    const octokit = connect(values.token)
    const stale = await whyStale(octokit, context, context.pullRequest)
    if (stale !== null) return core.notice(`No comment: ${stale}. See the job summary.`)
    const kept = shortRecord(record, maxRecordBytes.comment)
    const maxBytes = maxCommentBytes - byteLength(hidden(kept))
    const markdown = renderMarkdown(comparison, { ...options, maxBytes })
    const onlyEdit = values.comment === 'changes' && isQuiet(comparison)
    const request = { suite: values.name, markdown, onlyEdit, record: kept }
    const url = await publishComment(octokit, context, request)
    core.info(url === null ? 'No comment: nothing changed.' : `The report is at ${url}`)
  } catch (error) {
    const why = explainRefusal(error, 'pull-requests: write')
    core.warning(`The comment could not be written: ${why}. The summary has the report.`)
  }
}

async function check(
  values: Values,
  context: JobContext,
  { comparison, options, record }: Report,
): Promise<void> {
  if (values.checks === 'never') return
  if (context.pullRequest?.fromFork) {
    core.info('No check run: the token of a pull request from a fork is read-only.')
    return
  }
  const { symbol, title } = headline(comparison)
  try {
    await publishCheck(connect(values.token), context, {
      name: checkName(values),
      conclusion: checkConclusion(comparison),
      title: `${symbol} ${title}`,
      summary: renderMarkdown(comparison, { nightly: options.nightly ?? null, maxBytes: maxCommentBytes }),
      record: shortRecord(record, maxRecordBytes.check),
      annotations: checkAnnotations(comparison, context),
    })
  } catch (error) {
    core.warning(`The check run could not be created: ${explainRefusal(error, 'checks: write')}.`)
  }
}

function setOutputs({ outcome, rows }: Comparison): void {
  const named = (verdict: Verdict) =>
    JSON.stringify(rows.filter(row => row.verdict === verdict).map(row => `${row.benchmark} (${row.metric})`))
  core.setOutput('outcome', outcome)
  core.setOutput('regressions', named('regression'))
  core.setOutput('improvements', named('improvement'))
  core.setOutput('inconclusive', named('inconclusive'))
}

/**
 * Writes the reports and the record for the next attempt and publishes them; returns the paths of the files. Only the
 * comment may fail, with a warning.
 */
export async function publish(
  values: Values,
  context: JobContext,
  { comparison, record }: Pick<JoinedResult, 'comparison' | 'record'>,
): Promise<string[]> {
  const [report, document] = [workFile('report.html'), workFile('comparison.json')]
  const kept = workFile(recordFile)
  const reproduce = reproduceText(values, context, comparison)
  const nightly = await nightlyOf(values, context, comparison.candidate.testbed)
  const named = { title: values.name, nightly, ...(reproduce === undefined ? {} : { reproduce }) }
  const options = { ...named, fullReport: context.runUrl }
  writeFileSync(report, renderHtml(comparison, named))
  writeFileSync(document, renderComparisonDocument(comparison))
  writeFileSync(kept, renderRecord(record))
  core.setOutput('report-path', report)
  core.setOutput('comparison-path', document)
  setOutputs(comparison)
  const summary = renderMarkdown(comparison, { ...options, maxBytes: maxSummaryBytes })
  await core.summary.addRaw(summary, true).write()
  await comment(values, context, { comparison, options, record })
  await check(values, context, { comparison, options, record })
  return [report, document, kept]
}
