import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { MeasuredLeg } from '../../../../src/action/publish/legs/leg.ts'
import { missingParts } from '../../../../src/action/publish/run/problems.ts'
import {
  type EndedJobs,
  endedJobs,
  unexplained,
} from '../../../../src/action/publish/run/unexplained-jobs.ts'
import type { Leg } from '../../../../src/github/artifacts/legs-of-run.ts'
import { jobsOfRun, type RunJob } from '../../../../src/github/runs/run-jobs.ts'
import { jobContext, type Setting, startSetting } from '../../../github/setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const leg = (suite: string, machine: string): Leg<MeasuredLeg> => ({
  name: `stable-bench-candidate-${suite}-${machine}`,
  createdAt: null,
  reads: [{ suite, shard: null, machine, fingerprint: machine, commit: '', untouched: [], attempts: [] }],
  problem: null,
})

const broken: Leg<MeasuredLeg> = { name: 'x', createdAt: null, reads: null, problem: 'it has expired' }

type Case = {
  legs: Leg<MeasuredLeg>[]
  expected?: number
  runAttempt?: number
  jobs?: Record<string, string>
  left?: number
  unseen?: number
  unmeasured?: string[]
}

const problems = async ({ legs, expected = 2, runAttempt = 1, jobs = {}, ...more }: Case) => {
  const listed = Object.entries(jobs).map(([name, conclusion]) => ({ name, conclusion }))
  setting.addRun(500, 30, { event: 'pull_request', jobs: listed })
  const ended = await endedJobs({ ...jobContext({ runAttempt }), octokit: setting.octokit() })
  const found = { legs, left: 0, unseen: 0, unmeasured: [], claims: [], ...more }
  return missingParts(found, { expected, runAttempt, jobs: ended })
}

const bothMachines = [leg('parse', 'm1'), leg('parse', 'm2')]

describe('the missing parts of a run', () => {
  it('are none where all expected legs left a result', async () => {
    expect(await problems({ legs: [leg('parse', 'm1'), leg('format', 'm1')], runAttempt: 2 })).toEqual([])
    expect(await problems({ legs: bothMachines })).toEqual([])
    expect(await problems({ legs: bothMachines, expected: 0, runAttempt: 2 })).toEqual([])
  })

  it('are the legs that left nothing, and those that cannot be read', async () => {
    expect(await problems({ legs: [leg('parse', 'm1'), broken] })).toEqual([
      '1 of 2 legs left no result',
      'x: it has expired',
    ])
    expect(await problems({ legs: [], expected: 0 })).toEqual(['the run left no result'])
  })

  it('are counted by jobs: one that left several results is one leg, and so is one that was repeated elsewhere', () => {
    const jobAt = (name: string, startedAt: number): RunJob => ({
      name,
      attempt: 1,
      runner: '',
      startedAt,
      endedAt: startedAt + 10_000,
      conclusion: 'success',
      steps: [],
    })
    const made = (suite: string, machine: string, createdAt: number) => ({
      ...leg(suite, machine),
      createdAt,
    })
    const all = [jobAt('one', 0), jobAt('two', 60_000)]
    const ended = { failed: [], skipped: [], all, why: null }
    const missing = (legs: Leg<MeasuredLeg>[], runAttempt = 1) =>
      missingParts(
        { legs, left: 0, unseen: 0, unmeasured: [], claims: [] },
        { expected: 2, runAttempt, jobs: ended },
      )
    const ofOne = [made('parse', 'm1', 5000), made('print', 'm1', 6000)]
    expect(missing(ofOne)).toEqual(['1 of 2 legs left no result'])
    expect(missing([...ofOne, made('parse', 'm2', 65_000)])).toEqual([])
    expect(missing([made('parse', 'm1', -90_000), made('parse', 'm2', 65_000)], 2)).toEqual([
      '1 of 2 legs left no result',
    ])
  })

  it('are the suites that a job could not measure', async () => {
    expect(await problems({ legs: bothMachines, unmeasured: ['print'] })).toEqual([
      'print: a job could not measure it, and its log says why',
    ])
  })

  it('may be hidden where a suite was measured twice and a job did not succeed', async () => {
    const jobs = { parse: 'success', format: 'failure' }
    expect(await problems({ legs: bothMachines, runAttempt: 2, jobs })).toEqual([
      expect.stringMatching(/^attempt 2 may lack a leg: .* counts twice$/),
    ])
  })

  it('are none where a matrix of machines was run again and succeeded', async () => {
    const green = { 'parse (m1)': 'success', 'parse (m2)': 'success' }
    expect(await problems({ legs: bothMachines, runAttempt: 2, jobs: green })).toEqual([])
  })

  it('are the legs and the artifacts that were not looked at', async () => {
    expect(await problems({ legs: bothMachines, left: 4, unseen: 8 })).toEqual([
      '4 legs left out: at most 2 are published',
      expect.stringMatching(/^8 artifacts were not read because the run left too many; they may be legs/),
    ])
  })
})

describe('the jobs of a run that no result explains', () => {
  const job = (name: string, conclusion: string): RunJob => ({
    name,
    attempt: 1,
    runner: '',
    startedAt: 0,
    endedAt: 1000,
    conclusion,
    steps: [],
  })
  const whatToDo =
    '. Their logs say why; run the failed jobs again. Jobs that measure nothing go into a workflow of their own'
  const nobody: EndedJobs = { failed: [], skipped: [], all: [], why: null }
  const textsOf = (conclusion: string | null, jobs: EndedJobs) =>
    unexplained({ conclusion, jobs, broken: null }, [], []).texts
  const [lost, late] = [job('bench (m1)', 'failure'), job('bench (m2)', 'timed_out')]

  it('are named with their conclusions', () => {
    expect(textsOf('failure', { ...nobody, failed: [lost] })).toEqual([
      `a job did not succeed, and no result explains that: bench (m1) (failure)${whatToDo}`,
    ])
    expect(textsOf(null, { ...nobody, failed: [lost, late] })).toEqual([
      `2 jobs did not succeed, and no result explains that: bench (m1) (failure), bench (m2) (timed_out)${whatToDo}`,
    ])
  })

  it('are said not to be known where the server does not list them, or not all of them', async () => {
    const blind = await endedJobs({ ...jobContext(), octokit: setting.octokit({ contents: 'read' }) })
    expect(textsOf('failure', blind)).toEqual([
      expect.stringMatching(/^which jobs of the run did not succeed is not known: .*actions: read/),
    ])
    const jobs = Array.from({ length: 1001 }, (_, i) => ({ name: `leg ${i}`, conclusion: 'success' }))
    setting.addRun(500, 30, { event: 'pull_request', jobs })
    const context = { ...jobContext(), octokit: setting.octokit() }
    const most = await endedJobs(context)
    expect(textsOf('failure', most)).toEqual([
      expect.stringMatching(/is not known: it has more than 1000 jobs/),
    ])
    // Whatever is asked of its jobs: the one that failed, or ended last, may be among the others.
    await expect(jobsOfRun(context)(1)).rejects.toThrow('run 500 has more than the 1000 jobs that are read')
  })

  it('need not be there for a run that failed as a whole', () => {
    expect(textsOf('startup_failure', nobody)).toEqual([
      "the run ended as 'startup_failure', and no job of it says why",
    ])
    for (const conclusion of [null, 'success', 'skipped']) expect(textsOf(conclusion, nobody)).toEqual([])
  })
})
