// A check run counts for every pull request of its commit. The branch `slow` is twice as slow as main, so that what passes into
// `slow` may not into main: whoever may push, and not merge, must not get a green check run on main by that.
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Activity } from '../stand-ins/events.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { pairPermissions, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const files = {
  [bench]: quickExample('pull-request/bench.yml'),
  [publish]: quickExample('pull-request/publish.yml'),
  ...suiteFiles({ 'access-log': 100 }),
}
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }

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

const open = (more: Record<string, string> = {}) =>
  bed.openPull(3, { branch: 'change', base: 'slow', files: { 'bench/access-log.txt': '198', ...more } })
const pull = (number: number) => {
  const found = bed.github.state.pulls.find(each => each.number === number)
  if (!found) throw new Error(`there is no pull request ${number}`)
  return found
}
/** One more pull request with the head of #3. */
const openAlike = (number: number, base: string) => {
  bed.github.state.pulls.push({ ...pull(3), number })
  return bed.retarget(number, base)
}
const measure = (number: number, activity?: Activity) => bed.pullRequest(number, measuring, activity)
const report = ({ runId }: BedRun) => bed.workflowRun(runId, publishing)
const told = (number: number, activity: Activity) => bed.pullRequestTarget(number, publishing, activity)
const conclusionOn = (number: number) =>
  bed.github.state.checks.findLast(({ head_sha }) => head_sha === pull(number).head.sha)?.conclusion
const runOf = ({ runId }: BedRun) => bed.github.state.runs.find(({ id }) => id === runId) ?? {}

it('a green check run of another pull request is refused when one is opened, and stays so until that is measured', async () => {
  open()
  await report(await measure(3))
  expect(conclusionOn(3)).toBe('success')
  const retargeted = openAlike(4, 'main')
  const refused = await told(4, { action: 'opened' })
  expect(conclusionOn(4)).toBe('action_required')
  expect(refused.summary).toMatch(
    /does not count for #4 into main: it is about #3[\s\S]*close the pull request and open it/,
  )

  const ended = await measure(4, { action: 'opened' })
  Object.assign(runOf(ended), { conclusion: 'cancelled' })
  const newer = await measure(3, { action: 'reopened' })
  await report(ended)
  await report(newer)
  expect(conclusionOn(4)).toBe('action_required')
  await told(4, retargeted)
  expect(conclusionOn(4)).toBe('action_required')

  await report(await measure(4, { action: 'reopened' }))
  expect(conclusionOn(4)).toBe('failure')
}, 300_000)

it('a report does not pass while another pull request of its commit has none, and passes once both do', async () => {
  bed.repository.branch('next', 'slow')
  bed.repository.commit({ branch: 'next', files: { 'README.md': 'next' } })
  open()
  openAlike(4, 'next')
  await told(4, { action: 'opened' })
  expect(conclusionOn(4)).toBeUndefined()
  const waiting = await report(await measure(3))
  expect(conclusionOn(4)).toBe('action_required')
  expect(bed.github.state.checks.at(-1)).toMatchObject({
    output: { title: expect.stringMatching(/^Waiting for #4; here: ⚪ /) },
  })
  expect(waiting.code).toBe(0)
  await report(await measure(4))
  expect(conclusionOn(4)).toBe('success')
  // The newest one is about #4, and the one before it about #3.
  await told(3, { action: 'reopened' })
  expect(conclusionOn(3)).toBe('success')
}, 300_000)

it('a report waits for no pull request into a branch whose own workflow leaves it out', async () => {
  const filtered = String(files[bench]).replace('pull_request: {', 'pull_request: { branches: [main, slow],')
  bed.repository.branch('site', 'slow')
  bed.repository.commit({ branch: 'site', files: { [bench]: filtered } })
  open()
  openAlike(4, 'site')
  await report(await measure(3))
  expect(conclusionOn(3)).toBe('success')
}, 300_000)

it('a report waits for no pull request into a branch without any workflow that measures, but for one into a branch with another one', async () => {
  const old = { [bench]: null }
  bed.repository.branch('old', 'slow')
  bed.repository.commit({
    branch: 'old',
    files: { ...old, '.github/workflows/lint.yml': 'on: pull_request\njobs: {}\n' },
  })
  bed.repository.branch('moved', 'slow')
  bed.repository.commit({
    branch: 'moved',
    files: { ...old, '.github/workflows/moved.yml': String(files[bench]) },
  })
  open()
  openAlike(4, 'old')
  await report(await measure(3))
  expect(conclusionOn(3)).toBe('success')
  bed.retarget(4, 'moved')
  await report(await measure(3, { action: 'reopened' }))
  expect(conclusionOn(3)).toBe('action_required')
}, 300_000)

it('a commit that is pushed back after the base branch changed is not green before it is measured', async () => {
  open()
  const first = structuredClone(pull(3).head)
  await report(await measure(3))
  open({ 'README.md': 'more' })
  await told(3, bed.retarget(3, 'main'))
  Object.assign(pull(3), bed.repository.retarget({ ...pull(3), head: first }, 'main'))
  expect(conclusionOn(3)).toBe('success')
  await told(3, { action: 'synchronize' })
  expect(conclusionOn(3)).toBe('action_required')
  await report(await measure(3))
  expect(conclusionOn(3)).toBe('failure')
}, 300_000)

it('the results of a run that is repeated do not stand for another base branch meanwhile', async () => {
  open()
  const old = await measure(3)
  await report(old)
  const run = runOf(old)
  Object.assign(run, { status: 'in_progress', conclusion: null, run_attempt: 2 })
  const activity = bed.retarget(3, 'main')
  await told(3, activity)
  expect(conclusionOn(3)).toBe('action_required')
  // The run for the new base ends the repeated one.
  Object.assign(run, { status: 'completed', conclusion: 'cancelled' })
  const anew = await measure(3, activity)
  await report(old)
  expect(conclusionOn(3)).toBe('action_required')
  await report(anew)
  expect(conclusionOn(3)).toBe('failure')
}, 300_000)

it('a check run that is about the pull request stays where it is opened again, and nothing more is asked of a head without one', async () => {
  open()
  const from = bed.github.requests.length
  await told(3, { action: 'opened' })
  expect(bed.github.requests.slice(from).map(({ operation }) => operation)).toEqual(['checks/list-for-ref'])
  await report(await measure(3))
  const before = structuredClone(bed.github.state.checks)
  await told(3, { action: 'reopened' })
  expect(bed.github.state.checks).toEqual(before)
}, 300_000)
