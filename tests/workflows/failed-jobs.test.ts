// A run that left a good result beside something that failed: the publish job must not report success, and says what failed.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, pairPermissions, quickExample, suiteFiles } from './quick-suite.ts'

const [bench, publish] = ['.github/workflows/bench.yml', '.github/workflows/publish.yml']
const pair = quickExample('pull-request/bench.yml')
const { measuring: reading, publishing: writing } = pairPermissions

/** The step of the pair's job, again for a suite `format`. */
const secondSuite = pair.replace(
  /^ +- uses: org[\s\S]*$/m,
  step =>
    `${step}${step.replaceAll('access-log', 'format').replace(/^( +)- uses/m, '$1- if: always()\n$1  uses')}`,
)

describe('a run of the pair of workflows', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })
  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const start = (workflow: string, files: Record<string, string> = {}) => {
    const all = {
      [publish]: quickExample('pull-request/publish.yml'),
      ...suiteFiles({ 'access-log': 20, format: 20 }),
    }
    bed.repository.commit({ files: { [bench]: workflow, ...all } })
    bed.openPull(1, { branch: 'change', files: { 'README.md': 'x', ...files } })
  }
  const measure = (more: Partial<RunSettings> = {}) =>
    bed.pullRequest(1, { workflow: bench, permissions: reading, ...more })
  const report = async ({ runId }: BedRun) => {
    const published = await bed.workflowRun(runId, {
      workflow: publish,
      permissions: writing,
      expectedCode: 0,
    })
    const check = bed.github.state.checks.at(-1)
    return {
      outcome: outputsOf(published).outcome,
      conclusion: check?.conclusion,
      summary: published.summary,
    }
  }

  it('that lost a leg of its matrix is not established, and the report names the job', async () => {
    const runners = ['bench-1', 'bench-2', 'ubuntu-latest'].map(name => ({
      name,
      labels: ['self-hosted', name],
    }))
    const legs = pair
      .replace(/^ +name: \$.*\n/m, '')
      .replace(
        'runs-on: [self-hosted, bench]',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
        'strategy:\n      matrix:\n        machine: [bench-1, bench-2]\n    runs-on: [self-hosted, "${{ matrix.machine }}"]',
      )
      .replace(/^( +)- uses: org/m, '$1- run: test "$DOWN" != "$RUNNER_NAME"\n$&')
      .replace(/^( +)command:/m, '$1mode: measure\n$&')
    start(legs)
    const crashed = await report(await measure({ runners, env: { DOWN: 'bench-2' } }))
    expect(crashed).toMatchObject({ outcome: 'not-established', conclusion: 'action_required' })
    expect(crashed.summary).toMatch(/no result explains that: bench \\?\(bench-2\\?\) \\?\(failure\\?\)/)
    expect(crashed.summary).toMatch(
      /the run left 1 result of it, and the base commit’?'?s workflow measures it on 2 legs/,
    )
    const whole = await report(await measure({ runners }))
    expect(whole).toMatchObject({ outcome: 'pass', conclusion: 'success' })
  }, 180_000)

  it('whose second suite could not be built is not established, and the report names the suite', async () => {
    start(
      secondSuite.replace(/^( +)command: sh bench\/quick.sh .\/format/m, '$1setup: test ! -e broken\n$&'),
      { broken: '' },
    )
    const run = await measure()
    expect(run.code).not.toBe(0)
    const { summary, ...ended } = await report(run)
    expect(ended).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(/format: a job could not measure it/)
  }, 180_000)

  it('that takes a suite out of its own workflow is not established until somebody accepts it', async () => {
    start(secondSuite, { [bench]: pair })
    const run = await measure({ expectedCode: 0 })
    const { summary, ...ended } = await report(run)
    expect(ended).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(
      /format: the run left no result of it, and the base commit.s workflow measures it on 1 leg/,
    )
    const labelled = await bed.label(
      1,
      { label: 'bench: accepted', by: 'octocat' },
      { workflow: publish, permissions: writing, expectedCode: 0 },
    )
    expect(outputsOf(labelled).outcome).toBe('pass')
  }, 180_000)

  it('of a workflow that it moves is held to what the moved one promises', async () => {
    start(secondSuite)
    const moved = '.github/workflows/moved.yml'
    const moveTo = async (workflow: string) => {
      bed.openPull(1, { branch: 'change', files: { [moved]: workflow, [bench]: null } })
      return report(await bed.pullRequest(1, { workflow: moved, permissions: reading, expectedCode: 0 }))
    }
    const { summary, ...ended } = await moveTo(pair)
    expect(ended).toEqual({ outcome: 'not-established', conclusion: 'action_required' })
    expect(summary).toMatch(/format: the run left no result of it/)
    expect(await moveTo(secondSuite)).toMatchObject({ outcome: 'pass', conclusion: 'success' })
  }, 180_000)

  it('whose code put a good result under the name of its own is not established', async () => {
    // A step of the job uploads a result of the base’s numbers before the measured one can be.
    start(pair, { 'bench/access-log.txt': '40' })
    const honest = await measure()
    expect(honest.code).not.toBe(0)
    expect(await report(honest)).toMatchObject({ outcome: 'regression', conclusion: 'failure' })
    const [own] = bed.results
      .artifacts()
      .filter(({ runId, name }) => runId === honest.runId && name.includes('candidate'))
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '20' } })
    const good = await measure({ expectedCode: 0 })
    const [planted] = bed.results
      .artifacts()
      .filter(({ runId, name }) => runId === good.runId && name === own?.name)
    bed.openPull(1, { branch: 'change', files: { 'bench/access-log.txt': '41' } })
    const next = Math.max(...bed.github.state.runs.map(({ id }) => id)) + 1
    bed.results.addArtifact({
      runId: next,
      name: own?.name ?? '',
      content: bed.results.blob(planted?.id ?? 0),
    })
    const forged = await measure()
    expect(forged.runId).toBe(next)
    expect(forged.code).not.toBe(0)
    expect(forged.log).toMatch(/already exists/)
    const ended = await report(forged)
    expect(ended).toMatchObject({ outcome: 'not-established', conclusion: 'action_required' })
    expect(ended.summary).toMatch(/no result explains that: bench \\?\(failure\\?\)/)
  }, 240_000)
})
