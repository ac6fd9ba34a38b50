// The label `bench: accepted`: who may set it, what it accepts, and for how long.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type Labelling, setLabel } from '../stand-ins/events.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import {
  commenting,
  example,
  gatingSettings,
  outputsOf,
  quickExample,
  quickScript,
  suiteFiles,
} from './quick-suite.ts'

const [bench, publish, gate] = ['bench', 'publish', 'gate'].map(name => `.github/workflows/${name}.yml`) as [
  string,
  string,
  string,
]
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: example('pull-request/publish.yml'),
  [gate]: commenting(quickExample('pull-request/bench.yml')),
  ...suiteFiles({ 'access-log': 20 }),
}
const reading = { contents: 'read', actions: 'read' } satisfies Permissions
const measuring = { workflow: bench, permissions: reading }
const publishing = {
  workflow: publish,
  permissions: { ...reading, issues: 'write', 'pull-requests': 'write', checks: 'write' } as Permissions,
}
const accepted: Labelling = { label: 'bench: accepted', by: 'writer' }

let bed: TestBed

beforeEach(async () => {
  const forks = [{ id: 99, owner: 'mallory', repo: 'rocket' }]
  const collaborators = { writer: 'write', triager: 'read' } as const
  bed = await startTestBed({
    action: { repository: 'org/stable-bench', root },
    state: { forks, collaborators },
  })
  bed.repository.commit({ files })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (middle: number, more: { repository_id?: number; files?: Record<string, string> } = {}) =>
  bed.openPull(3, {
    branch: 'change',
    files: { 'bench/access-log.txt': String(middle), ...more.files },
    ...more,
  })
const measure = async (): Promise<BedRun> => {
  const measured = await bed.pullRequest(3, measuring)
  return bed.workflowRun(measured.runId, publishing)
}
const label = (labelling: Labelling) => bed.label(3, labelling, publishing)
const lastCheck = () => bed.github.state.checks.at(-1) as { conclusion?: string; output?: { title?: string } }
const body = () => bed.github.comments.at(-1)?.body ?? ''

describe('a regression that somebody with write access accepts', () => {
  it('passes, says who accepted what, and fails again without it; who may only triage accepts nothing', async () => {
    open(30)
    await measure()
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    const way = /Or somebody with write access sets the label `bench: accepted`/
    expect(body()).toMatch(way)
    const triaged = await label({ ...accepted, by: 'triager' })
    expect(outputsOf(triaged)).toMatchObject({ outcome: 'regression' })
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    expect(body().replaceAll('\\', '')).toMatch(/does not count: triager, who set it, has no write access/)
    setLabel(bed.github.state, 3, { ...accepted, by: 'triager', event: 'unlabeled' })

    const run = await label(accepted)
    expect(body()).not.toMatch(way)
    expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
    expect(outputsOf(run)).toMatchObject({ outcome: 'pass' })
    const title = expect.stringMatching(/^pass, accepted by writer on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    expect(lastCheck()).toMatchObject({ conclusion: 'success', output: { title } })
    expect(bed.github.comments).toHaveLength(1)
    expect(body().replaceAll('\\', '')).toMatch(
      /accepted by writer on .* with the label 'bench: accepted', for this commit: .*parse.* \+\d\d.*%/,
    )
    const back = await label({ ...accepted, event: 'unlabeled' })
    expect(outputsOf(back)).toMatchObject({ outcome: 'regression' })
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    expect(body()).not.toMatch(/accepted by writer/)
    await label(accepted)
    expect(lastCheck()).toMatchObject({ conclusion: 'success' })

    // It accepts nothing that came after it, even if it was set for this commit before that had results.
    open(31)
    setLabel(bed.github.state, 3, { ...accepted, event: 'unlabeled' })
    const early = await label(accepted)
    expect(early.summary).toMatch(/the head of the pull request has no check run/)
    expect(outputsOf(await measure())).toMatchObject({ outcome: 'regression' })
    expect(lastCheck()).toMatchObject({ conclusion: 'failure' })
    expect(body().replaceAll('\\', '')).toMatch(
      /'bench: accepted' does not count: it was set before these results were there/,
    )
  }, 400_000)
})

describe('what is not established', () => {
  it('cannot be accepted where nothing was measured', async () => {
    open(20, { files: { 'bench/quick.sh': 'exit 3\n' } })
    await measure()
    expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
    expect(outputsOf(await label(accepted))).toMatchObject({ outcome: 'not-established' })
    expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
  }, 300_000)

  it('since a benchmark is missing can be accepted, also where the job that measured made the check run itself', async () => {
    open(20, { files: { 'bench/quick.sh': quickScript('parse') } })
    await bed.pullRequest(3, { ...gatingSettings, workflow: gate })
    expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
    expect(outputsOf(await label(accepted))).toMatchObject({ outcome: 'pass' })
    expect(lastCheck()).toMatchObject({ conclusion: 'success' })
    expect(body().replaceAll('\\', '')).toMatch(/for this commit: .*print.*removed/)
  }, 300_000)

  it('since only a fork vouches for it can be accepted', async () => {
    open(20, { repository_id: 99 })
    await measure()
    expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
    expect(outputsOf(await label(accepted))).toMatchObject({ outcome: 'pass' })
    expect(lastCheck()).toMatchObject({ conclusion: 'success' })
  }, 300_000)
})
