// Orders of events in which something was red, or was never measured, and which all end so that a branch rule sees it. With the
// workflows of the examples as they stand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { hostileZip } from '../github/hostile-zip.ts'
import type { Activity } from '../stand-ins/events.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const exampleOf = (path: string) => readFileSync(join(root, 'examples', path), 'utf8')
const workflow = withFewRuns(exampleOf('on-demand/bench.yml'))
const suite = (name: string) => ({
  command: `sh bench/quick.sh ./"$LUCKY"${name}.txt`,
  paths: [`bench/${name}.txt`],
})
const config = (more: object = {}) =>
  JSON.stringify({ suites: { parse: { ...suite('parse'), ...more }, print: suite('print') } })
const files = {
  [bench]: workflow,
  [publish]: exampleOf('pull-request/publish.yml'),
  '.stable-bench.yml': config(),
  ...suiteFiles({ parse: 10, print: 10, 'lucky-parse': 10, 'lucky-print': 10 }),
}
const slower = { 'bench/parse.txt': '20' }
const lucky = { env: { LUCKY: 'lucky-' } }

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }
const open = (number: number, changed: Record<string, string>, more = {}) =>
  bed.openPull(number, { branch: `change-${number}`, files: changed, ...more })
const pull = (number: number) => {
  const found = bed.github.state.pulls.find(each => each.number === number)
  if (!found) throw new Error(`there is no pull request ${number}`)
  return found
}
const measure = (number: number, more: Partial<RunSettings> = {}, activity?: Activity) =>
  bed.pullRequest(number, { ...measuring, ...more }, activity)
const report = ({ runId }: BedRun, more: Partial<RunSettings> = {}) =>
  bed.workflowRun(runId, { ...publishing, ...more })
const conclusionOf = (sha: string) =>
  bed.github.state.checks.findLast(({ head_sha }) => head_sha === sha)?.conclusion
const conclusion = (number: number) => conclusionOf(pull(number).head.sha)
const stops = expect.stringMatching(/^(?:failure|action_required)$/)

it('a tag with the name of the new base branch does not lend that branch the base that was measured', async () => {
  bed.repository.branch('v2', 'main')
  bed.repository.commit({ branch: 'slow', files: slower })
  bed.repository.tag('v2', 'slow')
  open(1, { 'bench/parse.txt': '19.9' }, { base: 'slow' })
  await report(await measure(1))
  expect(conclusion(1)).toBe('success')
  await bed.pullRequestTarget(1, publishing, bed.retarget(1, 'v2'))
  expect(conclusion(1)).toBe('action_required')
}, 300_000)

it('a pull request that gets another base branch and then its old one again is as red there as before', async () => {
  bed.repository.commit({ branch: 'slow', files: slower })
  open(1, slower)
  await report(await measure(1))
  expect(conclusion(1)).toBe('failure')
  const there = bed.retarget(1, 'slow')
  await bed.pullRequestTarget(1, publishing, there)
  await report(await measure(1, {}, there))
  const back = bed.retarget(1, 'main')
  await bed.pullRequestTarget(1, publishing, back)
  expect(conclusion(1)).toEqual(stops)
  await report(await measure(1, lucky, back))
  expect(conclusion(1)).toEqual(stops)
}, 300_000)

it('a commit that was reverted and is applied again by a push has the red that it had', async () => {
  open(1, slower)
  const { head, base } = structuredClone(pull(1))
  await report(await measure(1))
  open(1, { 'README.md': 'reverted' })
  await report(await measure(1))
  expect(conclusion(1)).toBe('success')
  Object.assign(pull(1), bed.repository.retarget({ ...pull(1), head }, base.ref))
  await report(await measure(1, lucky))
  expect(conclusion(1)).toEqual(stops)
}, 300_000)

it('the report on the first attempt, made again after that on the second, does not take the place of it', async () => {
  open(1, slower)
  const first = await measure(1, lucky)
  const early = await report(first)
  expect(conclusion(1)).toBe('success')
  await report(await measure(1, { rerun: first.runId }))
  const second = conclusion(1)
  expect(second).toEqual(stops)
  await report(first, { rerun: early.runId })
  expect(conclusion(1)).toEqual(second)
}, 300_000)

