// The committed command line program begins a history with what real tools measured of earlier commits.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { parseTrendDocument } from '../../src/history/store/document.ts'
import type { TrendHistory } from '../../src/model/index.ts'
import { commitAt, dataJs, entryOf } from '../history/import/example-data-js.ts'
import { root, scratch, stableBench } from './command-line.ts'

const files = join(root, 'tests/history/import')
const captured = (tool: string) => join(files, 'fixtures', tool)
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()

/** What `trend` says of the history in a directory, and the history itself. */
async function trendOf(
  directory: string,
  ...flags: string[]
): Promise<{ history: TrendHistory; stdout: string }> {
  const json = join(scratch(), 'trend.json')
  const { stdout, stderr } = await stableBench(['trend', directory, '--json', json, ...flags])
  expect(stderr).toBe('')
  return { history: parseTrendDocument(readFileSync(json, 'utf8'), 'trend'), stdout }
}

describe('in a checkout of the commits', () => {
  let repository: string
  let commits: string[]

  beforeAll(() => {
    repository = join(scratch(), 'repository')
    execFileSync('bash', [join(files, 'make-repository.sh'), repository])
    commits = git(repository, 'rev-list', '--reverse', 'HEAD').split('\n')
  })

  it.each([
    ['asv', 'suite.Work.time_work', 'host, existing-py'],
    ['pytest-benchmark', 'test_work.py::test_work', 'imported'],
    ['pyperf', 'work', 'imported'],
  ])(
    'the results of %s become nights in the order of the commits, and their change is found',
    async (tool, name, machine) => {
      const history = join(scratch(), 'history')
      const args = ['trend', 'import', captured(tool), '--history', history, '--suite', 'work']
      const first = await stableBench(args, { cwd: repository })
      expect({ code: first.code, stdout: first.stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(
          `^work: 16 nights of \\d benchmarks? from ${tool}, 1 Mar 2026 to 12 Mar 2026, on ${machine}\n16 new nights`,
        ),
      })
      const { history: kept, stdout: changes } = await trendOf(history, '--since', '2026-01-01')
      const { nights, series } = kept
      expect(nights.map(({ commit }) => commit)).toEqual(commits)
      expect(new Set(nights.map(night => night.imported))).toEqual(new Set([tool]))
      expect(series.find(({ benchmark }) => benchmark === name)?.runs.map(({ length }) => length)).toEqual(
        Array(16).fill(tool === 'pyperf' ? 2 : 1),
      )

      expect(changes).toMatch(`, 16 of them imported from ${tool}`)
      const [good, bad] = [commits[8] as string, commits[9] as string].map(commit => commit.slice(0, 10))
      expect(changes).toMatch(
        `10 Mar 2026 on ${machine}: 1 worse\n  first bad night; commits since the last good one: ${good} … ${bad}`,
      )

      const before = readdirSync(history)
      const again = await stableBench(args, { cwd: repository })
      expect(again.stdout).toMatch(/\n0 new nights in .*; 16 were there already\n$/)
      expect(readdirSync(history)).toEqual(before)
    },
    60_000,
  )

  it('short commits name nothing elsewhere', async () => {
    const { code, stderr } = await stableBench(['trend', 'import', captured('pyperf')])
    // pyperf knows when it measured: without the commits that is all.
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^Look at it with: stable-bench trend stable-bench-history/),
    ])
  })
})

