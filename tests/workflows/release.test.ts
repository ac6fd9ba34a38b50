// Releases one after the other, each held against the one before it and against budgets.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { actForTests } from '../stand-ins/act.ts'
import type { Permissions } from '../stand-ins/github-service.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const act = await actForTests()

const workflow = '.github/workflows/bench.yml'
const settings = {
  workflow,
  permissions: { contents: 'read', actions: 'read' } satisfies Permissions,
}
const numbers = (number: number) => suiteFiles({ 'access-log': number })

;(act ? describe : describe.skip)('the gate of a release', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ act: act ?? '', action: { repository: 'org/stable-bench', root } })
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

  it('fails for a broken budget, also without a release to compare with', async () => {
    const budgets = "budgets:\n  - { benchmark: parse, metric: time, limit: '<= 90 ms' }\n"
    const first = await release('v1.0.0', { '.stable-bench.yml': budgets, ...numbers(150) })
    expect(first.code).not.toBe(0)
    expect(first.log).toMatch(/regression: over budget: parse/)
    expect(first.summary).toMatch(/time of parse: 150 ms \(.*\), at most 90 ms: over budget/)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)
})
