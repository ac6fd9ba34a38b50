// `init` tries the benchmarks of a real repository, and writes its suites and workflows, which are linted and run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root, scratch, stableBench } from './command-line.ts'

const workflows = ['bench.yml', 'publish.yml']

const git = (cwd: string, ...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=p', '-c', 'user.email=p@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  })

/** A repository of these files, on the branch `trunk`. */
function repository(files: Record<string, string>, { committed = true } = {}): string {
  const cwd = scratch()
  git(cwd, 'init', '-q', '-b', 'trunk')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  git(cwd, 'add', '.')
  if (committed) git(cwd, 'commit', '-q', '-m', 'First')
  return cwd
}

const read = (cwd: string, path: string) => readFileSync(join(cwd, path), 'utf8')

const sample = (name: string) => ({ name, metric: 'time', unit: 'ms', better: 'lower', runs: [[5, 5.01]] })
const document = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: ['a', 'b', 'c'].map(sample) })

const scripts = { 'bench:ok': 'node ok.js', 'bench:bad': 'node bad.js', 'bench:values': 'node values.js' }
const project = {
  'package.json': JSON.stringify({ scripts }),
  'ok.js': `require('fs').writeFileSync('left-over', ''); console.log(${JSON.stringify(document)})`,
  'bad.js': "console.error('no such table'); process.exit(3)",
  'values.js': "console.log('parse: 1.5 ms per run')",
  'old/bench.py': '',
  '.github/workflows/ci.yml':
    'on: push\njobs:\n  test:\n    runs-on: x\n    steps:\n      - uses: actions/setup-node@2028fbc5c25fe9cf00d9f06a71cc4710d4507903 # v6.0.0\n',
}

const kept = '.github/workflows/bench.yml'

