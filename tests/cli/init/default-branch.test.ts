// Which branch the workflows are for, in real repositories.
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { defaultBranch } from '../../../src/cli/init/repository.ts'
import { scratch } from '../../e2e/command-line.ts'

const commit = [
  '-c',
  'user.name=p',
  '-c',
  'user.email=p@example.com',
  'commit',
  '-q',
  '--allow-empty',
  '-m',
  'x',
]

/** A repository whose first branch is `first`, after these calls of git. */
function repository(first: string, ...calls: string[][]): string {
  const cwd = scratch()
  for (const args of [['init', '-q', '-b', first], commit, ...calls])
    execFileSync('git', args, { cwd, stdio: 'pipe' })
  return cwd
}

const onBranch = ['checkout', '-q', '-b', 'add-benchmarks']

describe('the default branch', () => {
  it('is main or master also where the benchmarks are added on another branch, and else the only one', async () => {
    expect(await defaultBranch(repository('main', onBranch))).toBe('main')
    expect(await defaultBranch(repository('master', onBranch))).toBe('master')
    expect(await defaultBranch(repository('trunk'))).toBe('trunk')
  })

  it('is that of the remote where git knows it', async () => {
    const head = ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop']
    expect(await defaultBranch(repository('main', head))).toBe('develop')
  })
})
