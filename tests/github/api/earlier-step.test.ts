import { describe, expect, it } from '@jest/globals'
import { stepFailedIn } from '../../../src/github/runs/earlier-step.ts'
import type { RunJob, RunStep } from '../../../src/github/runs/run-jobs.ts'
import { jobContext } from '../setting.ts'

const step = (name: string, number: number, conclusion: string | null, status = 'completed'): RunStep => ({
  name,
  number,
  status,
  conclusion,
})
const job = (name: string, attempt: number, steps: RunStep[], more: Partial<RunJob> = {}): RunJob => ({
  name,
  attempt,
  runner: 'bench-1',
  startedAt: attempt * 100,
  endedAt: attempt * 100 + 50,
  conclusion: 'failure',
  steps,
  ...more,
})
const goingOn = { endedAt: null, conclusion: null }
const compare = 'Run org/stable-bench@v1'
/** The checkout is done, and the second of two comparisons is under way. */
const now = (attempt: number) =>
  job(
    'bench',
    attempt,
    [
      step('Run actions/checkout@v6', 2, 'success'),
      step(compare, 3, 'success'),
      step(compare, 4, null, 'in_progress'),
    ],
    goingOn,
  )

/** `attempts` has the jobs of each, the last of which is the present one. */
const failed = (attempts: RunJob[][], attempt: number, runnerName = 'bench-1') =>
  stepFailedIn(
    async number => attempts[number - 1] ?? [],
    jobContext({ runAttempt: attempts.length, runnerName }),
    attempt,
  )
const earlier = (...conclusions: (string | null)[]) =>
  job('bench', 1, [
    step('Run actions/checkout@v6', 2, conclusions[0] ?? null),
    step(compare, 3, conclusions[1] ?? null),
    step(compare, 4, conclusions[2] ?? null),
  ])

describe('this step in an earlier attempt', () => {
  it('failed when it says so itself', async () => {
    expect(await failed([[earlier('success', 'success', 'failure')], [now(2)]], 1)).toBe(true)
  })

  it.each([
    ['was skipped, since the checkout failed', ['failure', 'skipped', 'skipped']],
    ['was never reached', ['failure']],
    ['was cancelled', ['success', 'success', 'cancelled']],
    ['was lost with its runner', ['success', 'success', null]],
    ['succeeded, where another one failed', ['success', 'failure', 'success']],
  ])('decided nothing red when it %s', async (_, conclusions) => {
    expect(await failed([[earlier(...conclusions)], [now(2)]], 1)).toBe(false)
  })

  it('is that of this job, not of another leg or of a job that was not there', async () => {
    const other = job('other', 1, [step(compare, 4, 'failure')])
    expect(await failed([[other, earlier('success', 'success', 'success')], [now(2)]], 1)).toBe(false)
    expect(await failed([[other], [now(2)]], 1)).toBe(false)
  })

  it('is found by its name where it stood at another place', async () => {
    const moved = job('bench', 1, [step(compare, 7, 'failure')])
    expect(await failed([[moved], [now(2)]], 1)).toBe(true)
  })

  it('did not fail again in an attempt that did not repeat its job', async () => {
    const first = earlier('success', 'success', 'failure')
    const listedAgain = { ...first, attempt: 2 }
    const attempts = [[first], [listedAgain], [now(3)]]
    expect([await failed(attempts, 1), await failed(attempts, 2)]).toEqual([true, false])
  })

  it('is taken for any that failed where the server does not tell which this is', async () => {
    const cloudy = job('bench', 2, [step(compare, 3, null, 'pending')], goingOn)
    const red = [earlier('failure', 'skipped', 'skipped')]
    expect(await failed([red, [cloudy]], 1)).toBe(true)
    expect(await failed([red, [now(2)]], 1, 'unknown')).toBe(true)
    const withoutSteps = [job('bench', 1, [])]
    expect(await failed([withoutSteps, [now(2)]], 1)).toBe(true)
    const fine = [job('bench', 1, [], { conclusion: 'success' })]
    expect(await failed([fine, [now(2)]], 1, 'unknown')).toBe(false)
  })
})
