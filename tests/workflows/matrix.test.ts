// The matrix example, run against GitHub's stand-ins: two suites on two machines, one decision.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github-service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, quickScript, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const example = quickExample('matrix/bench.yml')
const runners = ['bench-1', 'bench-2', 'ubuntu-latest'].map(name => ({ name, labels: ['self-hosted', name] }))
const permissions = { contents: 'read', actions: 'read', 'pull-requests': 'write' } satisfies Permissions
const settings = { workflow, permissions, runners }

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
    expect(body()).toMatch(/### ✗ format[\s\S]*10 runs per side[\s\S]*<details><summary>✓ parse</)
    const [report, ...more] = bed.results
      .artifacts()
      .filter(({ name }) => name.startsWith('stable-bench-report-'))
    expect(more).toEqual([])
    const files = unzipSync(bed.results.blob(report?.id ?? 0))
    expect(Object.keys(files).sort()).toEqual([
      'attempt.json',
      'comparison-1.json',
      'comparison-2.json',
      'report.html',
    ])
    expect(Buffer.from(files['report.html'] ?? []).toString()).toMatch(
      /<h1>1 of 2 comparisons regressed[\s\S]*<section class="part" id="part-2" aria-label="parse">/,
    )
  }, 240_000)

  it('is judged by the inputs of the base commit, and says above all sections what the pull request changes', async () => {
    open({ 'bench/format.txt': '60', [workflow]: example.replace(/^( +)legs: 4/m, '$&\n$1fail-on: never') })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ publish: 'failure' })
    const [top = '', sections = ''] = body().split('| Suite |')
    expect(top.replaceAll('`', '')).toContain('in job publish, fail-on: not-established (default) → never')
    expect(top).toContain('fail-on never (not-established counts)')
    expect(sections).not.toContain('The workflow that measured this')
  }, 240_000)

  it('says which leg is missing, and does not pass without it', async () => {
    const failing = example.replace(/command: (.*)$/m, 'command: test $RUNNER_NAME-x != bench-2-x && $1')
    bed.repository.commit({ files: { [workflow]: failing } })
    open({ 'README.md': 'x' })
    const run = await bed.pullRequest(1, settings)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(run.jobs).toMatchObject({ 'measure (bench-2, parse)': 'failure', publish: 'failure' })
    expect(body()).toMatch(/### ✗ access-log: not everything could be established/)
    expect(body()).toMatch(/- 2 of 4 legs left no result/)
  }, 240_000)

  it('fails in the publish job where a benchmark is missing', async () => {
    open({ 'bench/quick.sh': quickScript('print') })
    const run = await bed.pullRequest(1, settings)
    expect(run.jobs).toMatchObject({ 'measure (bench-1, parse)': 'success', publish: 'failure' })
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toMatch(/### ✗ access-log: /)
    expect(body()).toMatch(
      /\| `format` \| bench-1, bench-2 \| ✗ Not established: 1 benchmark is missing: parse/,
    )
  }, 240_000)

  it('does not collide with itself when the failed legs are run again', async () => {
    open({ 'README.md': 'x' })
    const first = await bed.pullRequest(1, settings)
    const again = await bed.pullRequest(1, { ...settings, rerun: first.runId })
    expect(again.jobs).toMatchObject({ publish: 'success' })
    expect(names().filter(name => name.startsWith('stable-bench-candidate-'))).toHaveLength(8)
    expect(bed.github.comments).toHaveLength(1)
    expect(body()).toMatch(/the runs of 2 earlier attempts were joined/)
  }, 300_000)

  it('leaves a result for each leg on main, and histories with the sessions and nights of all machines', async () => {
    await bed.schedule({ ...settings, expectedCode: 0 })
    expect(names().filter(name => name.startsWith('stable-bench-baseline-'))).toHaveLength(4)
    const histories = bed.results.artifacts().filter(({ name }) => name.startsWith('stable-bench-trend-'))
    expect(histories).toHaveLength(2)
    for (const { id } of histories) {
      const kept = Object.keys(unzipSync(bed.results.blob(id))).filter(name => name.startsWith('session-'))
      expect(kept).toHaveLength(2)
    }
    await bed.schedule({ ...settings, expectedCode: 0 })
    open({ 'README.md': 'x' })
    await bed.pullRequest(1, { ...settings, expectedCode: 0 })
    for (const name of ['parse', 'print']) {
      expect(body().match(RegExp(`\\| \`${name}\` \\|.*\\| [▃▄▅]{2} \\|`, 'g'))).toHaveLength(2)
    }
    expect(body()).toMatch(/- Nightly: up to 2 nights of the default branch on bench-1,/)
  }, 300_000)
})
