// Hands the report on a run to everyone who waits for it: outputs, files, job summary, comment, check run.
import { writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { whyStale } from '../../github/api/pull-request-of-run.ts'
import { publishCheck } from '../../github/posts/check-run.ts'
import { hidden } from '../../github/posts/hidden-text.ts'
import { markComment, publishComment } from '../../github/posts/sticky-comment.ts'
import type { Values } from '../../inputs/table.ts'
import type { Verdict } from '../../model/index.ts'
import { renderComparisonDocument } from '../../report/comparison-document.ts'
import { byteLength } from '../../report/markdown/fit.ts'
import { type CheckConclusion, checkConclusion } from '../../report/words/check-conclusion.ts'
import { isQuiet } from '../../report/words/is-quiet.ts'
import { checkName } from '../attempts/earlier-reports.ts'
import { type AttemptRecord, maxRecordBytes, shortRecord } from '../attempts/record.ts'
import { workFile } from '../work-file.ts'
import { checkAnnotations } from './check-annotations.ts'
import type { Section } from './compare.ts'
import { runHtml } from './html.ts'
import { runMarkdown } from './markdown.ts'
import { overallOutcome, type RunReport, sectionTitle } from './overview.ts'
import type { Source } from './source.ts'

const maxSummaryBytes = 1_000_000
const maxCommentBytes = 64_000

/** A fork's own numbers can warn of a regression, and never vouch for its absence. */
export function publishedOutcome(report: RunReport) {
  const outcome = overallOutcome(report)
  return report.selfReported && outcome === 'pass' ? 'not-established' : outcome
}

export function setRunOutputs(report: RunReport): void {
  const named = (verdict: Verdict) =>
    JSON.stringify(
      report.sections.flatMap(section =>
        (section.comparison?.rows ?? [])
          .filter(row => row.verdict === verdict)
          .map(row => `${sectionTitle(section, report.sections)}: ${row.benchmark} (${row.metric})`),
      ),
    )
  core.setOutput('outcome', publishedOutcome(report))
  core.setOutput('regressions', named('regression'))
  core.setOutput('improvements', named('improvement'))
  core.setOutput('inconclusive', named('inconclusive'))
}

/**
 * Writes the page, and a document per section, numbered as the names of suites may hold anything; their paths. The
 * output has the documents one per line.
 */
export function writeRunReports(report: RunReport): string[] {
  const { sections } = report
  const documents = sections.flatMap(({ comparison }, i) => {
    if (comparison === null) return []
    const path = workFile(`comparison${sections.length === 1 ? '' : `-${i + 1}`}.json`)
    writeFileSync(path, renderComparisonDocument(comparison))
    return [path]
  })
  if (documents.length === 0) return []
  const page = workFile('report.html')
  writeFileSync(page, runHtml(report))
  core.setOutput('report-path', page)
  core.setOutput('comparison-path', documents.join('\n'))
  return [page, ...documents]
}

export async function writeRunSummary(report: RunReport): Promise<void> {
  await core.summary.addRaw(runMarkdown(report, maxSummaryBytes), true).write()
}

function conclusionOf(report: RunReport): CheckConclusion {
  const conclusions = report.sections.map(({ comparison }) =>
    comparison === null ? ('action_required' as const) : checkConclusion(comparison),
  )
  if (report.problems.length > 0) conclusions.push('action_required')
  const worstFirst: CheckConclusion[] = ['failure', 'action_required', 'success', 'neutral']
  const conclusion = worstFirst.find(each => conclusions.includes(each)) ?? 'neutral'
  return report.selfReported && conclusion === 'success' ? 'neutral' : conclusion
}

function annotationsOf(section: Section, { sections, selfReported }: RunReport, context: JobContext) {
  const prefix = sections.length === 1 ? '' : `${sectionTitle(section, sections)}: `
  const { comparison } = section
  return comparison === null ? [] : checkAnnotations(comparison, context, { prefix, warnOnly: selfReported })
}

type Posted = { report: RunReport; record: AttemptRecord }

async function check(octokit: Octokit, values: Values, { context }: Source, { report, record }: Posted) {
  const label = report.selfReported ? ', self-reported by a fork' : ''
  await publishCheck(octokit, context, {
    name: checkName(values),
    conclusion: conclusionOf(report),
    title: `${overallOutcome(report)}${label}`,
    summary: runMarkdown(report, maxCommentBytes),
    record: shortRecord(record, maxRecordBytes.check),
    annotations: report.sections.flatMap(section => annotationsOf(section, report, context)),
  })
}

/** A run without any result leaves an earlier report as it is, and says above it that there is none. */
async function comment(octokit: Octokit, values: Values, { context }: Source, { report, record }: Posted) {
  const suite = values.name
  if (report.sections.length === 0) return markComment(octokit, context, { suite, state: 'failed' })
  const kept = shortRecord(record, maxRecordBytes.comment)
  const markdown = runMarkdown(report, maxCommentBytes - byteLength(hidden(kept)))
  const quiet =
    report.problems.length === 0 && report.sections.every(each => each.comparison && isQuiet(each.comparison))
  const onlyEdit = values.comment === 'changes' && quiet
  const url = await publishComment(octokit, context, { suite, markdown, onlyEdit, record: kept })
  core.info(url === null ? 'No comment: nothing changed.' : `The report is at ${url}`)
}

async function orWarn(what: string, permission: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const why = explainRefusal(error, permission)
    core.warning(`${what}: ${why}. The summary of this job has the report.`)
  }
}

/** What is needed to ask whether the pull request has moved on: a job that comments has more. */
const permissionToAsk = ({ comment }: Values) => `pull-requests: ${comment === 'never' ? 'read' : 'write'}`

/**
 * Writes comment and check run where they are wanted, unless the pull request has moved on: asked just before. Never
 * throws: what is refused becomes a warning that names the missing permission, and keeps nothing else from being written.
 */
export async function postReport(
  octokit: Octokit,
  values: Values,
  source: Source,
  posted: Posted,
): Promise<void> {
  const { context, ended } = source
  const wanted = { comment: values.comment !== 'never', check: values.checks === 'auto' }
  if (!wanted.comment && !wanted.check) return
  if (context.pullRequest.fromFork && !ended) {
    core.info('No comment: the token of a pull request from a fork is read-only. See the job summary.')
    return
  }
  await orWarn('The report could not be posted', permissionToAsk(values), async () => {
    const stale = await whyStale(octokit, context, context.pullRequest)
    if (stale !== null) return core.notice(`Nothing was posted: ${stale}.`)
    if (wanted.comment) {
      await orWarn('The comment could not be written', 'pull-requests: write', () =>
        comment(octokit, values, source, posted),
      )
    }
    if (wanted.check) {
      await orWarn('The check run could not be written', 'checks: write', () =>
        check(octokit, values, source, posted),
      )
    }
  })
}
