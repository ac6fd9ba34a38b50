// The file that `run` writes where nobody names one, and two of them at once.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { until } from '../until.ts'
import { ownProgram, scratch, stableBench } from './command-line.ts'

const quick = ['run', '-r', '5', '--cpus', 'none']

describe('the result of run', () => {
  it('makes no tree one with changes, and a name of its own stays in sight', async () => {
    const cwd = newRepository()
    commit(cwd, { a: '1' })
    await stableBench([...quick, '--', 'true'], { cwd })
    expect(existsSync(join(cwd, 'stable-bench-result.json'))).toBe(true)
    expect(git(cwd, 'status', '--porcelain')).toBe('')
    const text = readFileSync(join(cwd, '.git/info/exclude'), 'utf8')
    await stableBench([...quick, '--', 'true'], { cwd })
    expect(readFileSync(join(cwd, '.git/info/exclude'), 'utf8')).toBe(text)
    await stableBench([...quick, '-o', 'mine.json', '--', 'true'], { cwd })
    expect(git(cwd, 'status', '--porcelain')).toBe('?? mine.json')
  }, 60_000)

  it('of two at once is in two files, and the second is told of the first', async () => {
    const cwd = scratch()
    const waiting = `touch "began-$1"; while ! test -e go; do sleep 0.05; done`
    // Other tests run the program at the same time.
    const program = ownProgram()
    const measure = (name: string) =>
      stableBench(
        [...quick, '-n', name, '--', 'bash', '-c', waiting, 'bash', name],
        { cwd },
        () => {},
        program,
      )
    const one = measure('one')
    await until('the first measures', () => existsSync(join(cwd, 'began-one')))
    const two = measure('two')
    await until('both measure', () => existsSync(join(cwd, 'began-two')))
    writeFileSync(join(cwd, 'go'), '')
    const ended = await Promise.all([one, two])
    expect(ended.map(({ code }) => code)).toEqual([0, 0])
    expect(ended[1].stderr).toMatch(/^another stable-bench measures now \(process \d+\).*: --cpus LIST$/m)
    expect(ended[0].stderr).not.toContain('another stable-bench')
    const files = readdirSync(cwd).filter(name => name.startsWith('stable-bench-result'))
    expect(files.sort()).toEqual(['stable-bench-result-2.json', 'stable-bench-result.json'])
    const suites = files.map(name => JSON.parse(readFileSync(join(cwd, name), 'utf8')).suite)
    expect(suites.sort()).toEqual(['one', 'two'])
  }, 60_000)
})
