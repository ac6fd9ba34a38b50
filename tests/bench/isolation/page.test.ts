// The page about isolation shows the results that are stored, and its commands exist.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { buildWorkload, workloads } from '../../../bench/isolation/build-workload.ts'
import { markdown, withFindings } from '../../../bench/isolation/markdown.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/isolation.md')
const findings = JSON.parse(read('bench/isolation/results.json'))
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => (match[1] as string).trim())

describe('the page about isolation', () => {
  it('holds the results of the last run, as does results.md', () => {
    expect(withFindings(page, findings)).toBe(page)
    expect(page).toContain(findings.about.machine.cpu)
    expect(read('bench/isolation/results.md')).toBe(markdown(findings))
  })

  it('starts the script with flags that it has', () => {
    const script = read('bench/isolation/main.ts')
    const named = [...page.matchAll(/--([a-z][a-z-]*)/g)].map(match => match[1] as string)
    expect(named).toContain('ablation')
    for (const flag of named) expect(script).toMatch(new RegExp(`'?${flag}'?: \\{ type`))
  })

  it('asks for the knobs of a machine by a command that works', () => {
    const command = blocks.find(block => block.includes('knob-support.sh')) as string
    const { stdout, stderr, status } = spawnSync('bash', ['-c', command], {
      cwd: root,
      encoding: 'utf8',
      // Where a session exports it, the kit's own replaces it.
      env: { ...process.env, TMPDIR: tmpdir() },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.trim().split('\n')).toHaveLength(5)
  })
})

describe('the benchmarks', () => {
  it('do their work without a word, in C and in JavaScript', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stable-bench-test-'))
    const built = buildWorkload(folder)
    const script = join(root, 'bench/isolation/workload.mjs')
    const commands = workloads.flatMap(workload => [
      built.command(workload),
      [process.execPath, script, workload],
    ])
    for (const [file = '', ...args] of commands) {
      const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' })
      expect([status, stdout, stderr]).toEqual([0, '', ''])
    }
    const [file = ''] = built.command('cpu')
    expect(spawnSync(file, ['other']).status).not.toBe(0)
    rmSync(folder, { recursive: true })
  })
})
