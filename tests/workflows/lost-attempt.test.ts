// A job of the pair that is run again after the artifacts of its earlier attempt are gone: the check run of the other workflow
// still says what that attempt came to.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, quickExample, quickScript, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const { measuring, publishing } = pairPermissions
const { checks: _, ...blind } = measuring

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  const files = {
    ...suiteFiles({ 'access-log': 20 }),
    'bench/quick.sh': `test -z "$BROKEN" || exit 7
test -z "$LUCKY" || set -- ./lucky.txt\n${quickScript('parse')}`,
    'bench/lucky.txt': '20',
    [bench]: quickExample('pull-request/bench.yml'),
    [publish]: quickExample('pull-request/publish.yml'),
  }
  bed.repository.commit({ files })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const measure = (more: { rerun?: number; permissions?: Permissions; env?: Record<string, string> } = {}) =>
  bed.pullRequest(1, { workflow: bench, permissions: measuring, ...more })
const report = ({ runId }: BedRun) =>
  bed.workflowRun(runId, { workflow: publish, permissions: publishing, expectedCode: 0 })
const lastCheck = () => bed.github.state.checks.at(-1) as unknown as { conclusion: string }
const forget = () => {
  for (const { id } of bed.results.artifacts()) bed.results.expire(id)
}

it('becomes green where that one could not be measured, and its token may read checks', async () => {
  bed.openPull(1, { branch: 'change', files: { 'README.md': 'new' } })
  const first = await measure({ env: { BROKEN: '1' } })
  expect(first.code).not.toBe(0)
  await report(first)
  expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
  forget()

  const second = await measure({ rerun: first.runId })
  expect(outputsOf(second)).toMatchObject({ outcome: 'pass' })
  expect(second.summary).not.toMatch(/nothing that can be read/)
  await report(second)
  expect(lastCheck()).toMatchObject({ conclusion: 'success' })
}, 300_000)

it('stays red where its token may not, since nothing tells what that one found', async () => {
  bed.openPull(1, { branch: 'change', files: { 'README.md': 'new' } })
  const first = await measure({ env: { BROKEN: '1' } })
  await report(first)
  forget()
  const unknowing = await measure({ rerun: first.runId, permissions: blind })
  expect(outputsOf(unknowing)).toMatchObject({ outcome: 'not-established' })
  expect(unknowing.code).not.toBe(0)
  expect(unknowing.summary).toMatch(
    /Attempt 1 of this job failed, and nothing that can be read says what it found/,
  )
}, 300_000)

it('stays red where that one found a regression', async () => {
  bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '30' } })
  const first = await measure()
  await report(first)
  expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
  forget()
  const lucky = await measure({ rerun: first.runId, env: { LUCKY: '1' } })
  expect(lucky.code).not.toBe(0)
  expect(outputsOf(lucky)).toMatchObject({ outcome: 'regression' })
  expect(lucky.summary).toMatch(/attempt 1 failed here, and its runs cannot be tested together with these/)
}, 300_000)
