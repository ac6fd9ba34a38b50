// A merge queue waits for a check run on its own commit, so both ways to publish must leave one there.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { setLabel } from '../stand-ins/events.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, outputsOf, quickExample, quickScript, suiteFiles } from './quick-suite.ts'

const path = (name: string) => `.github/workflows/${name}.yml`
const files = {
  [path('bench')]: quickExample('pull-request/bench.yml'),
  [path('publish')]: example('pull-request/publish.yml'),
  [path('matrix')]: quickExample('matrix/bench.yml')
    .replace('[bench-1, bench-2]', '[bench]')
    .replace('legs: 4', 'legs: 2'),
  ...suiteFiles({ 'access-log': 100, parse: 100, format: 100 }),
}
const reading = { contents: 'read', actions: 'read', 'pull-requests': 'read' } satisfies Permissions
const measuring = { workflow: path('bench'), permissions: reading }
const writing = { ...reading, issues: 'write', 'pull-requests': 'write', checks: 'write' } as Permissions
const publishing = { workflow: path('publish'), permissions: writing }

let bed: TestBed

beforeEach(async () => {
  const collaborators = { octocat: 'admin', triager: 'read' } as const
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state: { collaborators } })
  bed.repository.commit({ files })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (number: number, changed: Record<string, string>) =>
  bed.openPull(number, { branch: `change-${number}`, files: changed })
const costs = (value: number) => ({ 'bench/access-log.txt': String(value) })
const lastCheck = () => bed.github.state.checks.at(-1)

async function queued(number: number, onto?: string) {
  const group = await bed.mergeGroup(number, measuring, onto)
  const published = await bed.workflowRun(group.runId, publishing)
  return { ...group, published }
}

describe('the pair', () => {
  it('judges a group by the commit below it, and sets the required check run on the commit of the queue, without a comment', async () => {
    open(1, costs(200))
    open(2, { 'README.md': 'the same\n' })
    // No word of somebody who may only read is one.
    setLabel(bed.github.state, 1, { label: 'bench: accepted', by: 'triager' })
    const slower = await queued(1)
    expect(outputsOf(slower.published)).toMatchObject({ outcome: 'regression' })
    const name = 'stable-bench: access-log'
    expect(lastCheck()).toMatchObject({ name, head_sha: slower.sha, conclusion: 'failure' })

    // Behind the slower one nothing changes, and without it neither.
    const behind = await queued(2, slower.sha)
    expect(outputsOf(behind.published)).toMatchObject({ outcome: 'pass' })
    expect(lastCheck()).toMatchObject({ name, head_sha: behind.sha, conclusion: 'success' })
    expect(behind.published.summary).toMatch(/No change/)
    expect((await queued(2)).published.code).toBe(0)
    expect(lastCheck()).toMatchObject({ conclusion: 'success' })
    expect(bed.github.comments).toEqual([])
  }, 300_000)

  it('reports a group that could not be measured, so that the queue does not wait', async () => {
    open(1, { 'bench/quick.sh': 'exit 3\n' })
    const { sha } = await queued(1)
    expect(lastCheck()).toMatchObject({ head_sha: sha, conclusion: 'action_required' })
  }, 300_000)

  it('counts in the queue what somebody with write access has accepted in the pull request', async () => {
    open(1, costs(200))
    await bed.workflowRun((await bed.pullRequest(1, measuring)).runId, publishing)
    setLabel(bed.github.state, 1, { label: 'bench: accepted', by: 'octocat' })
    const { sha } = await queued(1)
    expect(lastCheck()).toMatchObject({
      head_sha: sha,
      conclusion: 'success',
      output: { title: expect.stringMatching(/^pass, accepted by octocat/) },
    })
  }, 300_000)

  describe('with a change that costs more since it was accepted', () => {
    const next = 'bench/next.txt'
    /** The benchmarks print around the number in another file, which main has, too. */
    const opened = async (cost: number, ...names: string[]) => {
      bed.repository.commit({ files: { [next]: String(cost) } })
      open(1, { 'bench/quick.sh': quickScript(...names).replace('}$1"', '}next.txt"') })
      await bed.workflowRun((await bed.pullRequest(1, measuring)).runId, publishing)
      await bed.label(1, { label: 'bench: accepted', by: 'octocat' }, publishing)
      expect(lastCheck()).toMatchObject({ conclusion: 'success' })
    }
    const refused =
      /'bench: accepted' does not count: .* does not show parse .*; print .*: bring the pull request up/

    it('accepts a regression up to what was seen', async () => {
      await opened(110, 'parse', 'print')
      expect((await queued(1)).published.summary.replaceAll('\\', '')).toMatch(
        /accepted by octocat .*parse .* \+(9|1\d)/,
      )
      expect(lastCheck()).toMatchObject({ conclusion: 'success' })
      bed.repository.commit({ files: { [next]: '400' } })
      const { published, sha } = await queued(1)
      expect(lastCheck()).toMatchObject({ head_sha: sha, conclusion: 'failure' })
      expect(published.summary.replaceAll('\\', '')).toMatch(refused)
    }, 300_000)

    it('accepts nothing where nothing failed', async () => {
      await opened(100, 'parse', 'print')
      bed.repository.commit({ files: { [next]: '400' } })
      const { published } = await queued(1)
      expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
      expect(published.summary.replaceAll('\\', '')).toMatch(refused)
    }, 300_000)

    it('accepts a benchmark that was missing there, and no other failure beside it', async () => {
      await opened(100, 'parse')
      expect((await queued(1)).published.summary.replaceAll('\\', '')).toMatch(/print .*removed/)
      expect(lastCheck()).toMatchObject({ conclusion: 'success' })
      bed.repository.commit({ files: { [next]: '400' } })
      await queued(1)
      expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    }, 300_000)
  })

  it('publishes nothing of a run that is of no queue', async () => {
    const { main: head_sha = '' } = bed.repository.state().branches
    const run = { event: 'merge_group', path: path('bench'), head_branch: 'gh-readonly-queue/main', head_sha }
    bed.github.state.runs.push({ id: 700, ...run })
    const published = await bed.workflowRun(700, publishing)
    expect(published.summary).toMatch(/Nothing was published: run 700 is of no merge queue/)
    expect(bed.github.state.checks).toEqual([])
  }, 300_000)
})

it('the publish job of a matrix sets it, too', async () => {
  open(1, { 'bench/parse.txt': '200' })
  const run = await bed.mergeGroup(1, { workflow: path('matrix'), permissions: writing })
  expect(run.code).not.toBe(0)
  expect(lastCheck()).toMatchObject({
    name: 'stable-bench: access-log',
    head_sha: run.sha,
    conclusion: 'failure',
  })
  expect(run.summary).toMatch(/### 🔴 .* slower/)
  expect(bed.github.comments).toEqual([])
}, 300_000)
