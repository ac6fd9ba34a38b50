// The report of a job of the action: what is told of it besides the report itself.
import { branchInto, type JobContext } from '../../github/api/context.ts'
import type { Policy, Warning } from '../../model/index.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { overallConclusion, sectionMark, verdictsDigest } from '../../report/sections/outcome.ts'
import { isCompared, type Report, type Section } from '../../report/sections/report.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { failedBeside } from './run/seen-failures.ts'

export type JobReport = Report & {
  /** Whether the run that measured has ended, and this job belongs to another run. */
  ended: boolean
  /** For later attempts of this job. */
  record: AttemptRecord
}

/** What a report says of the run and the pull request of `context`. */
export const aboutRun = (context: JobContext) => ({
  ofPull: context.pullRequest !== null,
  into: branchInto(context),
  runUrl: context.runUrl,
  pageUrl: null,
  head: context.pullRequest?.headSha,
})

/** Entries of the policy that match no row. Nothing is known of a suite that could not be compared. */
export const unmatchedIn = (sections: Section[], policy: Policy): Warning[] =>
  sections.length > 0 && sections.every(isCompared)
    ? unmatchedEntries({ rows: sections.flatMap(({ comparison }) => comparison.rows), policy })
    : []

/** The suites that fail in a report, those of earlier findings too that it does not have, and '' for what is missing. */
function failingIn(report: JobReport, suites: string[]): string[] {
  const failing = report.sections.filter(each => sectionMark(each, report) === '✗').map(({ suite }) => suite)
  const left = report.record.findings.map(({ suite }) => suite).filter(each => !suites.includes(each))
  const isMissing = report.problems.length > 0 || report.attemptsLost
  return [...new Set([...failing, ...left, ...(isMissing ? [''] : [])])]
}

/** The record of a report, with the report's conclusion and verdicts, and what a later one must have to take its place. */
export function concludedRecord(report: JobReport): AttemptRecord {
  const { sections, untouched = [], record } = report
  const suites = [...new Set([...sections.filter(isCompared).map(({ suite }) => suite), ...untouched])]
  return {
    ...record,
    conclusion: overallConclusion(report),
    verdicts: verdictsDigest(report),
    suites: record.workflow === '' ? suites : [],
    failing: failingIn(report, suites),
    failedBeside: failedBeside(report),
  }
}