describe('without a checkout', () => {
  const noise = [0.4, -0.3, 0.1, -0.6, 0.7, -0.2, 0.5, -0.5, 0.2, -0.1]
  const valueAt = (number: number) => (number < 20 ? 1000 : 1100) + 2 * (noise[number % 10] ?? 0)
  const entries = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      entryOf(i, [{ name: 'parse', value: valueAt(i), unit: 'ns/iter' }]),
    )

  it('a data.js that grows is imported again and again, and the machine can be that of the nights to come', async () => {
    const cwd = scratch()
    const args = ['trend', 'import', 'data.js', '--machine', 'bench-1', '--history', 'history']
    for (const [count, fresh] of [
      [30, '30 new nights in history'],
      [32, '2 new nights in history; 30 were there already'],
    ] as const) {
      writeFileSync(join(cwd, 'data.js'), dataJs({ Suite: entries(count) }))
      const { code, stdout, stderr } = await stableBench(args, { cwd })
      expect([code, stdout, stderr]).toEqual([
        0,
        expect.stringContaining(`on bench-1\n${fresh}\n`),
        'Look at it with: stable-bench trend history\n',
      ])
    }
    const { stdout } = await stableBench(['trend', 'history', '--html', 'trend.html'], { cwd })
    expect(stdout).toMatch(/21 Jan 2026 on bench-1: 1 worse\n {2}first bad night; .*: 0{10} … 0{10}\n/)
    expect(stdout).toMatch(`https://github.com/org/repo/compare/${commitAt(19)}...${commitAt(20)}`)
    expect(readFileSync(join(cwd, 'trend.html'), 'utf8')).toMatch(
      /, 32 of them imported from github-action-benchmark\./,
    )
  }, 30_000)

  it('files are named by date and commit; two of one commit are its runs, and later benchmarks join its night', async () => {
    const cwd = scratch()
    const lines = (name: string, value: number) =>
      `goos: linux\nBenchmark${name} \t 100\t ${value} ns/op\nPASS\n`
    mkdirSync(join(cwd, 'results/more'), { recursive: true })
    writeFileSync(join(cwd, `results/2026-11-20-${commitAt(1)}.txt`), lines('Sort', 10))
    writeFileSync(join(cwd, `results/more/2026-11-20-${commitAt(1)}.txt`), lines('Sort', 12))
    writeFileSync(join(cwd, `results/2026-11-21-${commitAt(2)}.txt`), lines('Sort', 11))
    const imported = (path: string) =>
      stableBench(['trend', 'import', '-q', '--history', 'history', path], { cwd })
    expect((await imported('results')).stdout).toMatch(/^benchmark: 2 nights of 1 benchmark from go, /)
    mkdirSync(join(cwd, 'later'))
    writeFileSync(join(cwd, `later/2026-11-20-${commitAt(1)}.txt`), lines('Parse', 7))
    expect((await imported('later')).stdout).toMatch(/0 new nights in history; 1 were there already/)
    const { series } = (await trendOf(join(cwd, 'history'))).history
    expect(series.map(({ benchmark, nights, runs }) => [benchmark, nights, runs])).toEqual([
      ['BenchmarkSort', [0, 1], [[10, 12], [11]]],
      ['BenchmarkParse', [0], [[7]]],
    ])
  })

  it('says of hosted runners that --machine makes one of them, and counts what many files have in common', async () => {
    const cwd = scratch()
    const [one = ''] = readdirSync(captured('asv/host')).filter(name => name !== 'machine.json')
    const document = JSON.parse(readFileSync(join(captured('asv/host'), one), 'utf8'))
    for (let i = 0; i < 12; i++) {
      const machine = `fv-az${i}`
      mkdirSync(join(cwd, 'results', machine), { recursive: true })
      const results = { ...document.results, 'suite.time_broken': [[null]] }
      const night = { ...document, results, commit_hash: commitAt(i), date: document.date + 86_400_000 * i }
      const params = { ...document.params, machine }
      writeFileSync(join(cwd, 'results', machine, `${i}.json`), JSON.stringify({ ...night, params }))
    }
    const imported = (...flags: string[]) => stableBench(['trend', 'import', 'results', ...flags], { cwd })
    const apart = await imported()
    expect(apart.stdout).toMatch(/^benchmark: 12 nights .* on 12 machines, such as fv-az0, existing-py\n/)
    expect(apart.stderr.split('\n')).toEqual([
      'used in part: 12 files, such as results/fv-az0/0.json: failed when it was measured',
      expect.stringMatching(/^12 machines have fewer than 10 nights, .* as one with --machine NAME/),
      'Look at it with: stable-bench trend stable-bench-history',
      '',
    ])
    const joined = await imported('--machine', 'hosted', '--history', 'joined')
    expect(joined.stdout).toMatch(/ on hosted\n12 new nights in joined\n$/)
    expect(joined.stderr).not.toMatch(/--machine/)
  }, 30_000)

  it('leaves out what asv measured of a benchmark before its own code changed', async () => {
    const cwd = scratch()
    cpSync(captured('asv'), join(cwd, 'asv'), { recursive: true })
    const own = readdirSync(join(cwd, 'asv/host')).filter(name => name !== 'machine.json')
    for (const name of own.slice(0, 2)) {
      const path = join(cwd, 'asv/host', name)
      const document = JSON.parse(readFileSync(path, 'utf8'))
      const version = document.result_columns.indexOf('version')
      for (const cells of Object.values<unknown[]>(document.results)) cells[version] = 'another one'
      writeFileSync(path, JSON.stringify(document))
    }
    const { stdout, stderr } = await stableBench(['trend', 'import', 'asv'], { cwd })
    expect(stdout).toMatch(RegExp(`^benchmark: ${own.length - 2} nights of 2 benchmarks from asv`))
    const said = 'benchmarks of asv left out, since their own code was another one then'
    expect(stderr).toContain(`used in part: 2 files, such as asv/host/${own[0]}: ${said}\n`)
  }, 30_000)

  it('says of every file that it leaves out why, and of one that is named what to do', async () => {
    const cwd = scratch()
    cpSync(captured('asv'), join(cwd, 'asv'), { recursive: true })
    writeFileSync(join(cwd, 'asv/unnamed.txt'), 'goos: linux\nBenchmarkA \t 100\t 12 ns/op\nPASS\n')
    const [broken = ''] = readdirSync(join(cwd, 'asv/host'))
    writeFileSync(
      join(cwd, 'asv/host', broken),
      readFileSync(join(cwd, 'asv/host', broken), 'utf8').slice(0, 900),
    )
    const { code, stdout, stderr } = await stableBench(['trend', 'import', 'asv'], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^benchmark: 15 nights/)])
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(`^left out: asv/host/${broken}: looks truncated: .*`),
      expect.stringMatching(
        /^left out: asv\/unnamed\.txt: says neither commit nor date; put the file into a directory named/,
      ),
      'left out: 2 files without results: asv/benchmarks.json, asv/host/machine.json',
      'Look at it with: stable-bench trend stable-bench-history',
      '',
    ])
    const said = async (...args: string[]) => {
      const ended = await stableBench(['trend', 'import', ...args], { cwd })
      return `${ended.code}: ${ended.stderr}`
    }
    expect(await said()).toMatch(
      /^64: .*names no directory or file, as in: stable-bench trend import results/,
    )
    expect(await said('asv/unnamed.txt')).toMatch(
      /^64: .*asv\/unnamed\.txt: says neither commit nor date; put the file/,
    )
    expect(await said('asv/host/machine.json')).toMatch(
      /^64: .*machine\.json: is in no known format; it begins with/,
    )
    expect(await said('nowhere')).toMatch(/^64: .*nowhere: there is no such file/)
    mkdirSync(join(cwd, 'empty'))
    expect(await said('empty')).toMatch(/^64: .*there are no results in empty\n$/)
    expect(await said('asv', '--history', 'asv/unnamed.txt')).toMatch(/^64: .*unnamed\.txt cannot be made/)
    expect(await said('asv', '--history', '/proc/x')).toMatch(
      /^64: .*history: \/proc\/x cannot be made: ENOENT/,
    )
  }, 30_000)
})