describe('init', () => {
  it('tries what it finds, and writes suites that run, and those that fail as comments', async () => {
    const cwd = repository(project)
    const { code, stdout } = await stableBench(['init'], { cwd })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('wrote   .stable-bench.yml\n'),
    })
    expect(stdout).toMatch(
      /^found {3}bench-ok: npm \(package\.json\): npm run --silent bench:ok\n {8}3 benchmarks in [\d.]+ m?s; a comparison takes \d+(?: to \d+)? (?:s|min)$/m,
    )
    expect(stdout).toMatch(/^ {8}failed, and is written as a comment: .* failed with exit code 3/m)
    expect(stdout).toContain(
      'left    these look like benchmarks, and no suite runs them:\n          old/bench.py\n',
    )
    expect(stdout).toMatch(
      /^set up {2}actions\/setup-node@2028fbc5c25fe9cf00d9f06a71cc4710d4507903, as \.github\/workflows\/ci\.yml does$/m,
    )
    expect(stdout).toContain(': stable-bench ab --base-ref trunk\n')
    const text = read(cwd, '.stable-bench.yml')
    expect(text).toContain('\n  bench-ok:\n    command: npm run --silent bench:ok\n')
    expect(text).toMatch(
      /^ {2}# .* failed with exit code 3.*\n(?: {2}# .*\n)*? {2}# no such table\n {2}# bench-bad:\n {2}#/m,
    )
    expect(text).toMatch(
      /^ {2}# only whole processes were timed: .* such as 'parse: 1\.5 ms[^\n]*\n {2}# bench-values:$/m,
    )
    expect(git(cwd, 'status', '--short').stdout.split('\n').sort()).toEqual([
      '',
      ...workflows.map(name => `?? .github/workflows/${name}`),
      '?? .stable-bench.yml',
    ])
    expect(git(cwd, 'worktree', 'list').stdout.trim().split('\n')).toHaveLength(1)
    const run = await stableBench(['run', '-r', '5', '-o', join(scratch(), 'x.json')], { cwd })
    expect({ code: run.code, says: run.stdout }).toEqual({
      code: 0,
      says: expect.stringContaining('5.00 ms'),
    })
  }, 120_000)

  it('writes workflows that actionlint and zizmor pass', async () => {
    const cwd = repository(project)
    expect((await stableBench(['init', '--no-try'], { cwd })).code).toBe(0)
    const folder = join(cwd, '.github/workflows')
    expect(readdirSync(folder).sort()).toEqual([...workflows, 'ci.yml'].sort())
    expect(read(cwd, kept)).toContain('branches: [trunk]')
    const paths = workflows.map(name => join(folder, name))
    const linted = spawnSync('bash', [join(root, 'scripts/lint-workflows.sh'), ...paths], {
      encoding: 'utf8',
    })
    const said = linted.status === 0 ? '' : linted.stdout + linted.stderr
    expect({ status: linted.status, said }).toEqual({ status: 0, said: '' })
  }, 240_000)

  it('says how a harness prints what is read, where it prints something else', async () => {
    const cwd = repository({
      'node_modules/tinybench/index.js': 'exports.Bench = class { run() {} }',
      '.gitignore': '',
      'bench/sort.cjs': "const { Bench } = require('tinybench')\nnew Bench().run()\nconsole.log('done')\n",
    })
    const { code, stdout } = await stableBench(['init'], { cwd })
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/comment: nothing read its results: print JSON\.stringify/),
    ])
  }, 60_000)

  it('stops a suite that takes too long, says how to choose, and ends with 1 where none runs', async () => {
    const harness = '  - name: harness\n    entrypoint: echo measured\n'
    const cwd = repository({
      'codspeed.yml': `benchmarks:\n  - name: slow\n    exec: sleep 300\n${harness}`,
    })
    const { code, stdout } = await stableBench(['init', '--max-time', '1s'], { cwd })
    expect(stdout).toMatch(/nothing read its results: give the command that its harness has without CodSpeed/)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /took longer than 1 s \(run-timeout\) and was stopped.*; choose: measure less in one run/,
    )
    expect(stdout).toMatch(/1\. no suite could be run: mend them in \.stable-bench\.yml/)
    expect(read(cwd, '.stable-bench.yml')).toContain(
      '  # slow:\n  #   command: sleep 300\n  #   tool: process\n',
    )
  }, 60_000)

  it('writes nothing that is there already, and nothing at all with --dry-run', async () => {
    const config = 'suites:\n  mine:\n    command: ./mine\n'
    const cwd = repository({
      ...project,
      [kept]: 'uses: org/stable-bench@v1\n',
      '.github/workflows/publish.yml': 'npm\n',
    })
    const dry = await stableBench(['init', '--dry-run', '--no-try'], { cwd })
    expect(dry.stdout).toContain('would write .stable-bench.yml:\n')
    expect(dry.stdout).toMatch(
      /^kept {4}\.github\/workflows\/publish\.yml, which does something else: into a file of another name beside it belongs\n {2}#.*\n(?: {2}.*\n|\n)* {2}name: /m,
    )
    expect(existsSync(join(cwd, '.stable-bench.yml'))).toBe(false)
    writeFileSync(join(cwd, '.stable-bench.yml'), config)
    const { stdout } = await stableBench(['init'], { cwd })
    expect(stdout).toContain('kept    .stable-bench.yml, which has suites already: init adds none to it\n')
    expect(stdout).toContain(`kept    ${kept}, which is there already\n`)
    expect(stdout).toContain('set up  by hand: actions/setup-node@2028fbc')
    expect(stdout).toContain(
      'kept    .github/workflows/publish.yml, which does something else: with --dry-run init shows what belongs',
    )
    expect(read(cwd, kept)).toBe('uses: org/stable-bench@v1\n')
    expect(read(cwd, '.stable-bench.yml')).toBe(config)
    rmSync(join(cwd, '.github/workflows/publish.yml'))
    expect((await stableBench(['init'], { cwd })).stdout).toContain('wrote   .github/workflows/publish.yml')
  }, 60_000)

  it('names a set-up that it cannot take as it is once, and commands by their first line', async () => {
    const steps = [
      `{ uses: actions/setup-node@v6, with: { node-version: "\${{ env.NODE }}" } }`,
      '{ run: "corepack enable\\ncorepack install" }',
    ]
    const setUp = async (...used: string[]) => {
      const list = used.map(step => `      - ${step}\n`).join('')
      const text = `on: push\njobs:\n  test:\n    runs-on: x\n    steps:\n${list}`
      const cwd = repository({ '.github/workflows/ci.yml': text })
      const { stdout } = await stableBench(['init', '--dry-run', '--no-try', '--', 'yarn', 'bench'], { cwd })
      return stdout.match(/^set up.*$/gm)
    }
    const byHand = 'set up  by hand: actions/setup-node@v6, as .github/workflows/ci.yml does'
    expect(await setUp(...steps.slice(0, 1))).toEqual([byHand])
    expect(await setUp(...steps)).toEqual([
      byHand,
      'set up  corepack enable, as .github/workflows/ci.yml does',
    ])
  }, 60_000)

  it('takes a command instead, where it is given, and times the process of one that only prints words', async () => {
    const cwd = repository({ 'server/README.md': '' })
    const { code, stdout } = await stableBench(['init', '--', 'echo', "it's: #1"], {
      cwd: join(cwd, 'server'),
    })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /one process, timed as a whole, in[\s\S]*\nset up {2}by hand: what the suites need, as no workflow here has a step for it\n/,
      ),
    })
    expect(read(cwd, '.stable-bench.yml')).toMatch(
      /\n {4}working-directory: server\n {4}command: "echo 'it'\\\\''s: #1'"\n {4}tool: process\n$/,
    )
  }, 60_000)

  it('says what it looked for where it finds nothing, and what it would need', async () => {
    const cwd = repository({ 'bench/odd.lua': '' }, { committed: false })
    const nothing = await stableBench(['init'], { cwd })
    expect(nothing.code).toBe(64)
    expect(nothing.stderr).toMatch(
      /no benchmark was found; looked for func Benchmark.*nothing says how they run: bench\/odd\.lua\..*stable-bench init -- \.\/bench/,
    )
    const bare = await stableBench(['init', '--', './bench'], { cwd })
    expect([bare.code, bare.stderr]).toEqual([
      64,
      expect.stringMatching(/cannot be tried: .*commit something first, or give --no-try/),
    ])
    expect((await stableBench(['init', '--no-try', '--', './bench'], { cwd })).code).toBe(0)
    for (const untried of ['--no-try', '--migrate']) {
      const limited = await stableBench(['init', untried, '--max-time', '9'], { cwd })
      expect(`${limited.code}: ${limited.stderr}`).toBe(
        `64: stable-bench: init: --max-time is of a try, and ${untried} makes none; leave out one of them\n`,
      )
    }
    rmSync(join(cwd, '.github'), { recursive: true })
    writeFileSync(join(cwd, '.github'), '')
    const shut = await stableBench(['init', '--no-try', '--', './bench'], { cwd })
    expect(`${shut.code}: ${shut.stderr}`).toBe(
      `64: stable-bench: init: .github/workflows/bench.yml cannot be written: ${cwd}/.github: it is no directory; mend that, or see with --dry-run what would be written\n`,
    )
    rmSync(join(cwd, '.stable-bench.yml'))
    mkdirSync(join(cwd, '.stable-bench.yml'))
    const folder = await stableBench(['init', '--dry-run', '--no-try', '--', './bench'], { cwd })
    expect(folder.stderr).toMatch(/\.stable-bench\.yml: is a directory/)
    const outside = await stableBench(['init'], { cwd: '/' })
    expect(outside.stderr).toMatch(/^stable-bench: init: \/ is in no git repository/)
  }, 60_000)
})

