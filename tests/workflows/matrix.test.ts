// The matrix example, run against GitHub's stand-ins: two suites on two machines, one decision.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, quickScript, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const example = quickExample('matrix/bench.yml')
const runners = ['bench-1', 'bench-2', 'ubuntu-latest'].map(name => ({ name, labels: ['self-hosted', name] }))
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions, runners }
// Where the second machine or the second suite adds nothing to what is tested.
const oneMachine = example.replace('[bench-1, bench-2]', '[bench-1]').replace('legs: 4', 'legs: 2')
const oneSuite = example.replace('[parse, format]', '[parse]').replace('legs: 4', 'legs: 2')

describe('a matrix of suites and machines', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [workflow]: example, ...suiteFiles({ parse: 20, format: 50 }) } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })
  const names = () => bed.results.artifacts().map(({ name }) => name)
  const body = () => bed.github.comments.map(comment => comment.body).join('\n=====\n')

  it('is compared as one, the machines of a suite as blocks, in one comment', async () => {
    const rows = '[{ benchmark: prase, band: 1% }, { benchmark: parse, band: 3% }]'
    bed.repository.commit({ files: { '.stable-bench.yml': `rows: ${rows}\n` } })
    open({ 'bench/format.txt': '60' })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ 'measure (bench-1, parse)': 'success', publish: 'failure' })
    expect(names().filter(name => name.startsWith('stable-bench-candidate-'))).toHaveLength(4)
    const published = run.steps.findLast(({ job }) => job === 'publish')
    expect(published?.outputs).toMatchObject({
      outcome: 'regression',
      regressions: '["format: parse (time)","format: print (time)"]',
    })
    expect(bed.github.comments).toHaveLength(1)
    expect(body()).toMatch(
      /^<!-- stable-bench: access%2Dlog -->[\s\S]*### ✗ access-log: 1 of 2 comparisons regressed/,
    )
    expect(body()).toMatch(/\| `format` \| bench-1, bench-2 \| ✗ Both benchmarks regressed/)
    expect(body()).toMatch(/\| `parse` \| bench-1, bench-2 \| ✓ No change/)
    expect(body()).toMatch(/the benchmark itself changed \(bench\/format\.txt\)/)
    expect(body()).toMatch(/the base was measured in this job: the base branch has left no result/)
    expect(body().match(/these entries of the configuration match no row here: rows .*prase/g)).toHaveLength(
      1,
    )
    expect(body()).toMatch(/### ✗ format[\s\S]*10 runs per side[\s\S]*<details><summary>✓ parse</)
    const reports = bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-report-'))
    const idOf = (wanted: string) => reports.find(({ name }) => name === wanted)?.id ?? 0
    expect(reports).toHaveLength(2)
    const files = unzipSync(bed.results.blob(idOf('stable-bench-report-access-log')))
    expect(Object.keys(files).sort()).toEqual(['attempt.json', 'comparison-1.json', 'comparison-2.json'])
    // The page is no archive, so the browser shows it.
    const page = idOf('stable-bench-report-access-log.html')
    expect(bed.results.blob(page).toString()).toMatch(
      /<h1>1 of 2 comparisons regressed[\s\S]*<section class="part" id="part-2" aria-label="parse">/,
    )
    const address = `https://github.com/acme/rocket/actions/runs/${run.runId}/artifacts/${page}`
    expect(body()).toContain(`[Full report](<${address}>). [The run](`)
  }, 240_000)

  it('is judged by the inputs of the base commit, and says above all sections what the pull request changes', async () => {
    bed.repository.commit({ files: { [workflow]: oneMachine } })
    open({
      'bench/format.txt': '60',
      [workflow]: oneMachine.replace(/^( +)legs: 2/m, '$&\n$1fail-on: never'),
    })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ publish: 'failure' })
    const [top = '', sections = ''] = body().split('| Suite |')
    expect(top.replaceAll('`', '')).toContain('in job publish, fail-on: not-established (default) → never')
    expect(top).toContain('fail-on never (not-established counts)')
    expect(sections).not.toContain('The workflow that measured this')
  }, 240_000)

  it('says which leg is missing, and does not pass without it', async () => {
    const failing = oneSuite.replace(/command: (.*)$/m, 'command: test $RUNNER_NAME-x != bench-2-x && $1')
    bed.repository.commit({ files: { [workflow]: failing } })
    open({ 'README.md': 'x' })
    const run = await bed.pullRequest(1, settings)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(run.jobs).toMatchObject({ 'measure (bench-2, parse)': 'failure', publish: 'failure' })
    expect(body()).toMatch(/### ✗ access-log: not everything could be established/)
    expect(body()).toMatch(/- 1 of 2 legs left no result/)
  }, 240_000)

  it('fails in the publish job where a benchmark is missing', async () => {
    bed.repository.commit({ files: { [workflow]: oneMachine } })
    open({ 'bench/quick.sh': quickScript('print') })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ 'measure (bench-1, parse)': 'success', publish: 'failure' })
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toMatch(/### ✗ access-log: /)
    expect(body()).toMatch(/\| `format` \| bench-1 \| ✗ Not established: 1 benchmark is missing: `parse/)
  }, 240_000)

  it('does not collide with itself when the failed legs are run again', async () => {
    bed.repository.commit({ files: { [workflow]: oneMachine } })
    open({ 'README.md': 'x' })
    const first = await bed.pullRequest(1, settings)
    const again = await bed.pullRequest(1, { ...settings, rerun: first.runId })
    expect(again.jobs).toMatchObject({ publish: 'success' })
    expect(names().filter(name => name.startsWith('stable-bench-candidate-'))).toHaveLength(4)
    expect(bed.github.comments).toHaveLength(1)
    expect(body()).toMatch(/the runs of one earlier attempt were joined/)
  }, 300_000)

  it('leaves a result for each leg on main, and a history with the sessions and nights of all machines', async () => {
    bed.repository.commit({ files: { [workflow]: oneSuite } })
    await bed.schedule({ ...settings, expectedCode: 0 })
    expect(names().filter(name => name.startsWith('stable-bench-baseline-'))).toHaveLength(2)
    const histories = bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-trend-'))
    expect(histories).toHaveLength(1)
    for (const { id } of histories) {
      const kept = Object.keys(unzipSync(bed.results.blob(id))).filter(name => name.startsWith('session-'))
      expect(kept).toHaveLength(2)
    }
    await bed.schedule({ ...settings, expectedCode: 0 })
    open({ 'bench/parse.txt': '15' })
    await bed.pullRequest(1, { ...settings, expectedCode: 0 })
    for (const name of ['parse', 'print']) {
      expect(body().match(RegExp(`\\| \`${name}\`<br><sub>[▃▄▅]{2}</sub> \\|`, 'g'))).toHaveLength(1)
    }
    expect(body()).toMatch(/- Nightly: up to 2 nights of the default branch on bench-1,/)
  }, 300_000)
})
