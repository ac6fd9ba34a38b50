// Releases one after the other, each held against the one before it and against budgets.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github-service.ts'
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

  afterEach(() => bed.close())

  const release = (tag: string, files: Record<string, string>) => {
    bed.repository.commit({ files })
    return bed.tag(tag, settings)
  }
  const passing = { code: 0, log: '' }
  const ended = ({ code, log }: { code: number; log: string }) => ({ code, log: code === 0 ? '' : log })
  const releases = () => bed.results.artifacts().filter(each => /^stable-bench-release-/.test(each.name))

  it('compares each release with the last one that did not regress', async () => {
    const first = await release('v1.0.0', { 'README.md': 'one' })
    expect(ended(first)).toEqual(passing)
    expect(outputsOf(first)).toMatchObject({ outcome: 'not-established' })
    expect(releases()).toHaveLength(1)

    const slower = await release('v1.1.0', numbers(150))
    expect(slower.code).not.toBe(0)
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    expect(slower.summary).toMatch(/the last release/)
    expect(slower.log).toMatch(/the next one will be compared with the one before it/)
    expect(releases()).toHaveLength(1)

    const again = await release('v1.1.1', numbers(149))
    expect(outputsOf(again)).toMatchObject({ outcome: 'regression' })

    const mended = await release('v1.1.2', numbers(100))
    expect(ended(mended)).toEqual(passing)
    expect(outputsOf(mended)).toMatchObject({ outcome: 'pass' })
    expect(releases()).toHaveLength(2)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('is not passed by running a red job again: its runs are joined, and stand on another machine', async () => {
    await release('v1.0.0', { 'README.md': 'one' })
    const slower = await release('v1.1.0', numbers(150))
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    const rerun = { ...settings, rerun: slower.runId }
    const again = await bed.tag('v1.1.0', rerun)
    expect(outputsOf(again)).toMatchObject({ outcome: 'regression' })
    expect(again.summary).toMatch(/the runs of one earlier attempt of this job were joined \(attempt 1\)/)
    // No release has been measured there: alone, this attempt would establish nothing.
    const elsewhere = await bed.tag('v1.1.0', { ...rerun, env: { RUNNER_NAME: 'bench-2' } })
    expect(elsewhere.code).not.toBe(0)
    expect(outputsOf(elsewhere)).toMatchObject({ outcome: 'regression' })
    expect(elsewhere.log).toMatch(/attempt 2 on stand-in of this job regressed/)
    expect(releases()).toHaveLength(1)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('fails where a benchmark of the last release is missing, and is not what the next one is compared with', async () => {
    await release('v1.0.0', { 'README.md': 'one' })
    const lacking = await release('v1.1.0', { 'bench/quick.sh': quickScript('print') })
    expect(lacking.code).not.toBe(0)
    expect(outputsOf(lacking)).toMatchObject({ outcome: 'not-established' })
    expect(lacking.summary).toMatch(/1 benchmark is missing: parse/)
    expect(lacking.log).toMatch(
      /This release lacks benchmarks: the next one will be compared with the one before it/,
    )
    expect(releases()).toHaveLength(1)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('takes the sessions that main left before a release along, and they outlive its artifacts', async () => {
    await bed.push('main', settings)
    bed.repository.commit({ files: { 'README.md': 'two' } })
    await bed.push('main', settings)
    const first = await bed.tag('v1.0.0', settings)
    expect(first.log).toMatch(/Kept 3 sessions for the next release/)
    const second = await release('v1.1.0', { 'README.md': 'three' })
    expect(second.summary).toMatch(/stored baseline of 3 sessions/)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it.each<[string, Permissions, RegExp]>([
    ['its results', { contents: 'read' }, /actions: read/],
    ['how the commits of a private repository relate', { actions: 'read' }, /contents: read/],
  ])(
    'fails where a token may not see %s, and is not what the next release is compared with',
    async (_, permissions, named) => {
      bed.github.state.private = true
      await release('v1.0.0', { 'README.md': 'one' })
      bed.repository.commit({ files: numbers(150) })
      const blind = await bed.tag('v1.1.0', { workflow, permissions })
      expect(blind.code).not.toBe(0)
      expect(outputsOf(blind)).toMatchObject({ outcome: 'not-established' })
      expect(blind.log).toMatch(/not-established: the last release's results could not be read: /)
      expect(blind.log).toMatch(named)
      expect(releases()).toHaveLength(1)
      expect(outputsOf(await release('v1.1.1', { 'README.md': 'two' }))).toMatchObject({
        outcome: 'regression',
      })
    },
    300_000,
  )

  it('works for the tags of a scoped package, which have an @ in them', async () => {
    expect(ended(await release('@scope/pkg@1.2.3', { 'README.md': 'one' }))).toEqual(passing)
    const slower = await release('@scope/pkg@1.3.0', numbers(150))
    expect(outputsOf(slower)).toMatchObject({ outcome: 'regression' })
    expect(slower.code).not.toBe(0)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('is judged by the defaults of the released commit, which win over the inputs', async () => {
    await release('v1.0.0', { 'README.md': 'one' })
    const defaults = 'defaults: { fail-threshold: 90% }\n'
    const lenient = await release('v1.1.0', { '.stable-bench.yml': defaults, ...numbers(150) })
    expect(ended(lenient)).toEqual(passing)
    expect(outputsOf(lenient)).toMatchObject({ outcome: 'pass' })
    const shown = await release('v1.2.0', {
      '.stable-bench.yml': 'defaults: { fail-on: never }\n',
      ...numbers(250),
    })
    expect(ended(shown)).toEqual(passing)
    expect(outputsOf(shown)).toMatchObject({ outcome: 'regression' })
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('fails for a broken budget, also without a release to compare with', async () => {
    const budgets = "budgets:\n  - { benchmark: parse, metric: time, limit: '<= 90 ms' }\n"
    const first = await release('v1.0.0', { '.stable-bench.yml': budgets, ...numbers(150) })
    expect(first.code).not.toBe(0)
    expect(first.log).toMatch(/regression: over budget: parse/)
    expect(first.summary).toMatch(/time of parse: 150 ms \(.*\), at most 90 ms: over budget/)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)
})
