// A pull request that gets another base branch: what was measured against the old one says nothing about the new one. The
// branch `slow` is twice as slow as main, so that a pull request on top of it changes nothing there, and much on main.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { root } from '../e2e/command-line.ts'
import { setLabel } from '../stand-ins/events.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { expand } from '../stand-ins/workflow-runner/expressions/expressions.ts'
import { commenting, example, gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const path = (name: string) => `.github/workflows/${name}.yml`
const gating = commenting(quickExample('pull-request/bench.yml'))
const files = {
  [path('bench')]: quickExample('pull-request/bench.yml'),
  [path('publish')]: example('pull-request/publish.yml'),
  [path('gate')]: gating,
  [path('stored')]: gating.replace(/^( +)runs: 5$/m, '$&\n$1baseline: artifact'),
  [path('matrix')]: quickExample('matrix/bench.yml')
    .replace('[bench-1, bench-2]', '[bench]')
    .replace('[parse, format]', '[access-log]')
    .replace('legs: 4', 'legs: 1'),
  ...suiteFiles({ 'access-log': 100 }),
}
const reading = { contents: 'read', actions: 'read', 'pull-requests': 'read' } satisfies Permissions
const writing = { ...reading, issues: 'write', 'pull-requests': 'write', checks: 'write' } as Permissions
const measuring = { workflow: path('bench'), permissions: reading }
const publishing = { workflow: path('publish'), permissions: writing }
const deciding = { ...gatingSettings, workflow: path('gate') }

let bed: TestBed

beforeEach(async () => {
  const state = { forks: [{ id: 99, owner: 'mallory', repo: 'rocket' }] }
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root }, state })
  bed.repository.commit({ files })
  bed.repository.commit({ branch: 'slow', files: { 'bench/access-log.txt': '200' } })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (more = {}) =>
  bed.openPull(3, { branch: 'change', base: 'slow', files: { 'bench/access-log.txt': '198' }, ...more })
const lastCheck = () => bed.github.state.checks.at(-1)
const body = () => bed.github.comments.at(-1)?.body ?? ''
const standing = () => ({ checks: structuredClone(bed.github.state.checks), body: body() })
const publish = ({ runId }: BedRun) => bed.workflowRun(runId, publishing)

