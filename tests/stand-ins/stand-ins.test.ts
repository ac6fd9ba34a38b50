import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { zipSync } from 'fflate'
import type { Permissions } from './github/service.ts'
import { startTestBed, type TestBed } from './test-bed.ts'
import { makeThrowawayAction } from './throwaway-action.ts'

const storeWorkflow = `
name: Store
on: push
jobs:
  bench:
    runs-on: [self-hosted, bench]
    steps:
      - uses: actions/checkout@v6
      - uses: org/throwaway@v1
        id: store
        with: { mode: store }
`

const compareWorkflow = `
name: Compare
on: pull_request
jobs:
  bench:
    runs-on: [self-hosted, bench]
    steps:
      - uses: actions/checkout@v6
        with: { fetch-depth: 2 }
      - uses: org/throwaway@v1
        with: { mode: compare }
`

const tellWorkflow = `
name: Tell
on: [schedule, workflow_dispatch, workflow_run]
jobs:
  tell:
    runs-on: ubuntu-latest
    steps:
      - run: |
          echo "event=\${{ github.event_name }} \${{ github.event.workflow_run.id }}" >> "$GITHUB_OUTPUT"
          echo "commit=$GITHUB_SHA $GITHUB_REF $GITHUB_WORKFLOW_REF" >> "$GITHUB_OUTPUT"
`

const files = {
  '.github/workflows/store.yml': storeWorkflow,
  '.github/workflows/compare.yml': compareWorkflow,
  '.github/workflows/tell.yml': tellWorkflow,
}

const storing = { workflow: '.github/workflows/store.yml', permissions: {} satisfies Permissions }
const telling = { workflow: '.github/workflows/tell.yml', permissions: {}, expectedCode: 0 }
const comparing = {
  workflow: '.github/workflows/compare.yml',
  permissions: { actions: 'read', contents: 'read', 'pull-requests': 'write' } satisfies Permissions,
}

describe('workflows on the test bed', () => {
  let root: string
  let bed: TestBed

  beforeAll(async () => {
    root = await makeThrowawayAction()
  })

  afterAll(() => rmSync(root, { recursive: true }))

  beforeEach(async () => {
    const state = { forks: [{ id: 99, owner: 'mallory', repo: 'rocket' }] }
    bed = await startTestBed({ action: { repository: 'org/throwaway', root }, state })
    bed.repository.commit({ files })
  })

  afterEach(() => bed.close())

  it('stores an artifact in a push run and finds it from a pull request, which it comments on', async () => {
    const push = await bed.push('main', { ...storing, expectedCode: 0 })
    expect([push.jobs, push.orphans]).toEqual([{ bench: 'success' }, []])
    const [stored] = bed.results.artifacts()
    const digest = createHash('sha256')
      .update(bed.results.blob(stored?.id ?? 0))
      .digest('hex')
    expect(stored).toMatchObject({ runId: push.runId, name: 'numbers', digest: `sha256:${digest}` })
    expect(push.steps.find(({ id }) => id === 'store')?.outputs).toEqual({ digest })

    bed.openPull(7, { branch: 'change', files: { 'README.md': 'changed' } })
    const pull = await bed.pullRequest(7, { ...comparing, expectedCode: 0 })
    const merge = bed.github.state.pulls[0]?.merge_commit_sha
    const facts = { number: '42', mismatch: false, sha: merge, ref: 'refs/pull/7/merge', base: 'main' }
    expect(JSON.parse(bed.github.comments[0]?.body ?? '')).toEqual({ ...facts, head: merge, commits: '3' })
    expect(pull.summary).toMatch(/^<h1>Compared<\/h1>\n\{"number":"42"/)
    expect(bed.github.state.runs).toMatchObject([
      { id: push.runId, event: 'push', conclusion: 'success' },
      { event: 'pull_request', head_branch: 'change', conclusion: 'success', pull_requests: [7] },
    ])
    expect(bed.github.unexpectedRequests).toEqual([])
    expect(bed.results.refusals).toEqual([])
  })

  it('lets each attempt of a run keep its own copy of a name, and shows its jobs with their steps', async () => {
    const { runId } = await bed.push('main', storing)
    await bed.push('main', { ...storing, rerun: runId, expectedCode: 0 })
    expect(bed.results.artifacts()).toMatchObject([
      { runId, attempt: 1, name: 'numbers' },
      { runId, attempt: 2, name: 'numbers' },
    ])
    expect(bed.github.state.runs).toMatchObject([{ run_attempt: 2, conclusion: 'success' }])
    const [run] = bed.github.state.runs
    const step = { name: 'Run org/throwaway@v1', status: 'completed', conclusion: 'success' }
    expect(run?.jobs).toMatchObject(
      [1, 2].map(run_attempt => ({
        name: expect.any(String),
        run_attempt,
        runner_name: 'stand-in',
        conclusion: 'success',
        steps: expect.arrayContaining([expect.objectContaining(step)]),
      })),
    )
  })

  it('gives a pull request from a fork a token that cannot comment', async () => {
    await bed.push('main', storing)
    bed.openPull(8, { branch: 'main', repository_id: 99, files: { 'README.md': 'changed' } })
    const run = await bed.pullRequest(8, comparing)
    expect(run.code).toBe(1)
    expect(run.annotations[0]?.message).toContain('Resource not accessible by integration')
    expect(run.steps.at(-1)).toMatchObject({ name: 'Run org/throwaway@v1', result: 'failure' })
    expect(bed.github.comments).toEqual([])
    expect(bed.github.unexpectedRequests).toEqual([])
  })

  it('serves an artifact that was tampered with under its old digest', async () => {
    const { runId } = await bed.dispatch(telling)
    const content = Buffer.from(zipSync({ 'number.txt': Buffer.from('13') }))
    bed.results.addArtifact({ runId, name: 'numbers', content, digest: `sha256:${'0'.repeat(64)}` })
    bed.openPull(7, { branch: 'change', files: { 'README.md': 'changed' } })
    await bed.pullRequest(7, comparing)
    expect(JSON.parse(bed.github.comments[0]?.body ?? '')).toMatchObject({ number: '13', mismatch: true })
  })

  it('gives scheduled, dispatched and following runs the default branch', async () => {
    const main = bed.repository.firstParents('main')[0]
    const commit = `${main} refs/heads/main acme/rocket/.github/workflows/tell.yml@refs/heads/main`
    const scheduled = await bed.schedule(telling)
    expect(scheduled.steps.at(-1)?.outputs).toEqual({ event: 'schedule ', commit })
    const dispatched = await bed.dispatch(telling)
    expect(dispatched.steps.at(-1)?.outputs).toEqual({ event: 'workflow_dispatch ', commit })
    const following = await bed.workflowRun(dispatched.runId, telling)
    expect(following.steps.at(-1)?.outputs).toEqual({ event: `workflow_run ${dispatched.runId}`, commit })
  })
})
