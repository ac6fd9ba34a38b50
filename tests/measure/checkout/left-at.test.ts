// The commit at which a branch began, in clones that lack some of the history, and with submodules.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { changeBetween } from '../../../src/measure/checkout/changed-files.ts'
import { leftAt } from '../../../src/measure/checkout/commits.ts'
import { commit, directory, git, newRepository } from '../git-fixtures.ts'

/** A branch of one commit, after whose start main went on, and a shallow clone that has both tips. */
function shallowBranch() {
  const upstream = newRepository()
  const start = commit(upstream, { 'bench.sh': 'true\n' })
  git(upstream, 'checkout', '--quiet', '-b', 'feature')
  const head = commit(upstream, { 'README.md': 'x\n' })
  git(upstream, 'checkout', '--quiet', 'main')
  commit(upstream, { 'bench.sh': 'false\n' })
  const clone = join(directory(), 'clone')
  const shallow = ['clone', '--quiet', '--depth=1', '--no-single-branch', '--branch=feature']
  git(directory(), ...shallow, `file://${upstream}`, clone)
  return { upstream, clone, start, head }
}

it('a shallow clone is deepened to the commit where the branch began', async () => {
  const { clone, start, head } = shallowBranch()
  expect(await leftAt(clone, 'origin/main')).toEqual({ base: start, isFork: true, head, dirty: false })
})

it('a shallow clone that cannot be deepened is no base, and the way out is named', async () => {
  const { upstream, clone } = shallowBranch()
  rmSync(upstream, { recursive: true })
  await expect(leftAt(clone, 'origin/main')).rejects.toThrow(
    /not the one where HEAD left 'origin\/main'; get the others: git fetch --unshallow origin/,
  )
})

it('branches without any history in common are compared tip with tip, and known as such', async () => {
  const repository = newRepository()
  const tip = commit(repository, { 'a.txt': 'a\n' })
  git(repository, 'checkout', '--quiet', '--orphan', 'other')
  const head = commit(repository, { 'a.txt': 'b\n' })
  expect(await leftAt(repository, 'main')).toEqual({ base: tip, isFork: false, head, dirty: false })
})

/** A repository whose submodule is at its second commit, with a configuration that hides changes of it. */
function withSubmodule() {
  const library = newRepository()
  commit(library, { v: '1\n' })
  const repository = newRepository()
  git(repository, 'submodule', '--quiet', 'add', library, 'lib')
  git(repository, 'config', '--file', '.gitmodules', 'submodule.lib.ignore', 'all')
  const base = commit(repository, { 'bench.sh': 'cat lib/v\n' })
  return { repository, base, submodule: join(repository, 'lib') }
}

it('another commit of a submodule is a change, also where the configuration of git ignores it', async () => {
  const { repository, base, submodule } = withSubmodule()
  commit(submodule, { v: '2\n' })
  git(repository, 'add', '--force', 'lib')
  git(repository, 'commit', '--quiet', '--message=bump')
  expect((await changeBetween(repository, { base, head: 'HEAD' })).changed).toEqual(['lib'])
})

it('what is changed inside a submodule is not measured, so it is no change of the files', async () => {
  const { repository, submodule } = withSubmodule()
  writeFileSync(join(submodule, 'v'), '3\n')
  await expect(leftAt(repository, 'main')).rejects.toThrow(/nothing differs from 'main'/)
})
