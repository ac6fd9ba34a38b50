// One branch that two open pull requests want merged, into different base branches. The branch `slow` is twice as slow as main,
// so the same head changes nothing there, and much on main.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 100 }),
}

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
  bed.repository.commit({ branch: 'slow', files: { 'bench/access-log.txt': '200' } })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const measure = (number: number) =>
  bed.pullRequest(number, { workflow: bench, permissions: pairPermissions.measuring })
const report = ({ runId }: BedRun) =>
  bed.workflowRun(runId, { workflow: publish, permissions: pairPermissions.publishing })
const bodyOf = (number: number) =>
  bed.github.comments.filter(({ issue }) => issue === number).map(({ body }) => body)

it('each pull request gets its own report, by the base branch that was measured', async () => {
  bed.openPull(3, { branch: 'change', base: 'slow', files: { 'bench/access-log.txt': '198' } })
  const [first] = bed.github.state.pulls
  if (!first) throw new Error('no pull request was opened')
  bed.github.state.pulls.push({ ...first, number: 4 })
  bed.retarget(4, 'main')

  const intoSlow = await measure(3)
  expect(outputsOf(await report(intoSlow))).toMatchObject({ outcome: 'pass' })
  expect(bodyOf(3)).toEqual([expect.stringMatching(/### ⚪ /)])
  expect(bodyOf(4)).toEqual([])

  const intoMain = await measure(4)
  expect(outputsOf(await report(intoMain))).toMatchObject({ outcome: 'regression' })
  expect(bodyOf(3)).toEqual([expect.stringMatching(/### ⚪ /)])
  expect(bodyOf(4)).toEqual([expect.stringMatching(/### 🔴 /)])
}, 240_000)
