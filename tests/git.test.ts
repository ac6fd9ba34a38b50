// git is asked about checkouts that may belong to another user: in a container the job is root, and the checkout the runner's.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { git } from '../src/git.ts'
import { headAndParents } from '../src/testbed/revision.ts'
import { commit, newRepository } from './measure/git-fixtures.ts'

// git has this switch for its own tests: it takes every directory for another user's.
const otherOwner = 'GIT_TEST_ASSUME_DIFFERENT_OWNER'

it('prints nothing of a PATH with what no program is found in, for the output is a document', async () => {
  const { PATH } = process.env
  const printed = jest.spyOn(console, 'log')
  process.env.PATH = `${fileURLToPath(import.meta.url)}:${PATH}`
  try {
    expect(await git('.', ['--version'])).toMatch(/^git version/)
    expect(printed).not.toHaveBeenCalled()
  } finally {
    process.env.PATH = PATH
    printed.mockRestore()
  }
})

describe('git in a checkout of another user', () => {
  let directory = ''
  const run = (...args: string[]) =>
    execFileSync(
      'git',
      ['-C', directory, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args],
      {
        stdio: 'pipe',
        env: process.env,
      },
    )

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'stable-bench-git-'))
    run('init', '--quiet')
    run('commit', '--quiet', '--allow-empty', '--message', 'one')
    process.env[otherOwner] = '1'
  })
  afterEach(() => {
    delete process.env[otherOwner]
  })

  it('answers, although git alone refuses', async () => {
    expect(() => run('rev-parse', 'HEAD')).toThrow(/dubious ownership/)
    expect(await headAndParents(directory)).toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect(await git(directory, ['config', '--get', 'a.b'], [['a.b', 'c']])).toBe('c')
    await git(directory, ['worktree', 'add', '--quiet', '--detach', `${directory}-tree`, 'HEAD'])
    expect(await headAndParents(`${directory}-tree`)).not.toBeNull()
  })
})

it('runs no hook of the repository in a checkout of ours: it may fail there, or change the files', async () => {
  const directory = newRepository()
  commit(directory, { file: 'text' })
  const hook = join(directory, '.git/hooks/post-checkout')
  writeFileSync(hook, '#!/bin/sh\ntouch changed\nexit 1\n', { mode: 0o755 })
  const tree = `${directory}-tree`
  await git(directory, ['worktree', 'add', '--quiet', '--detach', tree, 'HEAD'])
  expect(existsSync(join(tree, 'changed'))).toBe(false)
})
