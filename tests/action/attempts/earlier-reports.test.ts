import { describe, expect, it } from '@jest/globals'
import {
  type AttemptRecord,
  attemptRecord,
  type Finding,
} from '../../../src/action/attempts/attempt-record.ts'
import { earlierReports } from '../../../src/action/attempts/earlier-reports.ts'
import { jobContext, pullRequest, sha } from '../../github/setting.ts'

const context = { ...jobContext(), runId: 700, runAttempt: 1, pullRequest, judgedBase: sha(3) }

const finding: Finding = {
  run: 600,
  by: 1,
  of: ['a'],
  suite: 'suite',
  machine: null,
  row: null,
  budget: {
    benchmark: 'parse',
    metric: 'time',
    limit: 'max',
    value: 2,
    most: 1,
    verdict: 'over',
    reason: null,
  } as unknown as NonNullable<Finding['budget']>,
}

const ofRun600 = (more: Partial<AttemptRecord>): AttemptRecord => ({
  ...attemptRecord({ ...context, runId: 600 }),
  ...more,
})

const findings = async (...posted: AttemptRecord[]) => {
  const known = { records: [], posted, joined: [], isOwn: () => true, jobsOf: null }
  return (await earlierReports(context, known)).findings
}

describe('the findings of another run', () => {
  it('are those of the newest attempt of the job', async () => {
    const failed = ofRun600({ findings: [finding] })
    expect(await findings(failed)).toEqual([finding])
    expect(await findings(failed, ofRun600({ attempt: 2 }))).toEqual([])
  })

  it('stay where only another job of that run was repeated', async () => {
    const failed = ofRun600({ attempt: 1, findings: [finding] })
    expect(await findings(failed, ofRun600({ job: 'second', attempt: 2 }))).toEqual([finding])
  })
})
