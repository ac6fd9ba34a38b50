// The command line on the oldest supported line of Node; the tests themselves run on the newest.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { cli, root, scratch } from './command-line.ts'

const OLDEST = '22.23.3'

describe(`Node ${OLDEST}`, () => {
  let node = ''
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(node, [cli, ...args], { encoding: 'utf8', cwd: scratch() })
    return { status, stdout, stderr: status === 0 ? '' : stderr }
  }

  beforeAll(() => {
    const prefix = scratch()
    const quietly = ['--no-audit', '--no-fund', '--silent', '--no-save']
    execFileSync('npm', ['install', '--prefix', prefix, ...quietly, `node@${OLDEST}`], { cwd: prefix })
    node = join(prefix, 'node_modules/.bin/node')
  }, 300_000)

  it('is the one that the package asks for, and the documentation names', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(engines.node).toBe('>=22.19')
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${OLDEST}`)
    for (const page of ['README.md', 'CONTRIBUTING.md'])
      expect(readFileSync(join(root, page), 'utf8')).toMatch(/Node 22\.19 or later/)
  })

  it('measures, compares, exports and explains itself', () => {
    const out = join(scratch(), 'result.json')
    expect(run('run', '--runs', '5', '-q', '--out', out, '--', 'true')).toMatchObject({ status: 0 })
    expect(run('compare', out, out)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('wall-time'),
    })
    expect(run('export', out, '--to', 'csv')).toMatchObject({ status: 0 })
    expect(
      run('ab', 'true', 'true', '--runs', '5', '--max-runs', '5', '-q', '--fail-on', 'never'),
    ).toMatchObject({ status: 0 })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('stable-bench') })
  })
})
