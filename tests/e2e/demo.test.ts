// The README's first promise: a clone, Node and git are enough for the demo.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { root, scratch } from './command-line.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The committed files, and nothing else. */
function clone(): string {
  const cwd = scratch()
  for (const name of ['package.json', 'dist', 'examples'])
    cpSync(join(root, name), join(cwd, name), { recursive: true })
  return cwd
}

/** The same with another program to measure. */
function changedClone(text: string, other: string): string {
  const cwd = clone()
  const path = join(cwd, 'examples/demo/benchmark.mjs')
  const program = readFileSync(path, 'utf8')
  expect(program).toContain(text)
  writeFileSync(path, program.replace(text, other))
  return cwd
}

describe('the demo', () => {
  it('shows a recorded session first, and a verdict on this machine only if it sees what was planted', () => {
    expect(readme).toContain('```sh\nnpm run demo\n```')
    // With 50 lines for 4,000, a run takes little more than the start of Node.js.
    const cwd = changedClone('length: 4000', 'length: 50')
    const { status, stdout } = spawnSync('npm', ['run', 'demo'], { cwd, encoding: 'utf8' })
    expect(status).toBe(0)
    const [, recorded = '', live = ''] = stdout.split(/^\d\. /m)
    for (const row of [/^parse .* regression$/m, /^search .* improvement$/m, /^format .* no change$/m])
      expect(recorded).toMatch(row)
    expect(recorded).toMatch(/recorded on \d{4}-\d\d-\d\d on a .* machine .*; this is not your machine/)
    expect(live).not.toContain('✓')
    // A note that two rows share is a footnote.
    if (live.includes('benchmark  ')) expect(live).toMatch(/^parse .* regression(?: \[1\])?$[\s\S]*^Found: /m)
    else expect(live).toMatch(/cannot see the planted regression now, so there is no verdict:\n {3}\S/)
    expect(live).toContain('stable-bench ab --base-ref main')
  }, 300_000)

  it('says that a minute is too short where the program is slow', () => {
    const slow = 'await new Promise(done => setTimeout(done, 7000))\nconst samples ='
    const cwd = changedClone('const samples =', slow)
    const { status, stdout } = spawnSync('npm', ['run', 'demo'], { cwd, encoding: 'utf8' })
    const [, live = ''] = stdout.split(/^2\. /m)
    expect({ status, live }).toEqual({ status: 0, live: expect.stringContaining('so there is no verdict') })
    // A busy machine says so before it measures.
    if (!live.includes('other processes'))
      expect(live).toContain('a minute is too short for this program here')
  }, 300_000)

  it('writes the recorded report in every form, and measures nothing then', () => {
    const cwd = clone()
    const demo = (...args: string[]) =>
      spawnSync(process.execPath, ['dist/cli.js', 'demo', ...args], { cwd, encoding: 'utf8' })
    const { status, stdout, stderr } = demo('--output', 'json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { rows, warnings, outcome } = comparisonSchema.parse(JSON.parse(stdout))
    expect(outcome).toBe('regression')
    expect(rows.map(({ benchmark, verdict }) => `${benchmark} ${verdict}`).sort()).toEqual([
      'format no-change',
      'parse regression',
      'search improvement',
    ])
    expect(warnings[0]).toMatchObject({ code: 'recorded' })
    const file = join(scratch(), 'demo.html')
    expect(demo('--output', 'html', '--out', file).status).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*recorded on /i)
  })

  it('keeps the recording small', () => {
    const files = ['baseline', 'candidate'].map(side => join(root, `examples/demo/recorded/${side}.json.gz`))
    for (const file of files) expect(statSync(file).size).toBeLessThan(60_000)
  })
})

describe("the README's commands", () => {
  it('work as they are written', () => {
    const block = /## On the command line\n\n```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    const cwd = scratch()
    symlinkSync(join(root, 'dist'), join(cwd, 'dist'))
    const lines = block.trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const line of lines) {
      const { status, stderr } = spawnSync('bash', ['-c', line], { cwd, encoding: 'utf8' })
      expect({ line, status, stderr: status === 0 ? '' : stderr }).toEqual({ line, status: 0, stderr: '' })
    }
  })

  it('name files that exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(match => match[1] as string)
    expect(links.filter(link => !existsSync(join(root, link)))).toEqual([])
  })
})
