// Posts a report where people look: the comment on the pull request, and the check run on its head commit.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import type { Annotation } from '../../github/posts/check-run.ts'
import { hidden } from '../../github/posts/hidden-text.ts'
import { markComment, publishComment } from '../../github/posts/sticky-comment.ts'
import { whyStale } from '../../github/pull-request/of-run.ts'
import { fails, type Row } from '../../model/index.ts'
import { configFileName } from '../../policy/config-file.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { reportAnswer } from '../../report/sections/answer.ts'
import { reportMarkdown } from '../../report/sections/markdown.ts'
import { isQuietReport, overallOutcome } from '../../report/sections/outcome.ts'
import { isCompared, type Report, sectionTitle } from '../../report/sections/report.ts'
import { changeText, nameText, verdictText } from '../../report/words/rows/row.ts'
import { type AttemptRecord, maxRecordBytes, shortRecord } from '../attempts/attempt-record.ts'
import { type PostingInputs, recordIn } from '../attempts/posted-records.ts'
import { concludedRecord, type JobReport } from './job-report.ts'
import { NO_CHECK, writeCheck } from './outlets.ts'
import { besideText, hasSameVerdicts, isOutdone, outdoneText, standingBeside } from './standing-reports.ts'

/** With its marker, run, status and record, a comment stays below GitHub's 65,536 characters. */
const maxPostBytes = 64_000

const rowText = (row: Row) =>
  row.verdict === 'regression' ? changeText(row) : `${verdictText(row)}: ${row.reason ?? ''}`

/**
 * An annotation for each row that fails. GitHub wants a file for each: the workflow, which says what is measured. Where
 * nothing fails for a row (shadow mode, `fail-on: never`, a fork's own numbers), its annotation only warns.
 */
export function checkAnnotations(
  report: Report,
  { workflowPath }: Pick<JobContext, 'workflowPath'>,
): Annotation[] {
  return report.sections.filter(isCompared).flatMap(section => {
    const { rows } = section.comparison
    const prefix = report.sections.length === 1 ? '' : `${sectionTitle(section, report)}: `
    const level = fails(section.comparison) && !report.selfReported ? 'failure' : 'warning'
    return rows
      .filter(row => row.fails)
      .map(row => ({
        path: workflowPath || configFileName,
        message: `${prefix}${nameText(row)}${row.metric === '' ? '' : ` (${row.metric})`}: ${rowText(row)}`,
        level,
      }))
  })
}

function checkTitle(report: Report): string {
  if (report.accepted !== null && overallOutcome(report) === 'pass') return `pass, ${report.accepted}`
  if (report.selfReported) return `${overallOutcome(report)}, self-reported by a fork`
  const { glyph, title } = reportAnswer(report)
  return `${glyph} ${title}`
}

type Posting = { values: PostingInputs; context: ConnectedJob; report: JobReport }

async function postCheck({ values, context, report }: Posting): Promise<void> {
  await writeCheck(context, values, {
    title: checkTitle(report),
    summary: reportMarkdown(report, maxPostBytes - maxBesideBytes),
    record: concludedRecord(report),
    annotations: checkAnnotations(report, context),
  })
}

/** For the line above a report that names others of its name. */
const maxBesideBytes = 2000

/** The report, or a line above that of another job, which is worse. */
function commentOn({ context, report }: Pick<Posting, 'context' | 'report'>, standing: AttemptRecord | null) {
  const own = concludedRecord(report)
  if (standing && isOutdone(own, standing)) return { note: outdoneText(own, standing, context.runUrl) }
  const beside = standing && besideText(own, standingBeside(own, [standing]).others)
  const record = shortRecord(own, maxRecordBytes.comment)
  const above = beside ? `> ${escapeMarkdown(beside)}\n\n` : ''
  const sameAs = standing && hasSameVerdicts(own, standing) ? standing.head : undefined
  const room = maxPostBytes - Buffer.byteLength(hidden(record)) - Buffer.byteLength(above)
  return { record, markdown: `${above}${reportMarkdown({ ...report, sameAs }, room)}` }
}

/** A report without any section leaves an earlier comment as it is, and says above it that there is no result. */
async function postComment({ values, context, report }: Posting): Promise<void> {
  const suite = values.name
  if (report.sections.length === 0) return markComment(context, { suite, state: 'failed' })
  const onlyEdit = values.comment === 'changes' && isQuietReport(report)
  const toPost = (standing: string | null) => commentOn({ context, report }, recordIn(standing))
  const url = await publishComment(context, { suite, onlyEdit, toPost })
  core.info(url === null ? 'No comment: nothing changed.' : `The report is at ${url}`)
}

/** Returns what `write` does, or null after a warning that names the missing permission. */
async function orWarn<Result>(what: string, permission: string, write: () => Promise<Result>) {
  try {
    return await write()
  } catch (error) {
    core.warning(`${what}: ${explainRefusal(error, permission)}. The job summary has the report.`)
    return null
  }
}

/** Whether the pull request is open and its head is the measured commit. Asked just before posting. */
async function isCurrent({ context, report }: Posting): Promise<boolean> {
  const { pullRequest } = context
  const stale = pullRequest && (await whyStale(context, pullRequest))
  if (stale === null) return true
  core.notice(`${report.ended ? 'Nothing was posted' : 'No comment'}: ${stale}. See the job summary.`)
  return false
}

/**
 * Writes comment and check run where they are wanted. A comment must be about the newest commit; a check run belongs
 * to one commit, so only a job that reports on another run asks. Never throws: a refusal is a warning that names the
 * permission, and fails a job only where it could not make the check run of another run.
 */
export async function postReport(
  values: PostingInputs,
  context: ConnectedJob,
  report: JobReport,
): Promise<void> {
  const { pullRequest } = context
  const wanted = { comment: values.comment !== 'never' && pullRequest, check: values.checks === 'auto' }
  if (!wanted.comment && !wanted.check) return
  if (pullRequest?.fromFork && !report.ended) {
    core.info(
      'No comment and no check run: the token of a fork’s pull request is read-only. See the summary.',
    )
    return
  }
  const posting = { values, context, report }
  // A job that comments has the permission to write.
  const permission = `pull-requests: ${values.comment === 'never' ? 'read' : 'write'}`
  const mayPost = () => orWarn('The report could not be posted', permission, () => isCurrent(posting))
  if (report.ended && !(await mayPost())) return
  if (wanted.comment) {
    await orWarn('The comment could not be written', 'pull-requests: write', async () => {
      if (report.ended || (await isCurrent(posting))) await postComment(posting)
    })
  }
  if (wanted.check) {
    const isMade = await orWarn(NO_CHECK, 'checks: write', () => postCheck(posting).then(() => true))
    // The one of an earlier run may stand and be green. The job that measured has a verdict of its own.
    if (isMade === null && report.ended) core.setFailed(`${NO_CHECK}: run this job again`)
  }
}
