// `init` writes the workflows of a real repository, which are linted and run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root, scratch, stableBench } from './command-line.ts'

const workflows = ['bench.yml', 'on-demand.yml', 'publish.yml']

/** A repository of these files, on the branch `trunk`. */
function repository(files: Record<string, string>): string {
  const cwd = scratch()
  spawnSync('git', ['init', '-q', '-b', 'trunk'], { cwd })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return cwd
}

const goFiles = { 'go.mod': 'module x\n', 'a_test.go': 'package x\nfunc BenchmarkA(b *testing.B) {}\n' }

const lineOf = (text: string) => text.match(/^ +tool: process\b.*$/gm) ?? []

describe('init', () => {
  it('writes workflows that actionlint and zizmor pass, for what it found', async () => {
    const cwd = repository(goFiles)
    const { code, stdout } = await stableBench(['init'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain("found   go (a_test.go): go test -run '^$' -bench . -benchmem ./...\n")
    expect(stdout).toContain('wrote   .github/workflows/bench.yml\n')
    const folder = join(cwd, '.github/workflows')
    expect(readdirSync(folder).sort()).toEqual(workflows)
    const text = readFileSync(join(folder, 'bench.yml'), 'utf8')
    expect(text.match(/^ +command: go test -run '\^\$' -bench \. -benchmem \.\/\.\.\.$/gm)).toHaveLength(2)
    expect(text).toContain('branches: [trunk]')
    const paths = workflows.map(name => join(folder, name))
    const linted = spawnSync('bash', [join(root, 'scripts/lint-workflows.sh'), ...paths], {
      encoding: 'utf8',
    })
    expect({ status: linted.status, said: linted.status === 0 ? '' : linted.stdout + linted.stderr }).toEqual(
      {
        status: 0,
        said: '',
      },
    )
  }, 240_000)

  it('writes nothing that is there already, and nothing at all with --dry-run', async () => {
    const cwd = repository({ ...goFiles, '.github/workflows/bench.yml': 'mine\n' })
    const dry = await stableBench(['init', '--dry-run'], { cwd })
    expect(dry.stdout).toContain('would write .stable-bench.yml:\n')
    expect(existsSync(join(cwd, '.stable-bench.yml'))).toBe(false)
    const { stdout } = await stableBench(['init'], { cwd })
    expect(stdout).toContain('kept    .github/workflows/bench.yml, which is there already\n')
    expect(readFileSync(join(cwd, '.github/workflows/bench.yml'), 'utf8')).toBe('mine\n')
    expect(existsSync(join(cwd, '.stable-bench.yml'))).toBe(true)
  })

  it.each([
    ['prints results that are read', ['go', 'test', '-bench', '.'], /^ {2}1\. read the workflows/m],
    [
      'is a load generator',
      ['k6', 'run', 'load.js'],
      /^ {2}1\. say with pattern .* where k6 prints its results, so that/m,
    ],
  ])('does not time the process of a command that %s', async (_, command, step) => {
    const cwd = repository({ 'README.md': '' })
    const { stdout } = await stableBench(['init', '--', ...command], { cwd })
    expect(stdout).toMatch(step)
    expect(lineOf(readFileSync(join(cwd, '.github/workflows/bench.yml'), 'utf8'))).toEqual([])
  })

  it('takes a command instead, and says what it looked for where it finds nothing', async () => {
    const cwd = repository({ 'README.md': '' })
    const nothing = await stableBench(['init'], { cwd })
    expect(nothing.code).toBe(64)
    expect(nothing.stderr).toMatch(
      /no benchmark was found; looked for func Benchmark.*stable-bench init -- \.\/bench/,
    )
    const { code } = await stableBench(['init', '--', './bench', "it's: #1"], { cwd })
    expect(code).toBe(0)
    const text = readFileSync(join(cwd, '.github/workflows/bench.yml'), 'utf8')
    expect(text).toContain(`command: "./bench 'it'\\\\''s: #1'"\n`)
    expect(lineOf(text)).toHaveLength(2)
    const outside = await stableBench(['init'], { cwd: '/' })
    expect(outside.stderr).toMatch(/^stable-bench: init: \/ is in no git repository/)
  })
})
