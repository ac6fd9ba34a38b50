// Pull requests that cannot change any result: nothing is measured, and nobody but the base branch says when.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example, gatingSettings, outputsOf, quickExample, suiteFiles } from './quick-suite.ts'

const settings = gatingSettings
const passing = { ...settings, expectedCode: 0 }
const config = '.stable-bench.yml'
const measured = (command: string, ...more: string[]) =>
  commenting(example('pull-request/bench.yml')).replace(
    /^( +)command:.*/m,
    [`command: ${command}`, 'runs: 5', ...more].map(line => `$1${line}`).join('\n'),
  )
/** Costs what the file `cost` says once setup has built it. */
const bench = `printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"size","unit":"B",
"better":"lower","runs":[[%s]]}]}' "$(cat built)"\n`
const workflow = measured('sh bench.sh', 'setup: cp cost built')
const files = { [settings.workflow]: workflow, 'bench.sh': bench, cost: '100' }
const builds = 'suites: { access-log: { artifacts: built bench.sh } }\n'

describe('a pull request that cannot change any result', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const body = () => bed.github.comments.at(-1)?.body ?? ''
  const open = (files: Record<string, string>) => bed.openPull(1, { branch: 'change', files })

  it('passes without a run where no file that matters differs or both commits build the same; the base commit alone says which do', async () => {
    bed.repository.commit({
      files: { ...files, [config]: `defaults: { paths: [cost, "*.sh"] }\n${builds}` },
    })
    open({ 'README.md': 'new' })
    const run = await bed.pullRequest(1, passing)
    expect(outputsOf(run)).toMatchObject({ outcome: 'pass', regressions: '[]' })
    expect(run.log).not.toContain('stable-bench setup of')
    expect(body()).toMatch(/### ⚪ Nothing to measure: nothing that the benchmarks use has changed/)
    expect(body()).toMatch(/no file that matches cost, `\*\.sh` differs between the two commits/)
    expect(bed.github.state.checks.at(-1)).toMatchObject({ conclusion: 'success' })

    open({ 'other.sh': 'new' })
    expect(outputsOf(await bed.pullRequest(1, passing))).toMatchObject({ outcome: 'pass' })
    expect(body()).toMatch(/Nothing to measure: both builds are identical \(2 files\)/)
    expect(body()).toMatch(/both commits build the same files, byte for byte: bench\.sh, built/)

    // The pull request names other paths than the base.
    open({ cost: '150', [config]: 'defaults: { paths: [README.md] }\n' })
    bed.repository.commit({ files: { 'README.md': 'newer' } })
    const steered = await bed.pullRequest(1, settings)
    expect(steered.code).not.toBe(0)
    expect(outputsOf(steered)).toMatchObject({ outcome: 'regression', regressions: '["work (size)"]' })
    expect(body()).toMatch(/sets paths in defaults to README\.md, which is cost `\*\.sh` now/)
  }, 600_000)

  it('fails where the build is not there', async () => {
    bed.repository.commit({ files: { ...files, [config]: builds } })
    open({ [settings.workflow]: workflow.replace('cp cost built', 'true') })
    const missing = await bed.pullRequest(1, settings)
    expect(missing.code).not.toBe(0)
    expect(missing.log).toContain("artifacts: 'built' matches no file in the checkout of the baseline")
  }, 600_000)

  it('is named among others where a publish job decides', async () => {
    const matrix = quickExample('matrix/bench.yml')
      .replace('[bench-1, bench-2]', '[bench-1]')
      .replace('legs: 4', 'legs: 2')
    const paths = 'suites: { parse: { paths: bench/parse.txt } }\n'
    const suites = suiteFiles({ parse: 20, format: 50 })
    bed.repository.commit({ files: { [settings.workflow]: matrix, [config]: paths, ...suites } })
    open({ 'bench/format.txt': '60' })
    const runners = ['bench-1', 'ubuntu-latest'].map(name => ({ name, labels: ['self-hosted', name] }))
    const run = await bed.pullRequest(1, { ...settings, runners })
    expect(run.jobs).toMatchObject({ 'measure (bench-1, parse)': 'success', publish: 'failure' })
    expect(body()).toMatch(/1 suite not measured, since no file of its paths changed: parse\./)
    expect(body()).toMatch(/\| `format` \| bench-1 \| 🔴 Both benchmarks are slower/)
  }, 600_000)
})