it('what a pull request that somebody asked for leaves is no baseline and no night, though its workflow makes both', async () => {
  bed.repository.commit({
    files: {
      '.stable-bench.yml': JSON.stringify({ defaults: { baseline: 'artifact' }, ...JSON.parse(config()) }),
    },
  })
  await bed.push('main', { ...measuring, expectedCode: 0 })
  open(1, slower)
  const asking = {
    ...measuring,
    permissions: { ...pairPermissions.measuring, 'pull-requests': 'write' } as Permissions,
  }
  const asked = await bed.comment(1, { body: '/bench parse', by: 'octocat' }, asking)
  if (outputsOf(asked).outcome !== 'regression') throw new Error(asked.log)
  const left = bed.results.artifacts().filter(({ runId }) => runId === asked.runId)
  for (const { id, name } of left.filter(each => each.name.includes('-candidate-')))
    bed.results.addArtifact({
      runId: asked.runId,
      name: name.replace('candidate', 'baseline'),
      content: bed.results.blob(id),
    })
  const forged = hostileZip([
    { name: 'nights-2026-01-01-0123456789abcdef.json.gz', content: Buffer.from('x') },
  ])
  bed.results.addArtifact({ runId: asked.runId, name: 'stable-bench-trend-parse', content: forged })
  const gate = await measure(1, { expectedCode: 1 })
  expect(outputsOf(gate)).toMatchObject({ outcome: 'regression' })
  expect(gate.summary).toMatch(/stored baseline of 1 session/)
  // The push and this one.
  const night = await bed.schedule({ ...measuring, expectedCode: 0 })
  expect(night.summary).toMatch(/Trend of parse: 2 nights:/)
  expect((await report(night)).summary).toMatch(/parse: no open issue/)
}, 300_000)

it('a suite that the pull request leaves out in the workflow file, and gives other paths, is measured or missed', async () => {
  // Each of the two alone would keep it from being measured.
  const without = workflow.replace('with: { runs: 5', 'with: { suite: print, runs: 5')
  expect(without).not.toBe(workflow)
  open(1, { ...slower, [bench]: without, '.stable-bench.yml': config({ paths: ['docs/**'] }) })
  await report(await measure(1))
  expect(conclusion(1)).toEqual(stops)
}, 300_000)

it('a leg of a matrix that was lost in a job which may fail is missed, though other jobs were skipped', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
  const leg = '{ mode: measure, suite: "${{ matrix.suite }}", runs: 5, max-runs: 5 }'
  const matrix = workflow
    .replace(
      '    runs-on: [self-hosted, bench]\n',
      '    strategy: { fail-fast: false, matrix: { suite: [parse, print] } }\n$&',
    )
    .replace('{ runs: 5, max-runs: 5 }', leg)
  bed.repository.commit({ files: { [bench]: matrix } })
  const crashing = matrix
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
    .replace("      # Your toolchain's", '      - run: test "${{ matrix.suite }}" != parse\n$&')
  open(1, { ...slower, 'bench/print.txt': '10.0', [bench]: crashing })
  const measured = await measure(1)
  const run = bed.github.state.runs.find(({ id }) => id === measured.runId)
  // As GitHub ends it where the job has `continue-on-error`, which the stand-in for the runner does not know.
  if (run) run.conclusion = 'success'
  const { summary } = await report(measured)
  expect(conclusion(1)).toBe('action_required')
  expect(summary).toMatch(/parse: the run left no result of it/)
}, 300_000)

it('a group of a merge queue is red though the one built on it takes the slow-down back', async () => {
  open(1, slower)
  open(2, { 'bench/parse.txt': '10', 'README.md': 'faster' })
  const first = await bed.mergeGroup(1, measuring)
  const second = await bed.mergeGroup(2, measuring, first.sha)
  await report(second)
  await report(first)
  expect([conclusionOf(first.sha), conclusionOf(second.sha)]).toEqual([
    'failure',
    expect.stringMatching(/success|neutral|failure/),
  ])
}, 300_000)

it('a job that takes the name by which another pull request is asked for reports on its own', async () => {
  open(2, { 'README.md': 'another' })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
  const named = workflow.replace('name: ${{ github.workflow }}', `name: bench 2@${pull(2).head.sha}`)
  open(1, { 'bench/parse.txt': '10.0', [bench]: named })
  await report(await measure(1))
  expect(conclusion(2)).toBeUndefined()
  expect(bed.github.comments.map(({ issue }) => issue)).toEqual([1])
}, 300_000)

it('a run by hand on the branch of a pull request is no night, and its end neither reports nor opens an issue', async () => {
  open(1, slower)
  const started = await bed.dispatch(measuring, { branch: 'change-1', by: 'octocat' })
  const { summary } = await report(started)
  expect(summary).toMatch(/Nothing was published: run \d+ has the workflow of the branch change\\?-1/)
  expect([bed.github.state.checks, bed.github.comments, bed.github.state.issues]).toEqual([[], [], []])
}, 300_000)

it('a red check run that the server does not take at once is there, and else the job that writes it fails', async () => {
  open(1, slower)
  await report(await measure(1, lucky))
  expect(conclusion(1)).toBe('success')
  const measured = await measure(1)
  const refused = { status: 500, message: 'gone' }
  bed.github.interrupt('checks/create', refused, refused, refused)
  const broken = await report(measured, { expectedCode: 1 })
  bed.github.clearInterruptions()
  bed.github.interrupt('checks/create', refused)
  await report(measured, { rerun: broken.runId })
  expect(conclusion(1)).toEqual(stops)
}, 300_000)
