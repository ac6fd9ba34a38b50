// A regression must not pass by being deleted, renamed or turned around; and the line that the report shows accepts it.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { setLabel } from '../stand-ins/events.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example, gatingSettings, noisyScript, outputsOf } from './quick-suite.ts'

const settings = {
  ...gatingSettings,
  permissions: { ...gatingSettings.permissions, issues: 'read' as const },
}
const passing = { ...settings, expectedCode: 0 }
const config = '.stable-bench.yml'
/** Prints the rows of the file. */
const benchmark = noisyScript(
  `  { row = sprintf("{\\"name\\":\\"%s\\",\\"metric\\":\\"%s\\",\\"unit\\":\\"ms\\",\\"better\\":\\"%s\\",", $1, $3, $4) }
  { rows = rows (NR > 1 ? "," : "") row sprintf("\\"runs\\":[[%.9g,%.9g]]}", noisy($2), noisy($2)) }
  END { printf "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":[%s]}\\n", rows }`,
  'bench/rows.txt',
)
type Printed = { name: string; cost: number; metric?: string; better?: string }
const rows = (...benchmarks: Printed[]) => ({
  'bench/rows.txt': benchmarks
    .map(({ name, cost, metric = 'time', better = 'lower' }) => `${name} ${cost} ${metric} ${better}\n`)
    .join(''),
})
const print = { name: 'print', cost: 50, metric: 'duration' }
const workflow = commenting(example('pull-request/bench.yml')).replace(
  /^( +)command:.*/m,
  '$1runs: 5\n$1command: sh bench/rows.sh',
)
const suite = { 'bench/rows.sh': benchmark, ...rows({ name: 'parse', cost: 100 }, print) }

describe('benchmarks that a pull request loses', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files: { [settings.workflow]: workflow, ...suite } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })
  const body = () => bed.github.comments.at(-1)?.body ?? ''
  const lastCheck = () => bed.github.state.checks.at(-1)
  /** What the report says to write down: for waivers, or for new names. */
  const lines = (key: 'waivers' | 'renamed') => RegExp(`^${key}:\n  - .*\n`, 'm').exec(body())?.[0] ?? 'none'

  it('fail when a regressed one is deleted, in a merge queue too, until the base or a label accepts it', async () => {
    const own = "waivers:\n  - { benchmark: 'parse', missing: true, expires: 2999-12-31, reason: mine }\n"
    open({ ...rows(print), [config]: own })
    const run = await bed.pullRequest(1, settings)
    expect(run.code).not.toBe(0)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toMatch(/do not count: somebody with write access can set the label/)
    expect(run.log).toMatch(/not-established: in the baseline or expected, but not measured: parse/)
    expect(body()).toMatch(/### 🔴 `parse` was not measured/)
    expect(lines('waivers')).toMatch(
      / {2}- \{ benchmark: 'parse', missing: true, expires: \d{4}-\d\d-\d\d, reason: /,
    )
    expect(lastCheck()).toMatchObject({
      conclusion: 'action_required',
      output: { annotations: [{ message: expect.stringMatching(/^parse \(time\): removed: /) }] },
    })
    const waiver = lines('waivers')
    open(rows(print))
    const queued = await bed.mergeGroup(1, settings)
    expect(queued.code).not.toBe(0)
    expect(outputsOf(queued)).toMatchObject({ outcome: 'not-established' })

    open({ ...rows(print), [config]: waiver })
    setLabel(bed.github.state, 1, { label: 'stable-bench: waive', by: 'octocat' })
    expect(outputsOf(await bed.pullRequest(1, passing))).toMatchObject({ outcome: 'pass' })

    bed.repository.commit({ files: { [config]: waiver } })
    open(rows(print))
    expect(outputsOf(await bed.pullRequest(1, passing))).toMatchObject({ outcome: 'pass' })
    expect(body()).toMatch(/accepted until .*: why/)
  }, 600_000)

  it('fail when a regressed one is renamed, and are compared once an entry says so', async () => {
    const renamed = rows({ name: 'decode', cost: 150 }, print)
    open(renamed)
    const run = await bed.pullRequest(1, settings)
    expect(run.code).not.toBe(0)
    expect(body()).toMatch(/### 🔴 `parse` was not measured/)
    const entry = lines('renamed')
    expect(entry).toBe("renamed:\n  - { from: 'parse', to: 'decode' }\n")

    open({ ...renamed, [config]: entry })
    const proposed = await bed.pullRequest(1, settings)
    expect(outputsOf(proposed)).toMatchObject({ outcome: 'regression', regressions: '["decode (time)"]' })
    expect(body()).toMatch(/compared with parse, its name in the baseline/)
    expect(body()).toMatch(/this pull request renames parse to decode/)

    bed.repository.commit({ files: { [config]: entry } })
    open(rows({ name: 'decode', cost: 100 }, print))
    expect(outputsOf(await bed.pullRequest(1, passing))).toMatchObject({ outcome: 'pass' })
  }, 600_000)

  it('fail when one gets another direction, until the base accepts it', async () => {
    const flipped = rows({ name: 'parse', cost: 150, better: 'higher' }, print)
    open(flipped)
    const run = await bed.pullRequest(1, settings)
    expect(run.code).not.toBe(0)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toMatch(/### 🔴 `parse` could not be compared/)
    bed.repository.commit({ files: { [config]: lines('waivers') } })
    open(flipped)
    expect(outputsOf(await bed.pullRequest(1, passing))).toMatchObject({ outcome: 'pass' })
  }, 600_000)

  it('are none in a new repository, whose first pull request is green and says why', async () => {
    const nothing = { [settings.workflow]: null, 'bench/rows.sh': null, 'bench/rows.txt': null }
    bed.repository.commit({ files: nothing })
    open({ ...suite, [settings.workflow]: workflow })
    const run = await bed.pullRequest(1, passing)
    expect(outputsOf(run)).toMatchObject({ outcome: 'not-established' })
    expect(body()).toMatch(/### 🟡 There is no baseline to compare with/)
    expect(lastCheck()).toMatchObject({ conclusion: 'neutral' })
  }, 300_000)
})
