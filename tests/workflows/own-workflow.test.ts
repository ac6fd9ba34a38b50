// A pull request that changes the workflow which measures it: what it gives for the inputs that decide must not count.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root } from '../e2e/command-line.ts'
import { actForTests } from '../stand-ins/act.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { outputsOf as outputs, gatingSettings as settings } from './quick-suite.ts'

const act = await actForTests()

const { workflow } = settings
const config = '.stable-bench.yml'
const benchmark = `import { readFileSync } from 'node:fs'
const cost = Number(readFileSync('bench/cost', 'utf8'))
const run = Array.from({ length: 30 }, () => cost * (1 + 0.01 * (Math.random() - 0.5)))
const parse = { name: 'parse', metric: 'time', unit: 'ms', better: 'lower', runs: [run] }
console.log(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [parse] }))
`
const example = readFileSync(join(root, 'examples/pull-request/bench.yml'), 'utf8')

/** The workflow, with these lines among the inputs of its one step. */
const withInputs = (...lines: string[]) =>
  example.replace(/^( +)command:.*/m, (_, indent: string) =>
    ['command: node bench/benchmark.mjs', ...lines].map(line => indent + line).join('\n'),
  )

const files = { [workflow]: withInputs(), 'bench/benchmark.mjs': benchmark, 'bench/cost': '100' }

const run = Array.from({ length: 10 }, (_, i) => [150 + i / 10])
const fake = JSON.stringify({
  schema: 'stable-bench/samples@1',
  benchmarks: [{ name: 'parse', metric: 'time', unit: 'ms', better: 'lower', runs: run }],
})

;(act ? describe : describe.skip)('a pull request that changes the workflow which measures it', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ act: act ?? '', action: { repository: 'org/stable-bench', root } })
  })

  afterEach(() => bed.close())

  /** A pull request that is 50 % slower, and has these files besides. */
  const slower = (more: Record<string, string>) => {
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '150', ...more } })
    return bed.pullRequest(1, settings)
  }

  const expectFailed = (done: BedRun) => {
    expect(outputs(done)).toMatchObject({ outcome: 'regression' })
    expect(done.code).not.toBe(0)
    expect(bed.github.unexpectedRequests).toEqual([])
  }

  /** What stands before the numbers, without the marks of code. */
  const topOf = ({ summary }: BedRun) => (summary.split('#### ')[0] ?? '').replaceAll('`', '')

  it.each([
    ['band', ['band: 20%'], 'band: 2% (default) → 20%', 'band 20% (2% counts)'],
    [
      'threshold',
      ["'fail-threshold': 90%"],
      'fail-threshold: 0% (default) → 90%',
      'fail-threshold 90% (0% counts)',
    ],
    [
      'baseline',
      ['baseline: fake.json'],
      'baseline: auto (default) → fake.json',
      'baseline fake.json (auto counts)',
    ],
    [
      'configuration',
      ['config: nowhere.yml'],
      'config: not given → nowhere.yml',
      'config nowhere.yml (.stable-bench.yml counts)',
    ],
    [
      'condition',
      ['FAIL-ON: never'],
      'fail-on: regression (default) → never',
      'fail-on never (regression counts)',
    ],
  ])(
    'is not judged by its own %s',
    async (_, lines, changed, counts) => {
      bed.repository.commit({ files: { ...files, [config]: "rows: [{ benchmark: '*', threshold: 1% }]\n" } })
      const done = await slower({ [workflow]: withInputs(...lines), 'fake.json': fake })
      expectFailed(done)
      const top = topOf(done)
      expect(top).toContain(`this pull request changes ${workflow}, which measures it: ${changed}`)
      expect(top).toContain(`these inputs of it do not count before it is merged: ${counts}`)
      expect(top).not.toContain('other lines')
    },
    300_000,
  )
})
