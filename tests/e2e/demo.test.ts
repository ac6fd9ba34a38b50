// The README's first promise: a clone, Node and git are enough for the demo.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { root, scratch } from './command-line.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

describe('the demo', () => {
  it('runs from the committed files with nothing installed, and writes its reports', () => {
    expect(readme).toContain('```sh\nnpm run demo\n```')
    const clone = scratch()
    for (const name of ['package.json', 'dist', 'examples'])
      cpSync(join(root, name), join(clone, name), { recursive: true })
    const { status, stdout, stderr } = spawnSync('npm', ['run', 'demo'], { cwd: clone, encoding: 'utf8' })
    expect(status).toBe(0)
    const [, html = '', json = ''] = /HTML report: (.*)\nJSON report: (.*)\n/.exec(stderr) ?? []
    expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>/i)
    const comparison = comparisonSchema.parse(JSON.parse(readFileSync(json, 'utf8')))
    expect(comparison.rows.map(row => row.benchmark).sort()).toEqual(['format', 'parse', 'search'])
    // How sure the planted 5 % is depends on how quiet the machine is; the interval has to know that.
    const parse = comparison.rows.find(row => row.benchmark === 'parse')
    expect(parse?.interval?.[0]).toBeLessThan(1.07)
    expect(parse?.interval?.[1]).toBeGreaterThan(1.03)
    const search = comparison.rows.find(row => row.benchmark === 'search')
    expect(search?.interval?.[0]).toBeLessThan(0.85)
    expect(stdout).toContain('parse')
  }, 300_000)
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
