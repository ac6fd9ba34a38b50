// What the jobs of the pair ask GitHub, request by request. A token has 1,000 requests an hour for all jobs of a repository.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { pairPermissions, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 20 }),
}
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

/** The operations that were asked for while `job` ran, each with how often. */
async function requestsOf<Result>(job: Promise<Result>): Promise<[Record<string, number>, Result]> {
  const from = bed.github.requests.length
  const result = await job
  const counts: Record<string, number> = {}
  for (const { operation } of bed.github.requests.slice(from)) {
    const name = operation ?? 'unknown'
    counts[name] = (counts[name] ?? 0) + 1
  }
  return [counts, result]
}

it('a measuring job of the pair makes 12 requests, and the first publish job of a red run 15', async () => {
  bed.openPull(3, { branch: 'change', files: { 'bench/access-log.txt': '30' } })
  const [asked, measured] = await requestsOf(bed.pullRequest(3, measuring))
  expect(asked).toEqual({
    'repos/get-content': 3,
    'repos/list-commits': 1,
    // The history, the baselines of this testbed, and those of all others.
    'actions/list-artifacts-for-repo': 3,
    'actions/list-workflow-runs': 1,
    'checks/list-for-ref': 2,
    'checks/create': 1,
    'pulls/get': 1,
  })
  const [published] = await requestsOf(bed.workflowRun(measured.runId, publishing))
  expect(published).toEqual({
    // Which pull request it is, and, just before posting, whether it still is as it was.
    'pulls/list': 1,
    'pulls/get': 1,
    'actions/list-workflow-run-artifacts': 1,
    'actions/download-artifact': 1,
    'actions/list-jobs-for-workflow-run': 1,
    // What was merged into what, and that the pull request changes no YAML file.
    'repos/compare-commits-with-basehead': 1,
    'repos/get-content': 2,
    'actions/list-workflow-runs': 1,
    // Before anything is compared, and just before a check run is made.
    'checks/list-for-ref': 2,
    'checks/create': 1,
    // Before anything is compared, and after a comment was made.
    'issues/list-comments': 2,
    'issues/create-comment': 1,
  })
}, 180_000)
