import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { reproduceText } from '../../../src/action/pull-request/reproduce.ts'
import type { SideSummary } from '../../../src/model/index.ts'
import { root } from '../../e2e/command-line.ts'
import { jobValues } from '../../inputs/job-values.ts'

const side = (commit: string | null): SideSummary => ({
  sources: [],
  sessions: 1,
  revision: { commit, ref: null, dirty: false },
  testbed: null,
})
const valuesOf = (given: Record<string, string>) => jobValues(given)

let [directory, repository, bin]: string[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'reproduce-'))
  repository = join(directory, 'repository')
  bin = join(directory, 'bin')
  for (const path of [repository, bin]) mkdirSync(path)
  run('git', 'init', '-q')
})

afterEach(() => rmSync(directory as string, { recursive: true, force: true }))

const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

function commit(text: string): string {
  writeFileSync(join(repository as string, 'version'), text)
  run('git', 'add', '.')
  run('git', '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', 'commit', '-qm', text)
  return run('git', 'rev-parse', 'HEAD').trim()
}

/** Runs what the report shows for these inputs, and returns what the command line says. */
function repeated(given: Record<string, string>): string {
  const program = `#!/bin/bash\nshift\nexec ${process.execPath} ${join(root, 'dist/cli.js')} ab --fail-on never "$@"\n`
  writeFileSync(join(bin as string, 'stable-bench'), program, { mode: 0o755 })
  const [base, head] = [commit('100'), commit('200')]
  const sides = { baseline: side(base), candidate: side(head) }
  const text = reproduceText(valuesOf(given), { pullRequest: null }, sides)
  return run('bash', '-e', '-c', text ?? '')
}

describe('the commands that repeat a comparison', () => {
  it('build and run both commits, with any quotes in the command', () => {
    const log = join(directory as string, 'log')
    const given = {
      command: `built=$(cat version built) && echo "it's $built" >>${log}`,
      setup: 'echo built > built',
    }
    expect(repeated({ ...given, runs: '5', 'max-runs': '5' })).toMatch(/5 runs per side/)
    const printed = new Set(readFileSync(log, 'utf8').trim().split('\n'))
    expect([...printed].sort()).toEqual(["it's 100built", "it's 200built"])
  }, 120_000)

  it('measure what the job measured: templates, files of results, runs and limits', () => {
    const samples = `{"schema":"stable-bench/samples@1","benchmarks":[{"name":"work","metric":"time","unit":"ms","better":"lower","runs":[[$(cat version)]]}]}`
    const report = repeated({
      command: `mkdir -p out && cat > out/{benchmark}.json <<< '${samples.replace('$(cat version)', `'$(cat version)'`)}'`,
      benchmarks: 'parse print',
      results: 'out/*.json',
      runs: '5',
      'max-runs': '5',
      'warmup-runs': '0',
      band: '3%',
    })
    expect(report).toMatch(/parse\/work/)
    expect(report).toMatch(/print\/work/)
    expect(report).toMatch(/5 runs per side/)
    expect(report).toMatch(/±3 %/)
  }, 120_000)

  it('prepare each run in the checkout of its side, and touch nothing above them', () => {
    writeFileSync(join(directory as string, 'built'), 'of somebody else')
    const report = repeated({
      command: 'test ! -e built && touch built',
      setup: 'touch built',
      prepare: 'rm built',
      runs: '5',
      'max-runs': '5',
    })
    expect(report).toMatch(/5 runs per side/)
    expect(existsSync(join(directory as string, 'built'))).toBe(true)
  }, 120_000)

  it('measure interleaved, as the job does, unless that measured a duet', () => {
    const sides = { baseline: side('a'.repeat(40)), candidate: side('b'.repeat(40)) }
    const textOf = (duet: string) =>
      reproduceText(valuesOf({ command: 'true', duet }), { pullRequest: null }, sides)
    expect([textOf('auto'), textOf('true')]).toEqual([
      expect.stringContaining('--duet false'),
      expect.stringContaining('--duet true'),
    ])
  })

  it('measure with the page cache and the address space of the job', () => {
    const sides = { baseline: side('a'.repeat(40)), candidate: side('b'.repeat(40)) }
    const flagsOf = (given: Record<string, string>) =>
      reproduceText(valuesOf({ command: 'true', ...given }), { pullRequest: null }, sides)
    expect(flagsOf({ cache: 'cold', aslr: 'on' })).toMatch(/--cache cold \\\n {2}--aslr on \\\n {2}-- bash /)
    expect(flagsOf({})).not.toMatch(/cache|aslr/)
  })

  it('are left out where a commit is not known', () => {
    const sides = { baseline: side(null), candidate: side('a'.repeat(40)) }
    expect(reproduceText(valuesOf({ command: 'true' }), { pullRequest: null }, sides)).toBeUndefined()
  })
})
