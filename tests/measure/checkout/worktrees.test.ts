import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { checkOutBoth } from '../../../src/measure/checkout/worktrees.ts'
import { tryCommand } from '../../../src/measure/pin/wrappers.ts'
import { commit, directory, git, newRepository, shallowClone } from '../git-fixtures.ts'

/** A repository with two commits of `src/version`, and the SHAs of both. */
function repository(): { origin: string; shas: [string, string] } {
  const origin = newRepository()
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  return {
    origin,
    shas: [commit(origin, { 'src/version': 'old' }), commit(origin, { 'src/version': 'new' })],
  }
}

const text = (...path: string[]) => readFileSync(join(...path), 'utf8')
const withLargeFiles = tryCommand(['git', 'lfs', 'version']).ok ? it : it.skip
const worktreesOf = (origin: string) => git(origin, 'worktree', 'list').split('\n')

describe('checking out both sides', () => {
  it('creates two directories of equal length at the two commits, and removes every trace', async () => {
    const { origin, shas } = repository()
    const { baseline, candidate, commits, remove } = await checkOutBoth(
      join(origin, 'src'),
      shas[0],
      directory(),
    )
    expect(text(baseline, 'version')).toBe('old')
    expect(text(candidate, 'version')).toBe('new')
    expect(commits).toEqual({ baseline: shas[0], candidate: shas[1] })
    expect(baseline.length).toBe(candidate.length)
    writeFileSync(join(candidate, 'built'), 'leftovers do not keep it from being removed')
    await remove()
    expect(existsSync(baseline)).toBe(false)
    expect(worktreesOf(origin)).toHaveLength(1)
    await remove()
  })

  it('runs no hook and no file monitor of the repository, which could change what is measured, or fail', async () => {
    const { origin, shas } = repository()
    const hook = join(origin, '.git/hooks/post-checkout')
    writeFileSync(hook, `#!/bin/sh\necho of a hook >src/version\ntouch ${origin}/.git/ran\nexit 1\n`, {
      mode: 0o755,
    })
    git(origin, 'config', 'core.fsmonitor', hook)
    const both = await checkOutBoth(join(origin, 'src'), shas[0], directory(), { uncommitted: true })
    expect([text(both.baseline, 'version'), text(both.candidate, 'version')]).toEqual(['old', 'new'])
    expect(existsSync(join(origin, '.git/ran'))).toBe(false)
    await both.remove()
  })

  it('adds the uncommitted changes of the repository to the candidate, and leaves its index alone in a git hook', async () => {
    const { origin, shas } = repository()
    writeFileSync(join(origin, 'src/version'), 'newest')
    writeFileSync(join(origin, 'src/added'), 'yes')
    const before = git(origin, 'status', '--porcelain')
    const inHook = { GIT_DIR: join(origin, '.git'), GIT_INDEX_FILE: join(origin, '.git/index') }
    Object.assign(process.env, inHook)
    try {
      const both = await checkOutBoth(join(origin, 'src'), shas[0], directory(), { uncommitted: true })
      expect(text(both.baseline, 'version')).toBe('old')
      expect([text(both.candidate, 'version'), text(both.candidate, 'added')]).toEqual(['newest', 'yes'])
      expect(both.commits.candidate).toBe(shas[1])
      await both.remove()
    } finally {
      for (const name of Object.keys(inHook)) delete process.env[name]
    }
    expect(git(origin, 'status', '--porcelain')).toBe(before)
    expect(worktreesOf(origin)).toHaveLength(1)
  })

  it('fetches the base commit alone into a shallow clone that lacks it', async () => {
    const { origin, shas } = repository()
    const clone = shallowClone(origin)
    const { baseline, remove } = await checkOutBoth(clone, shas[0], directory())
    expect(text(baseline, 'src/version')).toBe('old')
    expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('true')
    await remove()
  })

  it('deepens a shallow clone if the server does not serve single commits', async () => {
    const { origin, shas } = repository()
    const clone = shallowClone(origin)
    // Protocol 2 gives any commit; what answers by protocol 0 keeps to the tips of its branches.
    git(clone, 'config', 'protocol.version', '0')
    git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'false')
    const { baseline, remove } = await checkOutBoth(clone, shas[0], directory())
    expect(text(baseline, 'src/version')).toBe('old')
    await remove()
  })

  it('reports git’s error when the commit cannot be had, and leaves nothing behind', async () => {
    const { origin } = repository()
    const below = directory()
    await expect(checkOutBoth(origin, '0'.repeat(40), below)).rejects.toThrow(/^git fetch .*: /)
    expect(execFileSync('ls', [below], { encoding: 'utf8' })).toBe('')
    expect(worktreesOf(origin)).toHaveLength(1)
  })

  it('removes what a killed job left', async () => {
    const { origin, shas } = repository()
    const below = directory()
    await checkOutBoth(origin, shas[0], below)
    rmSync(below, { recursive: true })
    const { remove } = await checkOutBoth(origin, shas[0], directory())
    await remove()
    expect(worktreesOf(origin)).toHaveLength(1)
  })
})

