import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { root, scratch } from './command-line.ts'

type Packed = { filename: string; unpackedSize: number; files: { path: string }[] }

describe('the npm package', () => {
  const place = scratch()
  let packed: Packed

  beforeAll(() => {
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    packed = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', place))[0]
    npm('install', '--offline', '--no-save', '--prefix', place, join(place, packed.filename))
  })

  it('installs without a network, and brings no other package', () => {
    const installed = readdirSync(join(place, 'node_modules')).filter(name => !name.startsWith('.'))
    expect(installed).toEqual(['stable-bench'])
    expect(packed.unpackedSize).toBeLessThan(4e6)
  })

  it('holds the program, its demo and the kit, and nothing that only the action or the tests need', () => {
    const folders = new Set(packed.files.map(({ path }) => path.split('/')[0]))
    expect([...folders].sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'docs',
      'examples',
      'package.json',
      'runner-hooks',
    ])
    const home = join(place, 'node_modules/stable-bench')
    for (const file of ['benchmark.mjs', 'recorded/baseline.json.gz', 'recorded/candidate.json.gz'])
      expect(existsSync(join(home, 'examples/demo', file))).toBe(true)
    // What an output that cannot be read is to be printed as.
    expect(existsSync(join(home, 'docs/schema/samples-1.json'))).toBe(true)
    expect(existsSync(join(home, 'dist/action.js'))).toBe(false)
  })

  it('runs', () => {
    const program = join(place, 'node_modules/.bin/stable-bench')
    const help = execFileSync(program, ['--help'], { encoding: 'utf8' })
    expect(help).toContain('stable-bench')
    const said = execFileSync(program, ['run', '--runs', '5', '--cpus', 'none', '--', 'true'], {
      cwd: place,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(said).toContain('wall-time')
  })
})
