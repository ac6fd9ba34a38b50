// Which other runs on a commit are looked at, and how often the server is asked for them.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { otherRunsOf } from '../../../src/action/attempts/other-runs.ts'
import { jobContext, type Setting, startSetting } from '../../github/setting.ts'

let setting: Setting

// This job is part of run 500, whose head is the commit 900.
beforeEach(async () => {
  setting = await startSetting()
  setting.addRun(500, 900, { event: 'pull_request', status: 'in_progress', conclusion: null })
})

afterEach(() => setting.close())

const asked = () =>
  setting.github.requests.filter(({ operation }) => operation === 'actions/list-workflow-runs').length

it('the suites of a job share the list of runs where none of the others goes on', async () => {
  setting.addRun(498, 900, { event: 'pull_request', conclusion: 'failure' })
  setting.addRun(499, 900, { event: 'push' })
  const octokit = setting.octokit()
  for (let suite = 0; suite < 3; suite++)
    expect(await otherRunsOf({ ...jobContext(), octokit }, [])).toEqual({ runs: [498], lost: [] })
  expect(asked()).toBe(1)
})

it('a run that ends between two suites of a job is seen by the later one', async () => {
  setting.addRun(499, 900, { event: 'pull_request', status: 'in_progress', conclusion: null })
  const octokit = setting.octokit()
  expect((await otherRunsOf({ ...jobContext(), octokit }, [])).runs).toEqual([])
  Object.assign(setting.github.state.runs.at(-1) ?? {}, { status: 'completed', conclusion: 'failure' })
  expect((await otherRunsOf({ ...jobContext(), octokit }, [])).runs).toEqual([499])
  expect((await otherRunsOf({ ...jobContext(), octokit }, [])).runs).toEqual([499])
  expect(asked()).toBe(2)
})

it('a refusal is asked for again', async () => {
  setting.github.interrupt('actions/list-workflow-runs', { status: 404, message: 'Not Found' })
  const octokit = setting.octokit()
  expect((await otherRunsOf({ ...jobContext(), octokit }, [])).lost).toHaveLength(1)
  expect(await otherRunsOf({ ...jobContext(), octokit }, [])).toEqual({ runs: [], lost: [] })
})