describe('a fresh checkout', () => {
  const { GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0 } = process.env
  beforeEach(() => {
    // git refuses submodules from files, which no server would.
    Object.assign(process.env, {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'protocol.file.allow',
      GIT_CONFIG_VALUE_0: 'always',
    })
  })
  afterEach(() => {
    const before = { GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0 }
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })

  it('gets submodules, each side at its own commit, nested ones too', async () => {
    const [inner, library, origin] = [newRepository(), newRepository(), newRepository()]
    commit(inner, { deep: 'inner' })
    commit(library, { version: 'one' })
    git(library, 'submodule', 'add', '--quiet', `file://${inner}`, 'inner')
    git(library, 'commit', '--quiet', '--message', 'add')
    git(origin, 'submodule', 'add', '--quiet', `file://${library}`, 'library')
    const base = commit(origin, { readme: 'a' })
    const newer = commit(library, { version: 'two' })
    git(join(origin, 'library'), 'pull', '--quiet')
    expect(git(join(origin, 'library'), 'rev-parse', 'HEAD')).toBe(newer)
    commit(origin, { readme: 'b' })
    // An authentication header such as actions/checkout leaves, which submodules are fetched with as well.
    git(origin, 'config', 'http.https://example.org/.extraheader', 'AUTHORIZATION: basic x')
    const { baseline, candidate, remove } = await checkOutBoth(origin, base, directory())
    expect([text(baseline, 'library/version'), text(candidate, 'library/version')]).toEqual(['one', 'two'])
    expect(text(candidate, 'library/inner/deep')).toBe('inner')
    await remove()
    expect(worktreesOf(origin)).toHaveLength(1)
  })

  it('names the submodule, also inside of another, whose commit nobody has pushed', async () => {
    const [inner, library, origin] = [newRepository(), newRepository(), newRepository()]
    commit(inner, { deep: 'inner' })
    commit(library, { version: 'one' })
    git(library, 'submodule', 'add', '--quiet', `file://${inner}`, 'inner')
    const pushed = commit(library, { version: 'two' })
    git(origin, 'submodule', 'add', '--quiet', `file://${library}`, 'vendor/library')
    git(origin, 'submodule', 'update', '--quiet', '--init', '--recursive')
    const base = commit(origin, { readme: 'a' })
    const local = commit(join(origin, 'vendor/library'), { version: 'local' })
    commit(origin, { readme: 'b' })
    const wayOut =
      'which its server does not have; push it there, or set the submodule to a commit that is there'
    await expect(checkOutBoth(origin, base, directory())).rejects.toThrow(
      `the submodule 'vendor/library' is at commit ${local.slice(0, 10)}, ${wayOut}`,
    )
    expect(worktreesOf(origin)).toHaveLength(1)
    git(join(origin, 'vendor/library'), 'checkout', '--quiet', pushed)
    const deep = commit(join(origin, 'vendor/library/inner'), { deep: 'local' })
    git(join(origin, 'vendor/library'), 'commit', '--quiet', '--all', '--message', 'deep')
    git(join(origin, 'vendor/library'), 'push', '--quiet', 'origin', 'HEAD:refs/heads/other')
    commit(origin, { readme: 'c' })
    await expect(checkOutBoth(origin, base, directory())).rejects.toThrow(
      `the submodule 'vendor/library/inner' is at commit ${deep.slice(0, 10)}, ${wayOut}`,
    )
  })

  withLargeFiles('is brought: the content of large files, where the user’s checkout has it', async () => {
    const origin = newRepository()
    git(origin, 'lfs', 'install', '--local')
    git(origin, 'lfs', 'track', '*.bin')
    const base = commit(origin, { 'data.bin': 'old content' })
    commit(origin, { 'data.bin': 'new content' })
    const { baseline, candidate, warnings, remove } = await checkOutBoth(origin, base, directory())
    expect([text(baseline, 'data.bin'), text(candidate, 'data.bin')]).toEqual(['old content', 'new content'])
    expect(warnings).toEqual([])
    await remove()
  })

  withLargeFiles('stays a pointer where the user’s checkout has only that', async () => {
    const origin = newRepository()
    git(origin, 'lfs', 'install', '--local')
    git(origin, 'lfs', 'track', '*.bin')
    const base = commit(origin, { 'data.bin': 'content' })
    process.env.GIT_LFS_SKIP_SMUDGE = '1'
    const clone = shallowClone(origin)
    delete process.env.GIT_LFS_SKIP_SMUDGE
    const { candidate, remove } = await checkOutBoth(clone, base, directory())
    expect(text(candidate, 'data.bin')).toMatch(/^version https:\/\/git-lfs/)
    await remove()
  })
})
