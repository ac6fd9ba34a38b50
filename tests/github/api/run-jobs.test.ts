import { describe, expect, it } from '@jest/globals'
import { jobAt, jobNow, mayBeEarlierAttempt, type RunJob } from '../../../src/github/runs/run-jobs.ts'

const job = (name: string, attempt: number, runner: string, startedAt: number, endedAt: number | null) =>
  ({ name, attempt, runner, startedAt, endedAt, conclusion: null, steps: [] }) satisfies RunJob

describe('the job that made an artifact', () => {
  it('is the one that its runner was at', () => {
    const jobs = [job('lint', 1, 'x', 0, 9), job('bench', 1, 'x', 10, 20), job('other', 1, 'y', 10, 20)]
    expect(jobAt(jobs, { runner: 'x', at: 15 })?.name).toBe('bench')
    expect(jobAt(jobs, { runner: 'x', at: 25 })).toBeNull()
    expect(jobAt(jobs, { runner: null, at: 15 })).toBeNull()
  })

  it('is of the attempt that ran it, where later attempts list it again', () => {
    const jobs = [job('bench', 2, 'x', 10, 20), job('bench', 1, 'x', 10, 20)]
    expect(jobAt(jobs, { runner: 'x', at: 15 })?.attempt).toBe(1)
  })

  it('counts as an earlier attempt of a job unless it is known to be none', () => {
    const jobs = [job('bench (1)', 1, 'x', 10, 20), job('bench (2)', 2, 'y', 30, null)]
    const own = jobNow(jobs, { runner: 'y', attempt: 2 })
    expect(own?.name).toBe('bench (2)')
    const [leg = null] = jobs
    expect(mayBeEarlierAttempt(leg, own, 2)).toBe(false)
    expect(mayBeEarlierAttempt(leg, null, 2)).toBe(true)
    expect(mayBeEarlierAttempt(null, own, 2)).toBe(true)
    expect(mayBeEarlierAttempt(job('bench (2)', 1, 'x', 1, 2), own, 2)).toBe(true)
    expect(mayBeEarlierAttempt(job('bench (2)', 2, 'x', 1, 2), own, 2)).toBe(false)
  })
})
