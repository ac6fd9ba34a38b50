// The committed command line program writes for other dashboards, with the commands of docs/export.md.
import { readFileSync, writeFileSync } from 'node:fs'
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
    const measured = await stableBench(['run', '--runs', '5', '--cpus', 'none', ...run.slice(1)], { cwd })
    expect(measured.code).toBe(0)
    expect((await stableBench(exported, { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'bench.prom'), 'utf8')).toMatch(
      /^stable_bench_runs\{suite="\w+",benchmark="\w+",metric="wall-time",unit="ns",better="lower"\} 5$/m,
    )
    for (const name of ['before.json', 'after.json']) {
      writeFileSync(join(cwd, name), readFileSync(join(cwd, 'result.json')))
    }
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
    expect(await said('gone.json')).toMatch(/^64: .*gone\.json/)
    expect(await said('a.txt')).toMatch(
      /^0: suite,commit,.*\r\n,,,BenchmarkA,time,ns\/op,lower,1,12\.5,12\.5,12\.5\r\n$/,
    )
  })
})
