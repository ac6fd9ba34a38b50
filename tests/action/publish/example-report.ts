// A report with nothing missing, for tests to vary.
import { attemptRecord } from '../../../src/action/attempts/attempt-record.ts'
import type { JobReport } from '../../../src/action/publish/job-report.ts'
import { type Comparison, defaultPolicy } from '../../../src/model/index.ts'
import type { Section } from '../../../src/report/sections/report.ts'
import { jobContext } from '../../github/setting.ts'

export const sectionOf = (suite: string, comparison: Comparison, machines = ['m1']): Section => ({
  suite,
  machines,
  runs: [],
  comparison,
  problem: null,
})

/** A section whose sides could not be compared. */
export const refusedSection = (suite: string, problem: string): Section => ({
  suite,
  machines: ['m1'],
  runs: [],
  comparison: null,
  problem,
})

export const reportOf = (sections: Section[], more: Partial<JobReport> = {}): JobReport => ({
  title: 'all',
  sections,
  policy: defaultPolicy,
  problems: [],
  unmet: [],
  attemptsLost: false,
  selfReported: false,
  ofPull: true,
  into: null,
  accepted: null,
  ended: false,
  runUrl: 'https://github.com/acme/rocket/actions/runs/500',
  pageUrl: null,
  record: attemptRecord(jobContext()),
  ...more,
})
