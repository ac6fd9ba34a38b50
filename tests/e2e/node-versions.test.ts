// The command line on the oldest supported line of Node, and on the one before it, which its entry lets pass. The tests themselves
// run on the newest.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { cli, root, scratch } from './command-line.ts'

const OLDEST = '22.23.3'

it('is documented as the package asks for it', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(engines.node).toBe('>=22.19')
  for (const page of ['README.md', 'CONTRIBUTING.md'])
    expect(readFileSync(join(root, page), 'utf8')).toMatch(/Node 22\.19 or later/)
})

const versions = [OLDEST, '20.20.2']
let modules = ''
const nodeOf = (version: string) => join(modules, `node-${version}/bin/node`)

// The package `node` would install these by npm, too.
beforeAll(() => {
  const prefix = scratch()
  const quietly = ['--no-audit', '--no-fund', '--silent', '--no-save']
  const packages = versions.map(version => `node-${version}@npm:node-linux-${process.arch}@${version}`)
  execFileSync('npm', ['install', '--prefix', prefix, ...quietly, ...packages], { cwd: prefix })
  modules = join(prefix, 'node_modules')
}, 300_000)

describe.each(versions)('Node %s', version => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(nodeOf(version), [cli, ...args], {
      encoding: 'utf8',
      cwd: scratch(),
    })
    return { status, stdout, stderr: status === 0 ? '' : stderr }
  }

  it('measures, compares, exports and explains itself', () => {
    expect(execFileSync(nodeOf(version), ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`)
    const [out, again] = ['result.json', 'again.json'].map(name => join(scratch(), name)) as [string, string]
    const plain = ['--runs', '5', '--cpus', 'none', '-q']
    for (const file of [out, again])
      expect(run('run', ...plain, '--out', file, '--', 'true')).toMatchObject({ status: 0 })
    expect(run('compare', out, again, '--fail-on', 'never')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('wall-time'),
    })
    expect(run('export', out, '--to', 'csv')).toMatchObject({ status: 0 })
    expect(run('trend', out)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('changes are looked for from 10 on'),
    })
    expect(run('doctor', '--max-time', '0')).toMatchObject({ status: 0 })
    expect(run('ab', 'true', 'true', ...plain, '--max-runs', '5', '--fail-on', 'never')).toMatchObject({
      status: 0,
    })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('stable-bench') })
  })
})
