// The runs before a base commit, in a workflow that comments start as well: most of its runs then measure nothing.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { runsBefore } from '../../../src/github/artifacts/runs-before.ts'
import { jobContext, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})
afterEach(async () => {
  expect(setting.github.unexpectedRequests).toEqual([])
  await setting.close()
})

const before = () =>
  runsBefore(
    { ...jobContext(), octokit: setting.octokit() },
    { branches: ['main'], distances: new Map([[sha(29), 1]]) },
  )

it('are found where comments on issues have crowded them out of the newest hundred', async () => {
  setting.addRun(1, 29)
  for (let id = 2; id <= 151; id++) setting.addRun(id, 30, { event: 'issue_comment', conclusion: 'skipped' })
  expect(await before()).toEqual({ runs: [1], isWhole: false })
})

it('cost one request where nothing but branches starts the workflow', async () => {
  for (let id = 1; id <= 150; id++) setting.addRun(id, id <= 60 ? 29 : 30)
  expect((await before()).runs.length).toBe(10)
  expect(setting.github.requests).toHaveLength(1)
})
