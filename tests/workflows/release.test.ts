// Releases one after the other, each measured beside the previous tag and held to budgets.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, quickScript, suiteFiles } from './quick-suite.ts'

const workflow = '.github/workflows/bench.yml'
const settings = {
  workflow,
  permissions: { contents: 'read', actions: 'read' } satisfies Permissions,
}
const numbers = (number: number) => suiteFiles({ 'access-log': number })

describe('the gate of a release', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [workflow]: quickExample('release/bench.yml'), ...numbers(100) } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const release = (tag: string, files: Record<string, string>) => {
    bed.repository.commit({ files })
    return bed.tag(tag, settings)
  }
  /** A tag whose gate has never run. */
  const tagged = (tag: string, files: Record<string, string> = { 'README.md': tag }) =>
    bed.repository.tag(tag, bed.repository.commit({ files }))
  const passing = { code: 0, log: '' }
  const ended = ({ code, log }: { code: number; log: string }) => ({ code, log: code === 0 ? '' : log })

  it('interleaves each release with the previous tag; the first one has nothing to be compared with', async () => {
    const first = await release('v1.0.0', { 'README.md': 'one' })
    expect(ended(first)).toEqual(passing)
    expect(outputsOf(first)).toMatchObject({ outcome: 'not-established' })
    expect(first.summary).toMatch(/There is no baseline to compare with/)

    const slower = await release('v1.1.0', numbers(150))
    expect(slower.code).not.toBe(0)
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    expect(slower.summary).toMatch(/v1\.0\.0 `\([0-9a-f]{10}\)` is the previous tag/)

    // A maintenance release, on a branch that has left no results: its own line counts, and not the faster v2.0.0.
    bed.repository.branch('1.x', 'v1.1.0')
    tagged('v2.0.0', numbers(50))
    bed.repository.commit({ branch: '1.x', files: numbers(100) })
    const corrected = await bed.tag('v1.1.1', settings, '1.x')
    expect(ended(corrected)).toEqual(passing)
    expect(outputsOf(corrected)).toMatchObject({ outcome: 'pass' })
    expect(corrected.summary).toMatch(/v1\.1\.0 `\([0-9a-f]{10}\)` is the previous tag/)
  }, 300_000)

  it('is not passed by running a red job again on another machine, nor with the @ of a scoped package in its tags', async () => {
    tagged('@scope/pkg@1.2.3')
    const slower = await release('@scope/pkg@1.3.0', numbers(150))
    expect(slower.code).not.toBe(0)
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    const elsewhere = { rerun: slower.runId, env: { RUNNER_NAME: 'bench-2' } }
    const again = await bed.tag('@scope/pkg@1.3.0', { ...settings, ...elsewhere })
    expect(again.code).not.toBe(0)
    expect(outputsOf(again)).toMatchObject({ outcome: 'regression' })
    expect(again.summary).toMatch(
      /the runs of one earlier attempt of this job were joined \(attempt 1 on stand-in\)/,
    )
  }, 300_000)

  it('fails where a benchmark of the previous tag is missing', async () => {
    tagged('v1.0.0')
    const lacking = await release('v1.1.0', { 'bench/quick.sh': quickScript('print') })
    expect(lacking.code).not.toBe(0)
    expect(outputsOf(lacking)).toMatchObject({ outcome: 'not-established' })
    expect(lacking.summary).toMatch(/### 🔴 `parse` was not measured/)
  }, 300_000)

  it('uses what main left where the previous tag cannot be built, and says so', async () => {
    const both = quickExample('release/bench.yml').replace('    tags:', '    branches: [main]\n$&')
    bed.repository.commit({ files: { [workflow]: both } })
    await bed.push('main', { ...settings, expectedCode: 0 })
    tagged('v1.0.0', { 'bench/quick.sh': 'exit 3' })
    const slower = await release('v1.1.0', { 'bench/quick.sh': quickScript(), ...numbers(150) })
    expect(slower.code).not.toBe(0)
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    expect(slower.summary).toMatch(
      /stored results were used instead of the base commit[\s\S]*the base commit could not be measured: .*exit code 3/,
    )
    expect(slower.summary).toMatch(/stored baseline of 1 session/)
  }, 300_000)

  it('fails where the previous tag cannot be built and nothing is stored', async () => {
    tagged('v1.0.0', { 'bench/quick.sh': 'exit 3' })
    const slower = await release('v1.1.0', { 'bench/quick.sh': quickScript('parse'), ...numbers(150) })
    expect(slower.code).not.toBe(0)
    expect(outputsOf(slower)).toMatchObject({ outcome: 'not-established' })
    expect(slower.summary).toMatch(/The base commit could not be measured: .*exit code 3/)
    expect(slower.summary).not.toMatch(/stored (?:results|baseline)/)
  }, 300_000)

  it('fails where nothing tells which release came before', async () => {
    tagged('v1.0.0')
    const shallow = quickExample('release/bench.yml')
      .replace('fetch-depth: 0', 'fetch-depth: 1')
      .replace(/^( +)- uses: org/m, '$1- run: git remote set-url origin file:///nowhere\n$&')
    bed.repository.commit({ files: { [workflow]: shallow } })
    bed.github.state.private = true
    const blind = await bed.tag('v1.1.0', { workflow, permissions: { actions: 'read' } })
    expect(blind.code).not.toBe(0)
    expect(outputsOf(blind)).toMatchObject({ outcome: 'not-established' })
    expect(blind.log).toMatch(/which release came before this one is not known: .*contents: read/)
  }, 300_000)

  it('is judged by the defaults of the released commit', async () => {
    const script = quickScript('parse', 'print').replaceAll('noisy($1)', 'noisy($i)')
    tagged('v1.0.0', { 'bench/quick.sh': script, 'bench/access-log.txt': '100 100' })
    const slower = await release('v1.1.0', {
      '.stable-bench.yml': 'defaults: { fail-threshold: 90%, fail-on: never }\n',
      'bench/access-log.txt': '150 350',
    })
    expect(ended(slower)).toEqual(passing)
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    expect(slower.summary).toMatch(
      /### 🟠 `print` is .* slower[\s\S]*This does not fail the check: fail-on is never/,
    )
    expect(slower.summary).toMatch(/- `parse`: a real change, but smaller than the configured threshold/)
  }, 300_000)

  it('fails for a broken budget, also without a release to compare with', async () => {
    const budgets = "budgets:\n  - { benchmark: parse, metric: time, limit: '<= 90 ms' }\n"
    const first = await release('v1.0.0', { '.stable-bench.yml': budgets, ...numbers(150) })
    expect(first.code).not.toBe(0)
    expect(first.log).toMatch(/regression: over budget: parse/)
    expect(first.summary).toMatch(/time of `parse`: 150 ms \(.*\), at most 90 ms: over budget/)
  }, 300_000)

  it('holds each part of a suite that is spread over several jobs to the same part of the previous tag', async () => {
    const parts = ['parse', 'print']
    const files = Object.fromEntries(
      parts.flatMap(name => [
        [`bench/${name}.sh`, quickScript(name)],
        [`bench/${name}.txt`, '100'],
      ]),
    )
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
    const shard = '${{ matrix.shard }}'
    const spread = quickExample('release/bench.yml')
      .replace(
        'command: sh bench/quick.sh ./access-log.txt',
        'command: sh bench/{benchmark}.sh {benchmark}.txt',
      )
      .replace(/^( +)command:/m, `$1shard: ${shard}/2\n$&`)
      .replace(/^( +)runs-on:/m, '$1strategy: { fail-fast: false, matrix: { shard: [1, 2] } }\n$&')
    const config = { '.stable-bench.yml': 'suites: { access-log: { benchmarks: [parse, print] } }\n' }
    bed.repository.commit({ files: { ...files, ...config, [workflow]: spread } })
    tagged('v1.0.0')
    const slower = await release('v1.1.0', { 'bench/print.txt': '150' })
    expect(Object.values(slower.jobs).toSorted()).toEqual(['failure', 'success'])
    expect(slower.summary).toMatch(/### 🔴 `print` is .* slower/)
    expect(slower.summary).toMatch(/v1\.0\.0 `\([0-9a-f]{10}\)` is the previous tag/)
    expect(slower.summary).toMatch(/--name 'access-log [12] of 2' .*--benchmarks print \\\n/s)
    const candidates = bed.results.artifacts().filter(({ runId }) => runId === slower.runId)
    const names = candidates.map(
      ({ name }) => /^stable-bench-candidate-access-log-([12])-of-2-/.exec(name)?.[1],
    )
    expect(names.flatMap(name => name ?? []).toSorted()).toEqual(['1', '2'])
  }, 300_000)
})
