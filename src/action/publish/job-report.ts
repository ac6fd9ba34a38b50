// The report of a job of the action: what is told of it besides the report itself.

import type { Policy, Warning } from '../../model/index.ts'
import { unmatchedEntries } from '../../policy/unmatched-entries.ts'
import { overallConclusion } from '../../report/sections/outcome.ts'
import { isCompared, type Report, type Section } from '../../report/sections/report.ts'
import { verdictsDigest } from '../../report/sections/verdicts.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { failedBeside } from './run/seen-failures.ts'

export type JobReport = Report & {
  /** Whether the run that measured has ended, and this job belongs to another run. */
  ended: boolean
  /** For later attempts of this job. */
  record: AttemptRecord
}

/** Entries of the policy that match no row. Nothing is known of a suite that could not be compared. */
export const unmatchedIn = (sections: Section[], policy: Policy): Warning[] =>
  sections.length > 0 && sections.every(isCompared)
    ? unmatchedEntries({ rows: sections.flatMap(({ comparison }) => comparison.rows), policy })
    : []

/** The record of a report, with the report's conclusion and verdicts. */
export function concludedRecord(report: JobReport): AttemptRecord {
  const beside = failedBeside(report)
  return {
    ...report.record,
    conclusion: overallConclusion(report),
    verdicts: verdictsDigest(report),
    ...(beside.length === 0 ? {} : { failedBeside: beside }),
  }
}
