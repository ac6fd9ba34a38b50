// Checkouts of jobs that were killed: the next job of the same repository removes them, and no others.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { claimDirectory, removeAbandoned } from '../../../src/measure/checkout/abandoned.ts'
import { checkOutBoth } from '../../../src/measure/checkout/worktrees.ts'
import { commit, directory, git, newRepository } from '../git-fixtures.ts'

const worktreesOf = (repository: string) => git(repository, 'worktree', 'list').split('\n').length

/** A directory with a worktree, as a process that has ended left it. */
async function abandoned(repository: string, parent: string): Promise<string> {
  const child = spawn('sleep', ['60'])
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const path = join(parent, 'worktrees-left')
  mkdirSync(path)
  git(repository, 'worktree', 'add', '--quiet', '--detach', join(path, 'base'), 'HEAD')
  writeFileSync(join(path, 'owner.json'), JSON.stringify({ pid: child.pid, start, boot, repository }))
  const ended = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
  return path
}

describe('checkouts that a killed job left', () => {
  it('are removed by the next job of the repository', async () => {
    const repository = newRepository()
    const base = commit(repository, { version: 'old' })
    commit(repository, { version: 'new' })
    const parent = directory()
    const left = await abandoned(repository, parent)
    expect(worktreesOf(repository)).toBe(2)
    const { remove } = await checkOutBoth(repository, base, parent)
    expect([existsSync(left), worktreesOf(repository)]).toEqual([false, 3])
    await remove()
    expect([readdirSync(parent), worktreesOf(repository)]).toEqual([[], 1])
  })

  it('stay where their job still runs, where they are of another repository, and where nobody claimed them', async () => {
    const [repository, other] = [newRepository(), newRepository()]
    for (const each of [repository, other]) commit(each, { version: 'old' })
    const parent = directory()
    const names = ['worktrees-running', 'worktrees-unclaimed', 'worktrees-odd']
    for (const name of names) mkdirSync(join(parent, name))
    claimDirectory(join(parent, 'worktrees-running'), repository)
    writeFileSync(join(parent, 'worktrees-odd', 'owner.json'), 'no JSON')
    await abandoned(other, parent)
    await removeAbandoned(repository, parent)
    expect(readdirSync(parent).sort()).toEqual([...names, 'worktrees-left'].sort())
    await removeAbandoned(repository, join(parent, 'missing'))
  })
})