describe('init --migrate', () => {
  const old = `on: pull_request
jobs:
  bench:
    runs-on: [self-hosted, bench]
    steps:
      - uses: actions/checkout@v5
      - uses: org/stable-bench@v1
        with:
          name: words
          command: node ok.js
`
  const before = '.github/workflows/performance.yml'

  it('prints the difference, and makes it unless it is a dry run', async () => {
    const cwd = repository({ ...project, [before]: old })
    const dry = await stableBench(['init', '--migrate', '--dry-run'], { cwd })
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain('\n+  words:\n+    command: node ok.js\n')
    expect(git(cwd, 'status', '--short').stdout).toBe('')
    const { stdout } = await stableBench(['init', '--migrate'], { cwd })
    expect(stdout).toContain(dry.stdout)
    expect(existsSync(join(cwd, before))).toBe(false)
    expect(readdirSync(join(cwd, '.github/workflows')).sort()).toEqual([...workflows, 'ci.yml'].sort())
    const run = await stableBench(['run', '-r', '5', '-o', join(scratch(), 'x.json')], { cwd })
    expect(run.code).toBe(0)
  }, 60_000)

  it('changes nothing where something cannot be moved, and names its line', async () => {
    const cwd = repository({ [before]: `${old}          runs: 30\n` })
    const { code, stderr } = await stableBench(['init', '--migrate'], { cwd })
    expect([code, stderr]).toEqual([64, expect.stringMatching(/performance\.yml:11: runs: belongs to a job/)])
    expect(git(cwd, 'status', '--short').stdout).toBe('')
  }, 60_000)
})