function expectRefused(run: BedRun, title = /does not have the base/): void {
  expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
  expect(lastCheck()).toMatchObject({
    conclusion: 'action_required',
    output: { title: expect.stringMatching(title) },
  })
  expect(run.summary).toMatch(/### 🔴 The base branch does not have the base that was measured/)
  expect(run.summary).toMatch(/goes into main, which does not have `?[0-9a-f]{10}/)
}

describe('the pair', () => {
  it('names a base branch that is not the default, refuses its results for another one whoever accepts them, and measures against that', async () => {
    open()
    const measured = await bed.pullRequest(3, measuring)
    await publish(measured)
    expect(lastCheck()).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringMatching(/^⚪ No change.* · into slow$/) },
    })
    expect(body()).toMatch(/### ⚪ No change: .* · into `slow`\n/)

    const activity = bed.retarget(3, 'main')
    const again = await bed.pullRequestTarget(3, publishing, activity)
    expectRefused(again)
    expect(body()).toMatch(/### 🔴 The base branch does not have/)
    // The report on the old run may also be late, and nobody can accept it.
    expectRefused(await publish(measured))
    const accepting = { label: 'bench: accepted', by: 'octocat' }
    expectRefused(await bed.label(3, accepting, publishing))
    setLabel(bed.github.state, 3, { ...accepting, event: 'unlabeled' })

    const anew = await bed.pullRequest(3, measuring, activity)
    expect(anew.runId).not.toBe(measured.runId)
    await publish(anew)
    expect(lastCheck()).toMatchObject({
      conclusion: 'failure',
      output: { title: expect.stringMatching(/^🔴 Both benchmarks are slower, by up to 9[78]\.\d.%/) },
    })
  }, 300_000)

  it('refuses the merge into the old base of a fork, and a candidate that has it with stored results of the new one', async () => {
    open({ repository_id: 99 })
    const forked = await bed.pullRequest(3, measuring)
    bed.retarget(3, 'main')
    expectRefused(await publish(forked), /self-reported by a fork/)

    await bed.push('main', { ...measuring, workflow: path('stored') })
    open()
    const alone = await bed.pullRequest(3, { ...measuring, workflow: path('stored') })
    bed.retarget(3, 'main')
    expectRefused(await publish(alone))
  }, 300_000)

  it('counts what was measured against a branch that the new base has, and leaves everything as it is where only the title or the text is edited', async () => {
    open()
    const measured = await bed.pullRequest(3, measuring)
    bed.repository.branch('next', 'slow')
    bed.repository.commit({ branch: 'next', files: { 'README.md': 'next' } })
    const activity = bed.retarget(3, 'next')
    await bed.pullRequestTarget(3, publishing, activity)
    expect(lastCheck()).toBeUndefined()
    await publish(measured)
    expect(lastCheck()).toMatchObject({ conclusion: 'success' })
    expect(body()).toMatch(/### ⚪ No change: .* · into `next`\n/)

    const before = standing()
    const edited = { action: 'edited', changes: { title: { from: 'Before' } } } as const
    const skipped = await bed.pullRequest(3, measuring, edited)
    const run = bed.github.state.runs.find(({ id }) => id === skipped.runId)
    expect(run).toMatchObject({ conclusion: 'skipped', jobs: [{ conclusion: 'skipped' }] })
    // The check of the job that measured goes by another name, so a skipped job does not replace it.
    expect(run?.jobs?.[0]?.name).not.toBe('bench')
    expect((await publish(skipped)).summary).toMatch(
      RegExp(
        `Nothing was published: run ${skipped.runId} was skipped, and run ${measured.runId} is of the same commit`,
      ),
    )
    expect((await bed.pullRequestTarget(3, publishing, edited)).jobs).toEqual({ publish: 'skipped' })
    expect(standing()).toEqual(before)
  }, 300_000)

  it('does not end a measurement, or a report, for a title that was edited', () => {
    const groupOf = (workflow: string, github: object): string => {
      const { concurrency } = parse(files[path(workflow)] ?? '') as { concurrency: { group: string } }
      return expand(concurrency.group, { contexts: { github: { workflow_ref: 'w', run_id: 8, ...github } } })
    }
    const event = (more: object) => ({ event: { pull_request: { number: 3 }, ...more } })
    const title = { action: 'edited', changes: { title: { from: 'Before' } } }
    const base = { action: 'edited', changes: { base: { ref: { from: 'slow' } } } }
    for (const workflow of ['bench', 'matrix']) {
      expect(groupOf(workflow, event({ action: 'synchronize' }))).toBe('w-3')
      expect(groupOf(workflow, event(base))).toBe('w-3')
      expect(groupOf(workflow, event(title))).toBe('w-8')
    }
    expect(groupOf('publish', event(title))).toBe('w-3-8')
    expect(groupOf('publish', event({ label: { name: 'bench: accepted' } }))).toBe('w-3-bench: accepted')
  })
})

describe('a job that decides alone', () => {
  it('refuses its result where the pull request got another base since its event, which a re-run has again', async () => {
    open()
    const first = await bed.pullRequest(3, deciding)
    expect(outputsOf(first)).toMatchObject({ outcome: 'pass' })
    expect(lastCheck()).toMatchObject({ conclusion: 'success' })
    bed.retarget(3, 'main')
    const again = await bed.pullRequest(3, { ...deciding, rerun: first.runId })
    expect(again.code).not.toBe(0)
    expectRefused(again)
    expect(body()).toMatch(/🔴 The base branch does not have/)

    // A token that may not ask cannot know it.
    const unknowing = {
      ...deciding,
      permissions: { contents: 'read', actions: 'read', checks: 'write' },
    } as const
    const unknown = await bed.pullRequest(3, { ...unknowing, rerun: first.runId })
    expect(unknown.code).not.toBe(0)
    expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
    expect(unknown.summary).toMatch(/still goes into slow is not known.*pull-requests: read/)
  }, 300_000)

  it('refuses it where the base was changed while it measured, and where its stored baseline is of the old branch', async () => {
    const stored = { ...deciding, workflow: path('stored') }
    await bed.push('slow', stored)
    open()
    const retargeting = () => void bed.retarget(3, 'main')
    bed.github.interrupt('pulls/get', { meanwhile: retargeting })
    const late = await bed.pullRequest(3, deciding)
    expect(late.code).not.toBe(0)
    expectRefused(late)

    open()
    const first = await bed.pullRequest(3, { ...stored, expectedCode: 0 })
    bed.retarget(3, 'main')
    const again = await bed.pullRequest(3, { ...stored, rerun: first.runId })
    expect(again.code).not.toBe(0)
    expectRefused(again)
  }, 300_000)
})

it('a publish job of the same run refuses them when it is run again', async () => {
  const settings = { workflow: path('matrix'), permissions: writing }
  open()
  const first = await bed.pullRequest(3, settings)
  expect(lastCheck()).toMatchObject({ conclusion: 'success' })
  bed.retarget(3, 'main')
  const again = await bed.pullRequest(3, { ...settings, rerun: first.runId })
  expect(again.code).not.toBe(0)
  expectRefused(again)
}, 300_000)
