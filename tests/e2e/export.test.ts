// The committed command line program writes for other dashboards, with the commands of docs/export.md.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root, scratch, stableBench } from './command-line.ts'

const page = readFileSync(join(root, 'docs/export.md'), 'utf8')
const commands = [...page.matchAll(/^stable-bench (.*)$/gm)].map(match => (match[1] as string).split(' '))

describe('stable-bench export', () => {
  it('does what its page shows', async () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'bench'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const [run = [], exported = [], compared = []] = commands
    expect([run[0], exported[0], compared[0]]).toEqual(['run', 'export', 'compare'])
    const measure = () => stableBench(['run', '--runs', '5', '--cpus', 'none', ...run.slice(1)], { cwd })
    expect((await measure()).code).toBe(0)
    expect((await stableBench(exported, { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'bench.prom'), 'utf8')).toMatch(
      /^stable_bench_runs\{suite="\w+",benchmark="\w+",metric="wall-time",unit="ns",better="lower"\} 5$/m,
    )
    const idle = await stableBench(['export', '--tool', 'go', 'result.json'], { cwd })
    expect([idle.code, idle.stderr]).toEqual([
      64,
      'stable-bench: export: --tool says how the output of a tool is read, and result documents say that themselves; leave it out\n',
    ])
    renameSync(join(cwd, 'result.json'), join(cwd, 'before.json'))
    await measure()
    renameSync(join(cwd, 'result.json'), join(cwd, 'after.json'))
    await stableBench(compared, { cwd })
    expect(readFileSync(join(cwd, 'junit.xml'), 'utf8')).toMatch(
      /<testcase classname="[\w-]+" name="comparison">/,
    )
  })

  it('says what is wrong', async () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'a.txt'), 'goos: linux\nBenchmarkA 100 12 ns/op\nBenchmarkA 100 13 ns/op\n')
    const said = async (...args: string[]) => {
      const { code, stdout, stderr } = await stableBench(['export', ...args], { cwd })
      return `${code}: ${stdout}${stderr}`
    }
    expect(await said()).toMatch(/^64: .*names no file, as in/)
    expect(await said('--to', 'prometheus', 'a.txt')).toMatch(/^64: .*--to must be one of csv, openmetrics/)
    expect(await said('--to', 'nyrkio', 'a.txt')).toMatch(/^64: .*a\.txt: has no commit, which Nyrkiö needs/)
    expect(await said('--tool', 'process', 'a.txt')).toBe(
      '64: stable-bench: export: --tool process times a command, and export runs none; name the format of the files\n',
    )
    expect(await said('--config', 'a.yml', 'a.txt')).toBe(
      '64: stable-bench: export: --config describes suites, and a file is named, too; leave one of them out\n',
    )
    expect(await said('gone.json')).toMatch(/^64: .*gone\.json/)
    expect(await said('a.txt')).toMatch(
      /^0: suite,commit,.*\r\n,,,BenchmarkA,time,ns\/op,lower,1,12\.5,12\.5,12\.5\r\nwarning: the output of the last package ends without PASS or FAIL: benchmarks may be missing\n$/,
    )
  })

  it('says what is missing from the export, and ends with 3 where nothing is in it', async () => {
    const cwd = scratch()
    const lines = [
      'goos: linux',
      'pkg: x',
      'BenchmarkA 100 12 ns/op 3 hits',
      '--- FAIL: BenchmarkB',
      '    b_test.go:3: wrong sum',
      'FAIL',
      '',
    ]
    writeFileSync(join(cwd, 'a.txt'), lines.join('\n'))
    const some = await stableBench(['export', 'a.txt'], { cwd })
    expect(some.code).toBe(0)
    expect(some.stderr).toBe(
      'failed: x.BenchmarkB: b_test.go:3: wrong sum\n' +
        'left out: Go metrics left out, nothing says whether lower or higher is better: hits; print a line such as ' +
        '"Unit hits better=higher" with the results\n',
    )
    const both = 'goos: linux\nBenchmarkA 100 12 ns/op 3 MB/s\nPASS\n'
    writeFileSync(join(cwd, 'both.txt'), both)
    expect(
      (await stableBench(['export', '--to', 'custom-smaller-is-better', 'both.txt'], { cwd })).stderr,
    ).toBe(
      'left out: throughput of BenchmarkA: custom-smaller-is-better has a place for metrics of one direction only\n',
    )
    const failed = { command: 'false', times: [1, 1], exit_codes: [1, 1], median: 1, user: 1, system: 1 }
    writeFileSync(join(cwd, 'failed.json'), JSON.stringify({ results: [failed] }))
    for (const [to, stdout] of [
      ['bencher', '{}\n'],
      ['custom-smaller-is-better', '[]\n'],
    ] as const) {
      const none = await stableBench(['export', '--to', to, 'failed.json'], { cwd })
      expect(none).toMatchObject({ code: 3, stdout, stderr: 'failed: false: exit code 1 in 2 of 2 runs\n' })
    }
    // What `run` measures of it is no result either.
    const run = ['run', '--runs', '5', '--cpus', 'none', '-q', '--', 'cat', 'failed.json']
    const measured = await stableBench(run, { cwd })
    expect(measured).toMatchObject({ code: 3, stdout: expect.stringMatching(/^failed: false: exit code 1/m) })
    expect((await stableBench(['export', 'stable-bench-result.json'], { cwd })).code).toBe(3)
  })
})
