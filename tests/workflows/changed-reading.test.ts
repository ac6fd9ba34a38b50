// A pull request that changes how a suite is read does not make the rows of the base vanish: the base is read as it was.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { pairPermissions, suiteFiles, withFewRuns } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const exampleOf = (path: string) => readFileSync(join(root, 'examples', path), 'utf8')
const measuring = { workflow: bench, permissions: pairPermissions.measuring }
const publishing = { workflow: publish, permissions: pairPermissions.publishing }
const configOf = (more: object = {}, waivers: object[] = []) =>
  JSON.stringify({ suites: { parse: { command: 'sh bench/quick.sh ./parse.txt', ...more } }, waivers })
const counting = { command: 'sleep 0.{n}', delta: 2 }

describe('a pull request that changes how a suite is read', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({
      files: {
        [bench]: withFewRuns(exampleOf('pull-request/bench.yml')),
        [publish]: exampleOf('pull-request/publish.yml'),
        '.stable-bench.yml': configOf(),
        ...suiteFiles({ parse: 10 }),
      },
    })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })
  const measured = () => bed.pullRequest(1, measuring)
  const report = ({ runId }: BedRun) => bed.workflowRun(runId, publishing)
  const check = () => bed.github.state.checks.at(-1)
  const body = () => bed.github.comments.at(-1)?.body ?? ''

  it('does not hide a regression behind the time of processes, until somebody accepts that', async () => {
    const proposed = { 'bench/parse.txt': '20', '.stable-bench.yml': configOf({ tool: 'process' }) }
    open(proposed)
    await report(await measured())
    expect(check()).toMatchObject({ conclusion: 'action_required' })
    expect(body()).toMatch(/### 🔴 Nothing was compared: 2 benchmarks were not measured/)
    expect(body()).toMatch(/^ {2}- \{ benchmark: 'parse', missing: true, expires: /m)
    const accepted = { missing: true, expires: '2999-12-31', reason: 'processes now' }
    const waivers = ['parse', 'print'].map(name => ({ benchmark: name, ...accepted }))
    bed.repository.commit({ files: { '.stable-bench.yml': configOf({}, waivers) } })
    open({ ...proposed, '.stable-bench.yml': configOf({ tool: 'process' }, waivers) })
    await report(await measured())
    expect(check()).toMatchObject({ conclusion: 'neutral' })
  }, 300_000)

  it('is compared where it says that the processes are what counts, as before', async () => {
    // A busy machine may make a difference of a few percent, or leave it inconclusive, which is neutral.
    const sleeping = (time: number, more: object = {}) =>
      JSON.stringify({
        defaults: { 'fail-threshold': '50%' },
        suites: { parse: { command: `echo hello; sleep ${time}`, ...more } },
      })
    bed.repository.commit({ files: { '.stable-bench.yml': sleeping(0.02) } })
    open({ '.stable-bench.yml': sleeping(0.02, { tool: 'process' }) })
    await report(await measured())
    expect(check()?.conclusion).toMatch(/^(success|neutral)$/)
    open({ '.stable-bench.yml': sleeping(0.2, { tool: 'process' }) })
    await report(await measured())
    expect(check()).toMatchObject({ conclusion: 'failure' })
  }, 300_000)

  it('is compared row by row where the other tool reads the same', async () => {
    open({ '.stable-bench.yml': configOf({ tool: 'samples' }) })
    await report(await measured())
    expect(check()).toMatchObject({ conclusion: 'success' })
    open({ 'bench/parse.txt': '20', '.stable-bench.yml': configOf({ tool: 'samples' }) })
    await report(await measured())
    expect(check()).toMatchObject({ conclusion: 'failure' })
    expect(body()).toMatch(/\+(99|100)(\.\d)?\s%/)
  }, 300_000)

  it('has rows of another unit where it stops counting, and the base counts as before', async () => {
    bed.repository.commit({ files: { '.stable-bench.yml': configOf(counting) } })
    open({ '.stable-bench.yml': configOf({ command: 'sleep 0.01' }) })
    await report(await measured())
    expect(check()).toMatchObject({ conclusion: 'action_required' })
    expect(body()).toMatch(/the baseline is in ns\/op .*: they can be compared once both say the same/)
  }, 300_000)
})
