// A pull request that breaks the configuration is not green, and one that mends it gets a check run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, gatingSettings, pairPermissions, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const exampleOf = (path: string) => readFileSync(join(root, 'examples/pull-request', path), 'utf8')
const config = JSON.stringify({ suites: { parse: { command: 'sh bench/quick.sh ./parse.txt' } } })
const broken = { '.stable-bench.yml': `${config}\nbnad: 2%\n` }
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }
const accepted = { label: 'bench: accepted', by: 'octocat' }
let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({
    files: {
      [bench]: withFewRuns(exampleOf('bench.yml')),
      [publish]: exampleOf('publish.yml'),
      '.stable-bench.yml': config,
      ...suiteFiles({ parse: 10 }),
    },
  })
})
afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })
const report = ({ runId }: BedRun) => bed.workflowRun(runId, publishing)
const check = () => bed.github.state.checks.at(-1)

it('a pull request that breaks the configuration has to repair it, or somebody accepts that', async () => {
  open(broken)
  const { summary } = await report(await bed.pullRequest(1, measuring))
  expect(check()).toMatchObject({ conclusion: 'action_required' })
  expect(summary).toMatch(
    /this pull request breaks .*stable-bench.*yml, and after its merge nothing can be judged/,
  )
  expect(summary).toMatch(/bench: accepted/)
  await bed.label(1, accepted, publishing)
  expect(['success', 'neutral']).toContain(check()?.conclusion)
}, 300_000)

it('a pull request that mends it gets a check run that says why, and passes once somebody accepts it', async () => {
  bed.repository.commit({ files: broken })
  open({ 'bench/parse.txt': '10.0' })
  expect((await report(await bed.pullRequest(1, measuring))).code).not.toBe(0)
  expect(check()).toMatchObject({
    conclusion: 'action_required',
    output: {
      summary: expect.stringMatching(/Mend it in a pull request of its own, then bring this branch/),
    },
  })
  await bed.label(1, accepted, publishing)
  expect(check()).toMatchObject({ conclusion: 'action_required' })

  open({ '.stable-bench.yml': config })
  expect((await report(await bed.pullRequest(1, measuring))).code).not.toBe(0)
  expect(check()).toMatchObject({
    conclusion: 'action_required',
    output: {
      title: 'Nothing was judged: the configuration of the base commit is broken',
      summary: expect.stringMatching(
        /stable-bench\.yml at [0-9a-f]+:2:1: .*This pull request mends it\. .*'bench: accepted'/s,
      ),
    },
  })
  expect((await bed.label(1, accepted, publishing)).code).toBe(0)
  expect(check()).toMatchObject({ conclusion: 'neutral' })
}, 300_000)

it('the check run of a job that compares alone says who can merge one that mends it, since nothing reads the label there', async () => {
  bed.repository.commit({ files: { ...broken, [bench]: commenting(withFewRuns(exampleOf('bench.yml'))) } })
  const summaryOf = async (files: Record<string, string>) => {
    open(files)
    const { summary } = await bed.pullRequest(1, gatingSettings)
    const shown = check() as unknown as { conclusion: string; output: { summary: string } }
    expect(shown.conclusion).toBe('action_required')
    expect(summary).toContain(shown.output.summary.split('\n\n')[1])
    return shown.output.summary
  }
  expect(await summaryOf({ 'bench/parse.txt': '10.0' })).toMatch(/Mend it in a pull request of its own/)
  expect(await summaryOf({ '.stable-bench.yml': config })).toMatch(
    /This pull request mends it\. Where a publish workflow reports on it, .*'bench: accepted'.* bypass the branch rule/,
  )
}, 300_000)
