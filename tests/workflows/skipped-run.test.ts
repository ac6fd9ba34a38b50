// Runs that measured nothing although nothing failed: their jobs were skipped, or a newer run on the same head ended them.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { example, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const measured = quickExample('pull-request/bench.yml')
const never = measured.replace(/^( +)if: github.event.action.*/m, '$1if: github.event_name == 0')
const reading = { contents: 'read', actions: 'read', 'pull-requests': 'read' } satisfies Permissions
const measuring = { workflow: bench, permissions: reading }
const publishing = {
  workflow: publish,
  permissions: { ...reading, issues: 'write', 'pull-requests': 'write', checks: 'write' } as Permissions,
}

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  const files = { [bench]: never, [publish]: example('pull-request/publish.yml') }
  bed.repository.commit({ files: { ...files, ...suiteFiles({ 'access-log': 20 }) } })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })
const published = ({ runId }: BedRun) => bed.workflowRun(runId, publishing)
const lastCheck = () => bed.github.state.checks.at(-1)

describe('a run whose jobs were all skipped', () => {
  it('is neutral where the base branch skips them, and in a merge queue; nobody comments', async () => {
    open({ 'README.md': 'new' })
    await published(await bed.pullRequest(1, measuring))
    const output = { title: expect.stringMatching(/^Not measured: every job of the run was skipped/) }
    expect(lastCheck()).toMatchObject({ name: 'stable-bench: access-log', conclusion: 'neutral', output })
    const group = await bed.mergeGroup(1, measuring)
    await published(group)
    expect(lastCheck()).toMatchObject({ head_sha: group.sha, conclusion: 'neutral' })
    expect(bed.github.comments).toEqual([])
  }, 300_000)

  it('has no check run where the configuration of the base branch wants none', async () => {
    bed.repository.commit({ files: { '.stable-bench.yml': 'defaults: { checks: never }\n' } })
    open({ '.stable-bench.yml': 'defaults: { checks: auto }\n' })
    const run = await published(await bed.pullRequest(1, measuring))
    expect(run.summary).toMatch(/Not measured: every job of the run was skipped/)
    expect(bed.github.state.checks).toEqual([])
  }, 300_000)

  it('has one also where the configuration of the base branch is broken: it would be waited for for ever', async () => {
    bed.repository.commit({ files: { '.stable-bench.yml': 'bnad: 2%\n' } })
    open({ 'README.md': 'new' })
    expect((await published(await bed.pullRequest(1, measuring))).code).toBe(0)
    expect(lastCheck()).toMatchObject({ conclusion: 'neutral' })
  }, 300_000)

  it('asks for action where the pull request itself skips them', async () => {
    bed.repository.commit({ files: { [bench]: measured } })
    open({ [bench]: never })
    await published(await bed.pullRequest(1, measuring))
    expect(lastCheck()).toMatchObject({ conclusion: 'action_required' })
    expect(JSON.stringify(lastCheck())).toMatch(/this pull request changes .*bench\.yml/)
  }, 300_000)
})

it('a run that only an edited title started says nothing of a commit that its condition lets be measured: also where it looks at the pull request, and of a job that needs another one', async () => {
  const condition = "github.event.action != 'edited' && github.event.pull_request.title != 'idle'"
  const looking = measured.replace(/^( +)if: github.event.action.*/m, `$1if: ${condition}`)
  const gated = looking
    .replace(/^( +)if: .*/m, '$1needs: gate')
    .replace(
      /^jobs:\n/m,
      `$&  gate: { if: "${condition}", runs-on: ubuntu-latest, steps: [{ run: "true" }] }\n`,
    )
  for (const [number, text] of [looking, gated].entries()) {
    bed.repository.commit({ files: { [bench]: text } })
    bed.openPull(number + 1, { branch: `change-${number}`, files: { 'README.md': `new ${number}` } })
    const edited = { action: 'edited', changes: { title: { from: 'Before' } } } as const
    const skipped = await bed.pullRequest(number + 1, measuring, edited)
    expect((await published(skipped)).summary).toMatch(/nothing has measured the commit: push another one/)
    expect(bed.github.state.checks).toEqual([])
  }
  // With this title, a push is not measured either.
  Object.assign(bed.github.state.pulls.find(({ number }) => number === 2) ?? {}, { title: 'idle' })
  await published(
    await bed.pullRequest(2, measuring, { action: 'edited', changes: { title: { from: 'x' } } }),
  )
  expect(lastCheck()).toMatchObject({ conclusion: 'neutral' })
}, 300_000)

it('a run that a newer one of the same head has ended is left to that one, and its check run to one that was skipped later', async () => {
  bed.repository.commit({ files: { [bench]: measured } })
  open({ 'bench/access-log.txt': '20.1' })
  const ended = await bed.pullRequest(1, measuring)
  const run = bed.github.state.runs.find(({ id }) => id === ended.runId)
  Object.assign(run ?? {}, { conclusion: 'cancelled' })
  const going = { ...structuredClone(run), id: ended.runId + 500, status: 'in_progress', conclusion: null }
  bed.github.state.runs.push(going as NonNullable<typeof run>)
  expect((await published(ended)).summary).toMatch(/was cancelled, and run \d+ is of the same commit/)
  expect(bed.github.state.checks).toEqual([])

  // Without a newer one, what was ended counts as it is, and no run that was skipped makes it neutral.
  bed.github.state.runs = bed.github.state.runs.filter(({ id }) => id !== going.id)
  await published(ended)
  const before = structuredClone(bed.github.state.checks)
  expect(before).toHaveLength(1)
  const edited = { action: 'edited', changes: { title: { from: 'Before' } } } as const
  const skipped = await bed.pullRequest(1, measuring, edited)
  expect((await published(skipped)).summary).toMatch(/Nothing was published/)
  expect(bed.github.state.checks).toEqual(before)
}, 300_000)
