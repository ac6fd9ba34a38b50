// The matrix example, run against GitHub's stand-ins: two suites on two machines, one decision.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, quickScript, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const example = quickExample('matrix/bench.yml')
const runners = ['bench-1', 'bench-2', 'ubuntu-latest'].map(name => ({ name, labels: ['self-hosted', name] }))
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions, runners }
// Where the second machine or the second suite adds nothing to what is tested.
const oneMachine = example.replace('[bench-1, bench-2]', '[bench-1]').replace('legs: 4', 'legs: 2')
const oneSuite = example.replace('[parse, format]', '[parse]').replace('legs: 4', 'legs: 2')

async function openBed(text: string): Promise<TestBed> {
  const bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  bed.repository.commit({ files: { [workflow]: text, ...suiteFiles({ parse: 20, format: 50 }) } })
  return bed
}

async function closeBed(bed: TestBed): Promise<void> {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
}

const left = (bed: TestBed, start: string) =>
  bed.results.artifacts().filter(({ name }) => name.startsWith(`stable-bench-${start}-`))
const bodyIn = (bed: TestBed) => bed.github.comments.map(comment => comment.body).join('\n=====\n')

describe('a matrix of suites and machines', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await openBed(example)
  })
  afterEach(() => closeBed(bed))

  const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })
  const body = () => bodyIn(bed)

  it('is compared as one by the inputs of the base commit, the machines of a suite as blocks, in one comment', async () => {
    const rows = '[{ benchmark: prase, band: 1% }, { benchmark: parse, band: 3% }]'
    const lenient = { 'lenient.yml': 'defaults: { fail-on: never }\n' }
    bed.repository.commit({ files: { ...lenient, '.stable-bench.yml': `rows: ${rows}\n` } })
    const proposed = example.replace(/^( +)legs: 4/m, '$&\n$1config: lenient.yml')
    open({ 'bench/format.txt': '60', [workflow]: proposed })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ 'measure (bench-1, parse)': 'success', publish: 'failure' })
    expect(left(bed, 'candidate')).toHaveLength(4)
    const published = run.steps.findLast(({ job }) => job === 'publish')
    expect(published?.outputs).toMatchObject({
      outcome: 'regression',
      regressions: '["format: parse (time)","format: print (time)"]',
    })
    expect(bed.github.comments).toHaveLength(1)
    expect(body()).toMatch(
      /^<!-- stable-bench: access%2Dlog -->[\s\S]*### 🔴 2 of 4 benchmarks are slower, by up to .* · 2 unchanged\n/,
    )
    expect(body()).toMatch(/\| `format` \| bench-1, bench-2 \| 🔴 Both benchmarks are slower/)
    expect(body()).toMatch(/\| `parse` \| bench-1, bench-2 \| ⚪ No change/)
    expect(body()).toMatch(/the benchmark itself changed \(bench\/format\.txt\)/)
    expect(body()).toMatch(/the base was measured in this job: the base branch has left no result/)
    expect(body().match(/these entries of the configuration match no row here: rows .*prase/g)).toHaveLength(
      1,
    )
    expect(body()).toMatch(
      /<summary>2 suites<[\s\S]*<summary>How it was measured[^<]*<[\s\S]*\*\*`format`\*\*[\s\S]*10 runs per side[\s\S]*\*\*`parse`\*\*/,
    )
    // What the pull request changes in the inputs is above all sections.
    const [top = '', sections = ''] = body().split('| Suite |')
    expect(top.replaceAll('`', '')).toContain('in job publish, config: not given → lenient.yml')
    expect(top).toContain('config lenient.yml (.stable-bench.yml counts)')
    expect(sections).not.toContain('The workflow that measured this')
    const reports = left(bed, 'report')
    const idOf = (wanted: string) => reports.find(({ name }) => name === wanted)?.id ?? 0
    expect(reports).toHaveLength(2)
    const files = unzipSync(bed.results.blob(idOf('stable-bench-report-access-log')))
    expect(Object.keys(files).sort()).toEqual(['attempt.json', 'comparison-1.json', 'comparison-2.json'])
    // The page is no archive, so the browser shows it.
    const page = idOf('stable-bench-report-access-log.html')
    expect(bed.results.blob(page).toString()).toMatch(
      /<h1>2 of 4 benchmarks are slower[\s\S]*<section class="part" id="part-2" aria-label="parse">/,
    )
    const address = `https://github.com/acme/rocket/actions/runs/${run.runId}/artifacts/${page}`
    expect(body()).toContain(`[Full report](<${address}>) · [The run](`)
  }, 240_000)

  it('fails in the publish job where a benchmark is missing', async () => {
    bed.repository.commit({ files: { [workflow]: oneMachine } })
    open({ 'bench/quick.sh': quickScript('print') })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ 'measure (bench-1, parse)': 'success', publish: 'failure' })
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toMatch(/### 🔴 2 benchmarks were not measured · 2 unchanged\n/)
    expect(body()).toMatch(/\| `format` \| bench-1 \| 🔴 `parse` was not measured/)
  }, 240_000)
})

describe('the legs of a matrix that is measured every night', () => {
  let bed: TestBed
  let sessions: string[][]
  /** Two attempts at a pull request, and the comment after each. A machine has failed in the first one. */
  let first: { run: BedRun; body: string }
  let again: typeof first

  beforeAll(async () => {
    const failing = oneSuite.replace(/command: (.*)$/m, 'command: test $RUNNER_NAME != "$DOWN" && $1')
    bed = await openBed(failing)
    await bed.schedule({ ...settings, expectedCode: 0 })
    sessions = left(bed, 'trend').map(({ id }) =>
      Object.keys(unzipSync(bed.results.blob(id))).filter(name => name.startsWith('session-')),
    )
    await bed.schedule({ ...settings, expectedCode: 0 })
    bed.openPull(1, { branch: 'change', files: { 'bench/parse.txt': '15' } })
    const measured = async (more: Partial<RunSettings>) => ({
      run: await bed.pullRequest(1, { ...settings, ...more }),
      body: bodyIn(bed),
    })
    first = await measured({ env: { DOWN: 'bench-2' } })
    again = await measured({ rerun: first.run.runId })
  }, 300_000)
  afterAll(() => closeBed(bed))

  it('leave a result each on main, and a history with the sessions and nights of all machines', () => {
    expect(left(bed, 'baseline')).toHaveLength(4)
    expect(sessions).toEqual([[expect.any(String), expect.any(String)]])
    for (const name of ['parse', 'print']) {
      expect(again.body.match(RegExp(`\\| \`${name}\`<br><sub>[▃▄▅]{2}</sub> \\|`, 'g'))).toHaveLength(1)
    }
    expect(again.body).toMatch(/- Nightly: up to 2 nights of the default branch on bench-1,/)
  })

  it('do not pass where one is missing, and the report says which', () => {
    expect(outputsOf(first.run)).toMatchObject({ outcome: 'not-established' })
    expect(first.run.jobs).toMatchObject({ 'measure (bench-2, parse)': 'failure', publish: 'failure' })
    expect(first.body).toMatch(/### 🔴 Not all of it was measured · /)
    expect(first.body).toMatch(/- 1 of 2 legs left no result/)
  })

  it('do not collide with themselves when the failed ones are run again', () => {
    expect(again.run.jobs).toMatchObject({ publish: 'success' })
    expect(again.run.code).toBe(0)
    expect(left(bed, 'candidate').map(({ attempt }) => attempt)).toEqual([1, 2, 2])
    expect(bed.github.comments).toHaveLength(1)
    expect(again.body).toMatch(/the runs of one earlier attempt were joined/)
  })
})
