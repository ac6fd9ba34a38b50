// `compare` on files: which documents are sessions, which designs follow, and what comes out.
import { copyFileSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { scratch, stableBench } from './command-line.ts'

let dir: string

/** Ten runs of three measurements around `center`, with a fixed pattern of a percent or so. */
const runs = (center: number) =>
  Array.from({ length: 10 }, (_, i) =>
    [-0.002, 0, 0.003].map(part => center * (1 + part + 0.004 * Math.sin(i * 2.4))),
  )

const time = (name: string, center: number, more = {}) => ({
  name,
  metric: 'time',
  unit: 'ns',
  better: 'lower',
  runs: runs(center),
  ...more,
})

function samples(name: string, ...benchmarks: object[]): void {
  const text = JSON.stringify({
    schema: 'stable-bench/samples@1',
    benchmarks,
    note: 'unknown fields are ignored',
  })
  writeFileSync(join(dir, name), name.endsWith('.gz') ? gzipSync(text) : text)
}

beforeAll(() => {
  dir = scratch()
  const size = { name: 'parse', metric: 'bundle', unit: 'KiB', better: 'lower', runs: Array(10).fill([12]) }
  for (const name of ['base.json', 'base2.json', 'base3.json']) {
    samples(name, time('parse', 1000), time('format', 500), time('search', 200), time('gone', 1), size)
  }
  samples(
    'head.json',
    time('parse', 1.05 * 1000),
    time('format', 500.2),
    time('search', 150),
    time('fresh', 1),
    {
      ...size,
      runs: Array(10).fill([13]),
    },
  )
  samples('units.json', time('parse', 1e-6, { unit: 's' }))
  samples('only-parse.json.gz', time('parse', 1001))
})

async function compared(...args: string[]) {
  const { code, stdout, stderr } = await stableBench(['compare', ...args, '--output', 'json'], { cwd: dir })
  if (stdout === '') throw new Error(stderr)
  const document = comparisonSchema.parse(JSON.parse(stdout))
  const verdicts = Object.fromEntries(
    document.rows.map(row => [`${row.benchmark} ${row.metric}`, row.verdict]),
  )
  return { code, document, verdicts, rows: document.rows }
}

const interleaved = ['--baseline', 'base.json', '--candidate', 'head.json', '--order', 'interleaved']

describe('interleaved samples', () => {
  it('give every row its verdict, and the regression decides', async () => {
    const { code, document, verdicts, rows } = await compared(...interleaved)
    expect(verdicts).toEqual({
      'parse time': 'regression',
      'format time': 'no-change',
      'search time': 'improvement',
      'gone time': 'removed',
      'parse bundle': 'regression',
      'fresh time': 'new',
    })
    expect(document).toMatchObject({ outcome: 'regression', design: 'interleaved' })
    const parse = rows[0]
    expect(parse?.ratio).toBeCloseTo(1.05, 3)
    expect(parse?.interval?.[0]).toBeGreaterThan(1.04)
    expect(parse?.interval?.[1]).toBeLessThan(1.06)
    expect(parse?.adjustedP).toBeGreaterThanOrEqual(parse?.p ?? 1)
    expect(code).toBe(2)
    // Only the first metric of a benchmark gates.
    expect(rows.filter(row => row.gates).map(row => row.metric)).not.toContain('bundle')
  })

  it('turn every verdict round when the sides are swapped', async () => {
    const { verdicts, rows } = await compared(
      '--baseline',
      'head.json',
      '--candidate',
      'base.json',
      '--order',
      'interleaved',
    )
    expect(verdicts).toMatchObject({
      'parse time': 'improvement',
      'search time': 'regression',
      'gone time': 'new',
    })
    expect(rows[0]?.ratio).toBeCloseTo(1 / 1.05, 3)
  })

  it('fold units: a second is 1e9 ns', async () => {
    const { rows } = await compared(
      '--baseline',
      'units.json',
      '--candidate',
      'only-parse.json.gz',
      '--order',
      'interleaved',
    )
    expect(rows[0]).toMatchObject({ unit: 'ns', verdict: 'no-change' })
  })
})

describe('a stored baseline', () => {
  const stored = ['--baseline', 'base.json', '--candidate', 'head.json']

  it('of one session on an untuned machine cannot show 5 %, and sees less on a tuned one and with more sessions', async () => {
    const one = await compared(...stored)
    expect(one.document.design).toBe('stored')
    expect(one.rows[0]).toMatchObject({ benchmark: 'parse', verdict: 'inconclusive' })
    expect(one.rows[0]?.detectable).toBeGreaterThan(0.2)
    expect(one.rows[0]?.detectable).toBeLessThan(0.35)
    const tuned = await compared(...stored, '--testbed-grade', 'tuned')
    const three = await compared(
      '--baseline',
      'base.json',
      'base2.json',
      'base3.json',
      '--candidate',
      'head.json',
    )
    const detectable = [one, tuned, three].map(each => each.rows[0]?.detectable ?? 0)
    expect(detectable[1]).toBeLessThan((detectable[0] ?? 0) / 2)
    expect(detectable[2]).toBeLessThan(detectable[0] ?? 0)
    expect(three.document.baseline.sessions).toBe(3)
  })
})

describe('the files', () => {
  it('each count once: the same one twice is refused', async () => {
    const args = ['compare', '--baseline', 'base.json', './base.json', '--candidate', 'head.json']
    const { code, stderr } = await stableBench(args, { cwd: dir })
    expect(code).toBe(64)
    expect(stderr).toMatch(/--baseline names \.\/base\.json, which is base\.json, twice/)
  })

  it('are not the same on both sides, also behind a link or as a copy of a result document', async () => {
    symlinkSync('base.json', join(dir, 'link.json'))
    const stderrOf = async (...files: string[]) =>
      (await stableBench(['compare', ...files], { cwd: dir })).stderr
    expect(await stderrOf('base.json', 'base.json')).toMatch(
      /base\.json is the baseline and the candidate; a file has no change against itself, so name another one/,
    )
    expect(await stderrOf('base.json', 'link.json')).toMatch(
      /link\.json, which is base\.json, is the baseline/,
    )
    await stableBench(['run', '-r', '5', '-w', '0', '-o', 'run.json', '--', 'true'], { cwd: dir })
    copyFileSync(join(dir, 'run.json'), join(dir, 'copy.json'))
    expect(await stderrOf('run.json', 'copy.json')).toMatch(
      /copy\.json is a copy of run\.json, with the same runs/,
    )
  })

  it('of interleaved sessions are paired in the order in which they are given, whenever they were measured', async () => {
    const document = (second: number, machine: string) => ({
      schema: 'stable-bench/result@1',
      suite: null,
      tool: null,
      revision: null,
      testbed: { grade: 'tuned', gradeReason: '', fingerprint: machine, facts: { machine } },
      plan: null,
      order: null,
      evidence: [
        {
          startedAt: new Date(1000 * second).toISOString(),
          wallTime: 1,
          userTime: 1,
          systemTime: 0,
          peakMemory: null,
          voluntarySwitches: null,
          involuntarySwitches: null,
          minorFaults: null,
          majorFaults: null,
        },
      ],
      warnings: [],
      failures: [],
      benchmarks: [time('parse', 1000)],
    })
    const write = (name: string, value: object) => writeFileSync(join(dir, name), JSON.stringify(value))
    write('a1.json', document(1, 'a'))
    write('a2.json', document(4, 'a'))
    write('b1.json', document(2, 'b'))
    write('b2.json', document(3, 'b'))
    const sides = ['--baseline', 'a1.json', 'b1.json', '--candidate', 'a2.json', 'b2.json']
    const { rows } = await compared(...sides, '--order', 'interleaved')
    expect(rows[0]).toMatchObject({ verdict: 'no-change' })
    const asGo = await stableBench(['compare', 'a1.json', 'a2.json', '--tool', 'go'], { cwd: dir })
    expect([asGo.code, asGo.stderr]).toEqual([
      64,
      expect.stringMatching(
        /--tool says how the output of a tool is read, and result documents say that themselves/,
      ),
    ])
  })
})

describe('the outcome', () => {
  it('is not established when a benchmark of the baseline is missing, and fails unless only regressions are to', async () => {
    const args = ['--baseline', 'base.json', '--candidate', 'only-parse.json.gz', '--order', 'interleaved']
    const usual = await compared(...args)
    expect(usual.document).toMatchObject({ outcome: 'not-established', reason: 'benchmarks-missing' })
    expect(usual.code).toBe(3)
    expect((await compared(...args, '--fail-on', 'regression')).code).toBe(0)
    const { stdout } = await stableBench(['compare', ...args], { cwd: dir })
    expect(stdout).toMatch(/^waivers:\n {2}- \{ benchmark: '.+', missing: true, expires: 2\d{3}-\d\d-\d\d, /m)
  })

  it('is never a pass when nothing was compared', async () => {
    samples('other.json', time('other', 5))
    const { document, code } = await compared('--baseline', 'only-parse.json.gz', '--candidate', 'other.json')
    expect(document).toMatchObject({ outcome: 'not-established', reason: 'nothing-compared' })
    expect(code).toBe(3)
  })

  it('is a pass that says so when every row is inconclusive', async () => {
    const { document, code } = await compared('--baseline', 'only-parse.json.gz', '--candidate', 'base.json')
    expect(document).toMatchObject({ outcome: 'pass' })
    expect(document.explanation).toMatch(/inconclusive/)
    expect(code).toBe(0)
  })

  it('can be told never to fail', async () => {
    expect((await compared(...interleaved, '--fail-on', 'never')).code).toBe(0)
  })
})

describe('raw tool outputs', () => {
  const hyperfine = (center: number) =>
    JSON.stringify({
      results: [
        {
          command: './a',
          mean: 1,
          median: 1,
          user: 1,
          system: 0,
          min: 1,
          max: 1,
          times: runs(center).map(run => (run[0] ?? 0) / 1e9),
          exit_codes: Array(10).fill(0),
        },
      ],
    })
  const go = (ns: number) => `goos: linux\npkg: x/y\nBenchmarkA-8   1000   ${ns} ns/op\n`

  it('of hyperfine hold one run per time', async () => {
    writeFileSync(join(dir, 'h1.json'), hyperfine(1e6))
    writeFileSync(join(dir, 'h2.json'), hyperfine(1.1e6))
    const { rows } = await compared(
      '--baseline',
      'h1.json',
      '--candidate',
      'h2.json',
      '--order',
      'interleaved',
    )
    expect(rows[0]).toMatchObject({
      metric: 'wall-time',
      verdict: 'regression',
      runs: { baseline: 10, candidate: 10 },
    })
  })

  it('of other tools hold one run per file, and all files of a side are one session', async () => {
    const names = (side: string, base: number) =>
      [1, 2, 3, 4, 5, 6].map(i => {
        writeFileSync(join(dir, `${side}${i}.txt`), go(base + i))
        return `${side}${i}.txt`
      })
    const { rows, document } = await compared(
      '--baseline',
      ...names('old', 1000),
      '--candidate',
      ...names('new', 1300),
      '--order',
      'interleaved',
    )
    expect(document.baseline.sessions).toBe(1)
    expect(rows[0]).toMatchObject({ verdict: 'regression', runs: { baseline: 6, candidate: 6 } })
  })

  it('with one run a side are never significant, and the row says why', async () => {
    writeFileSync(join(dir, 'a.txt'), go(100))
    writeFileSync(join(dir, 'b.txt'), go(900))
    const { rows } = await compared('--baseline', 'a.txt', '--candidate', 'b.txt', '--order', 'interleaved')
    expect(rows[0]).toMatchObject({ verdict: 'inconclusive', p: null })
    expect(rows[0]?.reason).toMatch(/one run only/)
  })
})

describe('the forms of the report', () => {
  it.each([
    ['text', /regression/],
    ['markdown', /🔴<br><sub>slower/],
    ['html', /is 5\.0 % slower/],
  ])('%s names the regression', async (form, named) => {
    const { stdout } = await stableBench(['compare', ...interleaved, '--output', form], { cwd: dir })
    expect(stdout).toMatch(/parse/)
    expect(stdout).toMatch(named)
  })
})

describe('the defaults of a configuration file', () => {
  /** Of a benchmark that is 5 % slower. */
  const comparing = async (defaults: string, ...flags: string[]) => {
    samples('before.json', time('parse', 1000))
    samples('after.json', time('parse', 1050))
    writeFileSync(join(dir, 'defaults.yml'), `defaults: { ${defaults} }\n`)
    const sides = ['--baseline', 'before.json', '--candidate', 'after.json', '--order', 'interleaved']
    return compared(...sides, '--config', 'defaults.yml', ...flags)
  }

  it('decide where no flag is given', async () => {
    const { code, document } = await comparing(
      'band: 3%, alpha: 0.005, fail-threshold: 40%, baseline: interleave',
    )
    expect(document.policy).toMatchObject({ band: 0.03, alpha: 0.005, threshold: 0.4 })
    expect({ code, outcome: document.outcome }).toEqual({ code: 0, outcome: 'pass' })
    expect((await comparing('fail-on: never')).code).toBe(0)
  })

  it('do not win over a flag, even one that gives the built-in default', async () => {
    const { code, document } = await comparing(
      'band: 30%, fail-on: never',
      '--band',
      '2%',
      '--fail-on',
      'regression',
    )
    expect(document.policy.band).toBe(0.02)
    expect(code).toBe(2)
  })

  it('refuse a machine that is not tuned before anything is measured', async () => {
    const where = scratch()
    writeFileSync(join(where, '.stable-bench.yml'), 'defaults: { require-tuned: true }\n')
    const { code, stderr } = await stableBench(
      ['ab', '--baseline', 'touch ran', '--candidate', 'touch ran'],
      {
        cwd: where,
      },
    )
    expect(code).toBe(3)
    expect(stderr).toMatch(/require-tuned: this machine is untuned/)
    expect(existsSync(join(where, 'ran'))).toBe(false)
  })
})
