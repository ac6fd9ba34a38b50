import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { MeasuredLeg } from '../../../src/action/publish/leg.ts'
import { problemsOf } from '../../../src/action/publish/problems.ts'
import type { Leg } from '../../../src/github/artifacts/legs-of-run.ts'
import { jobContext, type Setting, startSetting } from '../../github/setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const leg = (suite: string, machine: string): Leg<MeasuredLeg> => ({
  name: `stable-bench-candidate-${suite}-${machine}`,
  reads: [{ suite, shard: null, machine, fingerprint: machine, commit: '', attempts: [] }],
  problem: null,
})

const broken: Leg<MeasuredLeg> = { name: 'x', reads: null, problem: 'it has expired' }

type Case = {
  legs: Leg<MeasuredLeg>[]
  expected?: number
  runAttempt?: number
  jobs?: Record<string, string>
  left?: number
  unseen?: number
}

const problems = ({ legs, expected = 2, runAttempt = 1, jobs = {}, left = 0, unseen = 0 }: Case) => {
  const listed = Object.entries(jobs).map(([name, conclusion]) => ({ name, conclusion }))
  setting.addRun(500, 30, { event: 'pull_request', jobs: listed })
  return problemsOf(setting.octokit(), jobContext({ runAttempt }), {
    found: { legs, left, unseen },
    expected,
  })
}

const bothMachines = [leg('parse', 'm1'), leg('parse', 'm2')]

describe('the problems of a run', () => {
  it('are none where all expected legs left a result, and the server is not asked', async () => {
    expect(await problems({ legs: [leg('parse', 'm1'), leg('format', 'm1')], runAttempt: 2 })).toEqual([])
    expect(await problems({ legs: bothMachines })).toEqual([])
    expect(await problems({ legs: bothMachines, expected: 0, runAttempt: 2 })).toEqual([])
    expect(setting.github.requests).toEqual([])
  })

  it('name the legs that left nothing, and the jobs that did not succeed', async () => {
    const jobs = { parse: 'success', format: 'failure', lint: 'skipped' }
    expect(await problems({ legs: [leg('parse', 'm1'), broken], jobs })).toEqual([
      '1 of 2 legs left no result; these jobs did not succeed: format (failure)',
      'x: it has expired',
    ])
    expect(await problems({ legs: [], expected: 0 })).toEqual([
      expect.stringMatching(/^the run left no result/),
    ])
  })

  it('name failed jobs where a suite that was measured twice hides a missing leg', async () => {
    const jobs = { parse: 'success', format: 'failure' }
    expect(await problems({ legs: bothMachines, runAttempt: 2, jobs })).toEqual([
      expect.stringMatching(
        /^attempt 2 may lack a leg: .* counts twice; these jobs did not succeed: format \(failure\)$/,
      ),
    ])
  })

  it('are none where a matrix of machines was run again and succeeded', async () => {
    const jobs = { 'parse (m1)': 'success', 'parse (m2)': 'success' }
    expect(await problems({ legs: bothMachines, runAttempt: 2, jobs })).toEqual([])
  })

  it('name the legs and the artifacts that were not looked at', async () => {
    expect(await problems({ legs: bothMachines, left: 4, unseen: 8 })).toEqual([
      '4 legs left out: at most 2 are published',
      expect.stringMatching(/^8 artifacts were not read because the run left too many; they may be legs/),
    ])
  })
})
