// The report of a job of the action: what is told of it besides the report itself.

import { overallConclusion } from '../../report/sections/outcome.ts'
import type { Report } from '../../report/sections/report.ts'
import { verdictsDigest } from '../../report/sections/verdicts.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'

export type JobReport = Report & {
  /** Whether the run that measured has ended, and this job belongs to another run. */
  ended: boolean
  /** For later attempts of this job. */
  record: AttemptRecord
}

/** The record of a report, with the report's conclusion and verdicts. */
export const concludedRecord = (report: JobReport): AttemptRecord => ({
  ...report.record,
  conclusion: overallConclusion(report),
  verdicts: verdictsDigest(report),
})
