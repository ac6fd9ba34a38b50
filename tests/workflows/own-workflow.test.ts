// A pull request that changes the workflow which measures it: what it gives for the inputs that decide must not count.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import {
  commenting,
  example as exampleOf,
  outputsOf as outputs,
  quickScript,
  gatingSettings as settings,
} from './quick-suite.ts'

const { workflow } = settings
const config = '.stable-bench.yml'
const benchmark = quickScript('parse')
const example = commenting(exampleOf('pull-request/bench.yml'))

/** The workflow, with these lines among the inputs of its one step. */
const withInputs = (...lines: string[]) =>
  example.replace(/^( +)command:.*/m, (_, indent: string) =>
    ['runs: 5', 'command: sh bench/benchmark.sh ./cost', ...lines].map(line => indent + line).join('\n'),
  )

const lenient = 'defaults: { fail-threshold: 90% }\n'
/** A file of other settings is there already: a pull request that could choose it would pass. */
const files = {
  [workflow]: withInputs(),
  'lenient.yml': lenient,
  'bench/benchmark.sh': benchmark,
  'bench/cost': '100',
}

const run = Array.from({ length: 10 }, (_, i) => [150 + i / 10])
const fake = JSON.stringify({
  schema: 'stable-bench/samples@1',
  benchmarks: [{ name: 'parse', metric: 'time', unit: 'ms', better: 'lower', runs: run }],
})

describe('a pull request that changes the workflow which measures it', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })

  afterEach(() => bed.close())

  /** A pull request that is 45 % slower, and has these files besides. */
  const slower = (more: Record<string, string>) => {
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '145', ...more } })
    return bed.pullRequest(1, settings)
  }

  const expectFailed = (done: BedRun) => {
    expect(outputs(done)).toMatchObject({ outcome: 'regression' })
    expect(done.code).not.toBe(0)
    expect(bed.github.unexpectedRequests).toEqual([])
  }

  const expectPassed = (done: BedRun) => {
    expect({ code: done.code, log: done.code === 0 ? '' : done.log }).toEqual({ code: 0, log: '' })
    expect(outputs(done)).toMatchObject({ outcome: 'pass' })
  }

  /** What stands before the numbers, without the marks of code. */
  const topOf = ({ summary }: BedRun) => (summary.split('<details>')[0] ?? '').replaceAll('`', '')

  // Each of the first two alone would let it pass.
  it('is not judged by its own baseline and configuration, and cannot write markup or mention anyone with them', async () => {
    const own = ['Baseline: fake.json', "'config': lenient.yml"]
    const evil = [
      '@everyone look',
      '</details><script>alert(1)</script>',
      '[x](javascript:alert(1))',
      'fixes #1',
      '\u202egnp.exe',
      '<!-- stable-bench: access%2Dlog -->',
    ]
    const lines = evil.map((text, i) => `x${i}: ${JSON.stringify(text)}`)
    lines.push(`${JSON.stringify(evil[1])}: new`)
    bed.repository.commit({ files })
    const done = await slower({ [workflow]: withInputs(...own, ...lines), 'fake.json': fake })
    expectFailed(done)
    const top = topOf(done)
    expect(top).toContain(`this pull request changes ${workflow}, which measures it: `)
    const changed = ['baseline: auto (default) → fake.json', 'config: not given → lenient.yml']
    const comment = bed.github.comments[0]?.body.replaceAll('`', '')
    for (const each of changed) {
      expect(top).toContain(each)
      expect(comment).toContain(each)
    }
    expect(top).toContain(
      'these inputs of it do not count before it is merged: baseline fake.json (auto counts), config lenient.yml (.stable-bench.yml counts)',
    )
    expect(top).not.toContain('other lines')

    const [, told = ''] = (done.summary.split('\n|  | Change')[0] ?? '').split('**Read this first**')
    expect(told).toContain('x0: not given → `@everyone` look')
    expect(told).toContain('5: not given → ')
    const outsideCode = told.replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, 'code')
    expect(outsideCode).not.toMatch(/@|<|javascript|#1\b|\u202e/)
  }, 300_000)

  it('does not switch off the configuration of the base commit with a path of its own', async () => {
    const change = { 'bench/cost': '101.5' }
    bed.repository.commit({ files: { ...files, [config]: 'defaults: { band: 0.5% }\n' } })
    const done = await slower({ ...change, [workflow]: withInputs('config: nowhere.yml') })
    expectFailed(done)
    const top = topOf(done)
    expect(top).toContain('which measures it: config: not given → nowhere.yml')
    expect(top).toContain('config nowhere.yml (.stable-bench.yml counts)')

    bed.repository.commit({ files: { [config]: null } })
    expectPassed(await slower(change))
  }, 300_000)

  it('is judged by the defaults of the base commit, whatever its own are', async () => {
    const strict = 'defaults: { band: 2%, fail-threshold: 0%, fail-on: regression, checks: auto }\n'
    bed.repository.commit({ files: { ...files, [config]: strict } })
    const done = await slower({ [config]: 'defaults: { fail-on: never, checks: never }\n' })
    expectFailed(done)
    expect(done.summary).toMatch(/it sets fail-on in defaults to never, which is regression now/)
    expect(done.summary).not.toMatch(/The workflow that measured this/)
    expect(bed.github.state.checks).toMatchObject([{ conclusion: 'failure' }])

    bed.repository.commit({ files: { [config]: lenient } })
    expectPassed(await slower({}))
  }, 300_000)

  it('fails where its workflow has an input for what the configuration sets: a gate that is not there must not look like one', async () => {
    bed.repository.commit({ files: { ...files, [config]: lenient } })
    const done = await slower({ [workflow]: withInputs("'fail-on': inconclusive", 'warmup-runs: 3') })
    expect(done.code).not.toBe(0)
    expect(outputs(done)).toMatchObject({ outcome: 'not-established' })
    for (const line of [
      "input 'fail-on' must be set in .stable-bench.yml (under defaults) and not in a workflow, got 'inconclusive'",
      "input 'warmup-runs' must be set in .stable-bench.yml (under defaults, or under suites for one suite) and not in a workflow, got '3'",
    ])
      expect(done.log).toContain(line)
    expect(done.summary).toContain("input 'fail-on' must be set in .stable-bench.yml")
    expect(done.log).not.toMatch(/warm-up run/)
  }, 300_000)

  it('is not judged by its own inputs where the base commit has no such workflow either, and says so', async () => {
    const { [workflow]: _, ...others } = files
    bed.repository.commit({ files: others })
    const done = await slower({ [workflow]: withInputs('config: lenient.yml') })
    expectFailed(done)
    expect(topOf(done)).toContain(`this pull request adds ${workflow}, which measures it`)
    expect(topOf(done)).toContain('config lenient.yml (.stable-bench.yml counts)')
  }, 300_000)
})
