import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { checkOutBoth } from '../../src/measure/worktrees.ts'

const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org']
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...identity, ...args], {
    cwd,
    encoding: 'utf8',
  }).trim()

/** A repository with two commits of `src/version`, and the SHAs of both. */
function repository(): { origin: string; shas: [string, string] } {
  const origin = mkdtempSync(join(tmpdir(), 'stable-bench-origin-'))
  git(origin, 'init', '--quiet', '--initial-branch=main')
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  const commit = (content: string) => {
    mkdirSync(join(origin, 'src'), { recursive: true })
    writeFileSync(join(origin, 'src/version'), content)
    git(origin, 'add', '.')
    git(origin, 'commit', '--quiet', '--message', content)
    return git(origin, 'rev-parse', 'HEAD')
  }
  return { origin, shas: [commit('old'), commit('new')] }
}

const parent = () => mkdtempSync(join(tmpdir(), 'stable-bench-parent-'))

describe('checking out both sides', () => {
  it('gives two directories of equal length at the two commits, and removes every trace', async () => {
    const { origin, shas } = repository()
    const { baseline, candidate, remove } = await checkOutBoth(join(origin, 'src'), shas[0], parent())
    expect(readFileSync(join(baseline, 'version'), 'utf8')).toBe('old')
    expect(readFileSync(join(candidate, 'version'), 'utf8')).toBe('new')
    expect(baseline.length).toBe(candidate.length)
    writeFileSync(join(candidate, 'built'), 'leftovers do not keep it from being removed')
    await remove()
    expect(existsSync(baseline)).toBe(false)
    expect(git(origin, 'worktree', 'list').split('\n')).toHaveLength(1)
    await remove()
  })

  it('fetches the base commit into a shallow clone that lacks it', async () => {
    const { origin, shas } = repository()
    const clone = parent()
    git(clone, 'clone', '--quiet', '--depth=1', `file://${origin}`, 'shallow')
    const { baseline, remove } = await checkOutBoth(join(clone, 'shallow'), shas[0], parent())
    expect(readFileSync(join(baseline, 'src/version'), 'utf8')).toBe('old')
    await remove()
  })

  it('says what git said when the commit cannot be had, and leaves nothing behind', async () => {
    const { origin } = repository()
    const below = parent()
    await expect(checkOutBoth(origin, '0'.repeat(40), below)).rejects.toThrow(/^git fetch .*: /)
    expect(execFileSync('ls', [below], { encoding: 'utf8' })).toBe('')
    expect(git(origin, 'worktree', 'list').split('\n')).toHaveLength(1)
  })
})
