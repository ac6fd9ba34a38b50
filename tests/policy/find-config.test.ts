import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { findConfig, repositoryRoot } from '../../src/policy/config-file.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'

const outside = () => mkdtempSync(join(tmpdir(), 'stable-bench-config-'))

describe('the configuration file', () => {
  it('is that of the repository in its subdirectories, where they have none of their own', () => {
    const root = newRepository()
    mkdirSync(join(root, 'bench/deep'), { recursive: true })
    expect(findConfig(join(root, 'bench/deep'))).toBeNull()
    writeFileSync(join(root, '.stable-bench.yml'), '')
    expect(findConfig(join(root, 'bench/deep'))).toBe(join(root, '.stable-bench.yml'))
    writeFileSync(join(root, 'bench/.stable-bench.yml'), '')
    expect(findConfig(join(root, 'bench'))).toBe(join(root, 'bench/.stable-bench.yml'))
  })

  it('is not looked for above the repository, nor beside it', () => {
    const parent = outside()
    writeFileSync(join(parent, '.stable-bench.yml'), '')
    mkdirSync(join(parent, 'inner/.git'), { recursive: true })
    mkdirSync(join(parent, 'plain'))
    expect(findConfig(join(parent, 'inner'))).toBeNull()
    expect(findConfig(join(parent, 'plain'))).toBeNull()
  })

  it('is not passed over in silence where it has the other ending', () => {
    const root = newRepository()
    mkdirSync(join(root, 'bench'))
    writeFileSync(join(root, '.stable-bench.yaml'), '')
    expect(() => findConfig(join(root, 'bench'))).toThrow(
      /\/\.stable-bench\.yaml: does not count under this name; call it \.stable-bench\.yml$/,
    )
    writeFileSync(join(root, '.stable-bench.yml'), '')
    expect(findConfig(join(root, 'bench'))).toBe(join(root, '.stable-bench.yml'))
  })

  it('is looked for where git sees the root: in checkouts, worktrees and submodules', () => {
    const root = newRepository()
    commit(root, { 'src/a.txt': 'a' })
    const worktree = join(outside(), 'tree')
    git(root, 'worktree', 'add', '--quiet', '--detach', worktree)
    git(root, 'submodule', '--quiet', 'add', newRepositoryWith(), 'vendor/lib')
    const places = [join(root, 'src'), join(worktree, 'src'), join(root, 'vendor/lib')]
    for (const place of places) {
      expect(realpathSync(repositoryRoot(place) ?? '')).toBe(git(place, 'rev-parse', '--show-toplevel'))
    }
  })
})

function newRepositoryWith(): string {
  const repository = newRepository()
  commit(repository, { 'lib.txt': 'lib' })
  return repository
}
