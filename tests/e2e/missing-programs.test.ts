// What is said where a program is not installed, or where git does not have everything.
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { commit, directory, git, newRepository, shallowClone } from '../measure/git-fixtures.ts'
import { scratch, stableBench } from './command-line.ts'

/** A directory with every program of PATH but one. */
function programsWithout(missing: string): string {
  const place = scratch()
  for (const from of (process.env.PATH ?? '').split(delimiter).filter(existsSync))
    for (const name of readdirSync(from))
      if (name !== missing && !existsSync(join(place, name))) {
        try {
          symlinkSync(join(from, name), join(place, name))
        } catch {
          // A link that leads nowhere is there already.
        }
      }
  return place
}

const said = async (args: string[], cwd: string, env: object = {}) => {
  const { code, stderr } = await stableBench(args, { cwd, env: { ...process.env, ...env } })
  return `${code}: ${stderr}`
}

const branch = () => {
  const repository = newRepository()
  commit(repository, { a: '1' })
  git(repository, 'checkout', '--quiet', '-b', 'feature')
  commit(repository, { a: '2' })
  return repository
}

describe('the message names the cause', () => {
  it.each([
    [
      'git',
      ['ab', '--base-ref', 'main', '--', 'true'],
      /^64: stable-bench: --base-ref: git is not installed/,
    ],
    ['git', ['init', '--', 'true'], /^64: stable-bench: init: git is not installed/],
    [
      'bash',
      ['run', '-r', '5', '--', 'bash', '-c', 'true'],
      /^1: [\s\S]*could not be started: bash is not installed/,
    ],
    ['bash', ['ab', 'true; true', 'true; true'], /^1: [\s\S]*could not be started: bash is not installed/],
    [
      'bash',
      ['run', '--prepare', 'true', '--', 'true'],
      /^1: [\s\S]*could not be started: bash is not installed/,
    ],
    [
      'bash',
      ['ab', '--base-ref', 'main', '--setup', 'true', '--', 'true'],
      /^1: [\s\S]*the setup command could not be started: bash is not installed/,
    ],
    ['mkfifo', ['run', '-r', '5', '--', 'true'], /^1: [\s\S]*could not be started: mkfifo is not installed/],
  ])('without %s: %j', async (program, args, expected) => {
    expect(await said(args, branch(), { PATH: programsWithout(program) })).toMatch(expected)
  })

  it('in a clone that has the last commits only', async () => {
    const clone = shallowClone(branch())
    const message = await said(['ab', '--base-ref', 'main', '--', 'true'], clone)
    expect(message).toMatch(/^64: .*git knows no 'main' in .*: git fetch --unshallow --tags origin '\S+'\n$/)
    const [, pattern = ''] = /--unshallow --tags origin '(\S+)'/.exec(message) ?? []
    git(clone, 'fetch', '--quiet', '--unshallow', '--tags', 'origin', pattern)
    expect(git(clone, 'rev-parse', 'origin/main')).toMatch(/^[0-9a-f]{40}$/)
  })

  it('in a clone whose files cannot be fetched any more', async () => {
    const origin = branch()
    git(origin, 'config', 'uploadpack.allowFilter', 'true')
    const parent = directory()
    git(parent, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, 'clone')
    const clone = join(parent, 'clone')
    git(clone, 'remote', 'set-url', 'origin', 'file:///nowhere')
    const message = await said(['ab', '--base-ref', 'origin/main', '--', 'true'], clone)
    expect(message).toMatch(
      /\nstable-bench: --base-ref: the two commits cannot be checked out: git worktree add .*: fatal: \S.*\n$/,
    )
    expect(message).toMatch(/^64: /)
  })

  it('in the words of the command line', async () => {
    const { stdout } = await stableBench(['run', '-r', '5', '--', 'echo', 'sorted 1000 names'], {
      cwd: scratch(),
    })
    expect(stdout).toMatch(/if that is intended, add --tool process$/m)
  })
})
