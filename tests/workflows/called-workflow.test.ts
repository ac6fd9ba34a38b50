// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows
// A pull request that leaves its workflow as it is and changes what that calls: a workflow, a composite action, or the
// source of an expression. What it gives for the inputs that decide must not count.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, type RunSettings, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf, quickScript, gatingSettings as settings } from './quick-suite.ts'

const { workflow } = settings
const called = '.github/workflows/measure.yml'
const action = '.github/actions/measure/action.yml'
const suite = {
  'bench/benchmark.sh': quickScript('parse'),
  'bench/cost': '100',
  'ci/strict.yml': 'defaults: { fail-threshold: 3% }\n',
  'ci/lenient.yml': 'defaults: { fail-threshold: 90% }\n',
}

const checkout = '- { uses: actions/checkout@v7, with: { fetch-depth: 2 } }'

/** A step of stable-bench with these lines among its inputs. */
const step = (...lines: string[]) => `- uses: org/stable-bench@v1
        with:
          name: access-log
          runs: 5
          command: sh bench/benchmark.sh ./cost
${lines.map(line => `          ${line}\n`).join('')}`

const jobWith = (...steps: string[]) => `  bench:
    runs-on: [self-hosted, bench]
    steps:
${steps.map(each => `      ${each}\n`).join('')}`

const callerOf = (job: string) => `name: bench\non: [push, pull_request]\njobs:\n${job}`
const calling = (given = '') => callerOf(`  call:\n    uses: ./${called}\n    with: { ${given} }\n`)
const calledWith = (...lines: string[]) => `
on: { workflow_call: { inputs: { settings: { type: string, default: ci/strict.yml } } } }
jobs:
${jobWith(checkout, step(...lines))}`
const compositeWith = (...lines: string[]) => `
inputs: { settings: { default: ci/strict.yml } }
runs:
  using: composite
  steps:
      ${step(...lines)}`

/** It would let the pull request pass, which is 45 % slower. */
const lenient = 'config: ci/lenient.yml'
const ignored = 'config ci/lenient.yml (.stable-bench.yml counts)'

let bed: TestBed

beforeEach(async () => {
  bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
})

afterEach(async () => {
  expect(bed.github.unexpectedRequests).toEqual([])
  await bed.close()
})

type Files = Record<string, string>

/** A pull request that is slower and has these files, on a base with those. */
function slower(base: Files, more: Files, given: Partial<RunSettings> = {}): Promise<BedRun> {
  bed.repository.commit({ files: { ...suite, ...base } })
  bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '145', ...more } })
  return bed.pullRequest(1, { ...settings, ...given })
}

/** What stands before the numbers, without the marks of code. */
const topOf = ({ summary }: BedRun) => (summary.split('<details>')[0] ?? '').replaceAll('`', '')

const expectFailed = (done: BedRun) => {
  expect(outputsOf(done)).toMatchObject({ outcome: 'regression' })
  expect(done.code).not.toBe(0)
}

const expectPassed = (done: BedRun) => {
  expect({ code: done.code, log: done.code === 0 ? '' : done.log }).toEqual({ code: 0, log: '' })
  expect(outputsOf(done)).toMatchObject({ outcome: 'pass' })
}

describe('a pull request that changes what its workflow calls', () => {
  it('is not judged by the inputs of the called workflow that it changes', async () => {
    const base = { [workflow]: calling(), [called]: calledWith() }
    const done = await slower(base, { [called]: calledWith(lenient) })
    expectFailed(done)
    expect(topOf(done)).toContain(
      `this pull request changes ${called}, which measures it: config: not given → ci/lenient.yml`,
    )
    expect(topOf(done)).toContain(ignored)
  }, 300_000)

  it('is not judged by the inputs of the composite action that it changes', async () => {
    const use = callerOf(jobWith(checkout, '- uses: ./.github/actions/measure'))
    const base = { [workflow]: use, [action]: compositeWith() }
    const done = await slower(base, { [action]: compositeWith(lenient) })
    expectFailed(done)
    expect(topOf(done)).toContain(
      `this pull request changes ${action}, which measures it: config: not given → ci/lenient.yml`,
    )
  }, 300_000)

  it('is not judged by what its workflow gives to the called one, of which the base is known through both', async () => {
    const files = { [called]: calledWith('config: ${{ inputs.settings }}') }
    const base = { ...files, [workflow]: calling('settings: ci/strict.yml') }
    const done = await slower(base, { [workflow]: calling('settings: ci/lenient.yml') })
    expectFailed(done)
    expect(topOf(done)).toContain('config ci/lenient.yml (ci/strict.yml counts)')
    expectPassed(await slower({ ...files, [workflow]: calling('settings: ci/lenient.yml') }, {}))
  }, 300_000)

  it('is not judged by the inputs of a called workflow of another repository, and the report says so', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'stable-bench-other-'))
    mkdirSync(join(elsewhere, '.github/workflows'), { recursive: true })
    writeFileSync(join(elsewhere, called), calledWith(lenient))
    const remote = callerOf(`  call:\n    uses: acme/ci/${called}@v2\n`)
    const actions = { 'acme/ci': elsewhere }
    const done = await slower({ [workflow]: remote }, {}, { actions })
    expectFailed(done)
    expect(topOf(done)).toContain(`acme/ci/${called}@v2 is of another repository`)
    expect(topOf(done)).toContain(ignored)

    writeFileSync(join(elsewhere, called), calledWith('baseline: interleave'))
    const settled = 'defaults: { baseline: interleave, fail-threshold: 90% }\n'
    const configured = { '.stable-bench.yml': settled }
    const passed = await slower(configured, {}, { actions })
    expectPassed(passed)
    expect(topOf(passed)).not.toContain('another repository')
    rmSync(elsewhere, { recursive: true })
  }, 300_000)
})

describe('an expression in the workflow of the base commit', () => {
  const withVariable = callerOf(jobWith(checkout, step('config: ${{ vars.CONFIG }}')))

  it('does not let the pull request write a value in its place, or another environment', async () => {
    const vars = { CONFIG: 'ci/strict.yml' }
    const literal = callerOf(jobWith(checkout, step(lenient)))
    const done = await slower({ [workflow]: withVariable }, { [workflow]: literal }, { vars })
    expectFailed(done)
    expect(topOf(done)).toContain(ignored)
  }, 300_000)

  it('counts where the pull request has the same one, which only people with rights to the repository can change', async () => {
    const vars = { CONFIG: 'ci/lenient.yml' }
    const otherwise = `# A comment.\n${withVariable}`
    const done = await slower({ [workflow]: withVariable }, { [workflow]: otherwise }, { vars })
    expectPassed(done)
  }, 300_000)

  it('does not count where code of the pull request makes its value', async () => {
    const dynamic = callerOf(
      jobWith(
        checkout,
        '- { id: settings, run: sh bench/settings.sh }',
        step('config: ${{ steps.settings.outputs.file }}'),
      ),
    )
    const choose = (file: string) => ({ 'bench/settings.sh': `echo "file=${file}" >>"$GITHUB_OUTPUT"\n` })
    const base = { [workflow]: dynamic, ...choose('ci/strict.yml') }
    const done = await slower(base, choose('ci/lenient.yml'))
    expectFailed(done)
    expect(topOf(done)).toContain(ignored)
  }, 300_000)
})
