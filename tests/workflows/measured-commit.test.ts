// A job that somebody starts by hand and that checks out a pull request: what it measures is not the base branch.

import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import { zip } from '../github/setting.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const { permissions } = gatingSettings
const workflow = '.github/workflows/bench.yml'
const stored = quickExample('nightly/bench.yml').replace(/^( +)command:/gm, '$1baseline: artifact\n$&')
const ofPullRequest = stored.replaceAll(
  'persist-credentials: false',
  'ref: refs/pull/1/merge, persist-credentials: false',
)

const slower = suiteFiles({ 'access-log': 200 })

describe('a job that was started by hand', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [workflow]: stored, ...suiteFiles({ 'access-log': 100 }) } })
  })
  afterEach(() => bed.close())

  /** What a run of main left that had checked out pull request 1, which is four times as slow. */
  function leaveAnother(): void {
    const [own] = bed.results.artifacts()
    const packed = unzipSync(bed.results.blob(own?.id ?? 0))['result.json.gz'] ?? new Uint8Array()
    const session = JSON.parse(gunzipSync(packed).toString())
    session.revision.commit = bed.github.state.pulls[0]?.merge_commit_sha
    for (const benchmark of session.benchmarks) {
      benchmark.runs = benchmark.runs.map((run: number[]) => run.map(value => value * 4))
    }
    const head_sha = bed.github.state.branches.main ?? ''
    bed.github.state.runs.push({
      id: 200,
      event: 'workflow_dispatch',
      path: workflow,
      head_branch: 'main',
      head_sha,
    })
    const content = zip({ 'result.json.gz': gzipSync(JSON.stringify(session)) })
    bed.results.addArtifact({ runId: 200, name: own?.name ?? '', content })
  }

  it('measures no pull request as the branch, so none makes a slower one an improvement, nor one of former times', async () => {
    expect((await bed.push('main', { workflow, permissions })).code).toBe(0)
    const before = bed.results.artifacts()
    // The same file, as the branch has it now: a baseline counts only from its own workflow.
    bed.repository.commit({ files: { [workflow]: ofPullRequest } })
    bed.openPull(1, { branch: 'slower', files: slower })
    const refused = await bed.dispatch({ workflow, permissions })
    expect(refused.code).not.toBe(0)
    expect(refused.log).toMatch(
      /commit [0-9a-f]{10} is checked out, but the event is about [0-9a-f]{10}: .* without 'ref'.* by hand, /,
    )
    expect(bed.results.artifacts()).toEqual(before)

    leaveAnother()
    bed.openPull(2, { branch: 'also-slower', files: { ...slower, [workflow]: stored } })
    const run = await bed.pullRequest(2, { workflow, permissions })
    expect(run.code).not.toBe(0)
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression', improvements: '[]' })
    expect(run.summary).toMatch(
      /of run 200 was skipped: it measured the commit `[0-9a-f]{10}`, and its run was about `[0-9a-f]{10}`/,
    )
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)
})
