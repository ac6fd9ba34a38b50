// What the jobs of the pair ask GitHub, request by request. A token has 1,000 requests an hour for all jobs of a repository.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, quickExample, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 20 }),
}
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }

/** The legs of a matrix, unless few of them tell as much. At night there are twenty. */
const legs = (few: number) => Number(process.env.STABLE_BENCH_LEGS ?? few)

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

/** How often each operation was asked for since there were `from` requests. */
function countsSince(from: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { operation } of bed.github.requests.slice(from)) {
    const name = operation ?? 'unknown'
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** The operations that were asked for while `job` ran, each with how often. */
async function requestsOf<Result>(job: Promise<Result>): Promise<[Record<string, number>, Result]> {
  const from = bed.github.requests.length
  const result = await job
  return [countsSince(from), result]
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)

/** Of the measuring job of the pair. Its token may not write check runs, as its workflow says. */
const measured = {
  'repos/get-content': 3,
  'repos/list-commits': 1,
  // The history, the baselines of this testbed, and those of all others.
  'actions/list-artifacts-for-repo': 3,
  'actions/list-workflow-runs': 1,
  'checks/list-for-ref': 1,
  'pulls/get': 1,
}

/** Of the publish job of the pair, for one leg. */
const published = {
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
}

const slower = (more: Record<string, string> = {}) =>
  bed.openPull(3, { branch: 'change', files: { 'bench/access-log.txt': '30', ...more } })

/** Artifacts of a workflow that has nothing to do with stable-bench. */
function leaveForeign(count: number): void {
  const head = { head_branch: 'main', head_sha: bed.repository.state().branches.main ?? '' }
  bed.github.state.runs.push({ id: 50, event: 'push', path: '.github/workflows/ci.yml', ...head })
  for (let i = 0; i < count; i++)
    bed.results.addArtifact({ runId: 50, name: `coverage-${i}`, content: Buffer.from('none') })
}

it('a measuring job of the pair makes 10 requests, and the first publish job of a red run 15', async () => {
  slower()
  const [asked, { runId, log }] = await requestsOf(bed.pullRequest(3, measuring))
  expect(asked).toEqual(measured)
  expect(sum(asked)).toBe(10)
  expect(log).toMatch(/No check run: .*'permissions:' of the job: checks: write/)
  const [posted] = await requestsOf(bed.workflowRun(runId, publishing))
  expect(posted).toEqual(published)
  expect(sum(posted)).toBe(15)

  // Where the base branch went on and GitHub merged it anew, it also asks what the pull request changes.
  bed.github.comments.splice(0)
  bed.github.state.checks.splice(0)
  bed.repository.commit({ files: { 'README.md': 'more' } })
  bed.github.state.pulls = bed.github.state.pulls.map(pull => ({ ...pull, merge_commit_sha: 'f'.repeat(40) }))
  const [anew] = await requestsOf(bed.workflowRun(runId, publishing))
  expect(anew).toEqual({ ...published, 'repos/compare-commits-with-basehead': 2 })
  expect(bed.github.comments[0]?.body).toContain('Both benchmarks are slower')
}, 180_000)

it('the jobs of the pair find their way among 5,000 artifacts of other workflows with one request more', async () => {
  leaveForeign(5000)
  // A publish job reads both versions of what measures a pull request that changes a YAML file.
  slower({ 'docs/site.yml': '{}' })
  const [asked, { runId }] = await requestsOf(bed.pullRequest(3, measuring))
  // Of this workflow on the base branch, which has none before the base commit.
  expect(asked).toEqual({ ...measured, 'actions/list-workflow-runs': 2 })
  const [posted] = await requestsOf(bed.workflowRun(runId, publishing))
  expect(posted).toEqual({ ...published, 'repos/get-content': 4 })
}, 180_000)

it('the nights of a trend cost a measuring job one request more, and a publish job none: it takes those of that job', async () => {
  bed.repository.commit({ files: { [bench]: quickExample('nightly/bench.yml') } })
  for (let i = 0; i < 2; i++) await bed.schedule({ ...measuring, expectedCode: 0 })
  slower()
  const [asked, { runId }] = await requestsOf(bed.pullRequest(3, measuring))
  // The history has the stored sessions, too, so that no other testbed is looked for.
  const read = { 'actions/get-workflow-run': 1, 'actions/download-artifact': 1 }
  expect(asked).toEqual({ ...measured, ...read, 'actions/list-artifacts-for-repo': 2 })
  const [posted] = await requestsOf(bed.workflowRun(runId, publishing))
  expect(posted).toEqual(published)
  expect(bed.github.comments[0]?.body).toMatch(/Nightly: up to 2 nights of the default branch/)
}, 240_000)

it('a further suite of a measuring job costs the lists of its own results, and one of what was posted', async () => {
  const numbers = { one: 20, two: 20 }
  const suites = Object.keys(numbers).map(name => `  ${name}: { command: sh bench/quick.sh ./${name}.txt }\n`)
  const text = withFewRuns(readFileSync(join(root, 'examples', 'pull-request', 'bench.yml'), 'utf8'))
  const config = { '.stable-bench.yml': `suites:\n${suites.join('')}` }
  bed.repository.commit({ files: { [bench]: text, ...config, ...suiteFiles(numbers) } })
  bed.openPull(3, { branch: 'change', files: { 'bench/one.txt': '30' } })
  const [asked, { runId }] = await requestsOf(bed.pullRequest(3, measuring))
  expect(asked).toEqual({ ...measured, 'actions/list-artifacts-for-repo': 5, 'checks/list-for-ref': 2 })
  const [posted] = await requestsOf(bed.workflowRun(runId, publishing))
  expect(posted).toEqual({ ...published, 'actions/download-artifact': 2 })
}, 180_000)

it('a stored baseline is read with the same requests among 5,000 artifacts of other workflows as among none', async () => {
  const config = 'defaults: { baseline: artifact }\n'
  bed.repository.commit({ files: { '.stable-bench.yml': config } })
  for (let i = 0; i < 3; i++) {
    bed.repository.commit({ files: { 'README.md': `${i}` } })
    await bed.push('main', { ...measuring, expectedCode: 0 })
  }
  const against = async (number: number) => {
    bed.openPull(number, { branch: `change-${number}`, files: { 'bench/access-log.txt': '30' } })
    const [asked, run] = await requestsOf(bed.pullRequest(number, measuring))
    return { asked, outcome: outputsOf(run).outcome }
  }
  const alone = await against(3)
  expect(alone.outcome).toBe('regression')
  leaveForeign(5000)
  expect(await against(4)).toEqual(alone)
}, 400_000)

it('a publish job of the pair makes one request more for each leg: 33 for twenty of a matrix, whose jobs do not fail', async () => {
  const count = legs(2)
  const suites = Array.from({ length: count }, (_, i) => `suite-${i + 1}`)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: expressions of the workflow's
  const command = 'command: sh bench/quick.sh ./${{ matrix.suite }}.txt'
  const matrix = quickExample('pull-request/bench.yml')
    .replace('    runs-on:', `    strategy: { matrix: { suite: [${suites.join(', ')}] } }\n$&`)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: expressions of the workflow's
    .replace('name: access-log', 'mode: measure\n          name: ${{ matrix.suite }}')
    .replace(/command: sh.*/, command)
  const numbers = Object.fromEntries(suites.map(suite => [suite, 20]))
  bed.repository.commit({ files: { [bench]: matrix, ...suiteFiles(numbers) } })
  bed.openPull(3, { branch: 'change', files: { 'bench/suite-1.txt': '30' } })
  const { runId } = await bed.pullRequest(3, measuring)
  const [posted] = await requestsOf(bed.workflowRun(runId, publishing))
  // No leg decides, so that no job failed.
  const { 'actions/list-jobs-for-workflow-run': _, ...others } = published
  expect(posted).toEqual({ ...others, 'actions/download-artifact': count })
  expect(sum(posted)).toBe(13 + count)
  expect(bed.github.comments[0]?.body).toContain('suite-1')
}, 600_000)

describe('a matrix of any number of legs', () => {
  // One more than those whose nights are read.
  const count = legs(4)
  const suites = Array.from({ length: count }, (_, i) => `suite-${i + 1}`)
  const runners = ['bench-1', 'ubuntu-latest'].map(name => ({ name, labels: ['self-hosted', name] }))
  const matrix = quickExample('matrix/bench.yml')
    .replace('[bench-1, bench-2]', '[bench-1]')
    .replace('[parse, format]', `[${suites.join(', ')}]`)
    .replace('legs: 4', `legs: ${count}`)
  const { publishing: permissions } = pairPermissions

  it('makes 17 requests to publish: the runner has what its jobs have left', async () => {
    const numbers = Object.fromEntries(suites.map(suite => [suite, 20]))
    bed.repository.commit({ files: { [bench]: matrix, ...suiteFiles(numbers) } })
    bed.openPull(3, { branch: 'change', files: { 'bench/suite-1.txt': '30' } })
    const { jobs } = await bed.pullRequest(3, { workflow: bench, permissions, runners })
    expect(jobs.publish).toBe('failure')
    // A leg, which decides nothing, has no need to know the pull request as it is now.
    const posted = countsSince(bed.github.requests.findIndex(({ operation }) => operation === 'pulls/get'))
    expect(posted).toEqual({
      'pulls/get': 2,
      'actions/list-workflow-run-artifacts': 1,
      'actions/list-jobs-for-workflow-run': 1,
      'repos/compare-commits-with-basehead': 1,
      'repos/get-content': 2,
      'actions/list-workflow-runs': 1,
      // The nights of three suites.
      'actions/list-artifacts-for-repo': 3,
      'checks/list-for-ref': 2,
      'checks/create': 1,
      'issues/list-comments': 2,
      'issues/create-comment': 1,
    })
    expect(sum(posted)).toBe(17)
    expect(bed.github.comments[0]?.body).toContain('suite-1')
  }, 600_000)
})
