import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { inputs } from '../../../src/inputs/values.ts'
import { benchmarkChanged, changeBetween, isUnchanged } from '../../../src/measure/checkout/changed-files.ts'
import { commit, git, newRepository } from '../git-fixtures.ts'

const patterns = [...inputs['benchmark-paths'].default]

describe('a change of the benchmark itself', () => {
  const repository = newRepository()
  const base = commit(repository, { 'src/a.c': '1', 'bench/one.c': '1', 'lib/x/benches/two.rs': '1' })

  it('is not reported when only the program changed', async () => {
    const head = commit(repository, { 'src/a.c': '2', 'workbench/a.c': '2' })
    expect(benchmarkChanged(await changeBetween(repository, { base, head }), patterns)).toBeNull()
  })

  it('is reported with the files in the usual places, at any depth, from any directory', async () => {
    const head = commit(repository, { 'bench/one.c': '2', 'lib/x/benches/two.rs': '2' })
    const warning = benchmarkChanged(await changeBetween(`${repository}/src`, { base, head }), patterns)
    expect(warning).toMatchObject({ code: 'benchmark-changed' })
    expect(warning?.message).toMatch(/changed \(bench\/one\.c, lib\/x\/benches\/two\.rs\)/)
  })

  it('is reported with at most three files, by the given globs', async () => {
    const head = commit(repository, { 'perf/1': '', 'perf/2': '', 'perf/3': '', 'perf/ä': '', 'perf/ö': '' })
    const warning = benchmarkChanged(await changeBetween(repository, { base, head }), ['perf/*'])
    expect(warning?.message).toMatch(/\(perf\/1, perf\/2, perf\/3 and 2 more\)/)
    expect(benchmarkChanged(await changeBetween(repository, { base, head }), [])).toBeNull()
  })
})

describe('the paths that can change the results', () => {
  const repository = newRepository()
  const base = commit(repository, { 'src/a.c': '1', 'go.mod': '1', 'docs/a.md': '1' })
  const paths = ['src/**', 'go.mod']

  it('are unchanged when only other files differ', async () => {
    const head = commit(repository, { 'docs/a.md': '2', 'docs/src/a.c': '2' })
    expect(isUnchanged(await changeBetween(`${repository}/docs`, { base, head }), paths)).toBe(true)
    expect(isUnchanged(await changeBetween(repository, { base, head }), ['docs'])).toBe(false)
  })

  it('are changed by a new file, and by one that is gone', async () => {
    const added = commit(repository, { 'src/deep/b.c': '1' })
    expect(isUnchanged(await changeBetween(repository, { base, head: added }), paths)).toBe(false)
    git(repository, 'rm', '--quiet', 'go.mod')
    git(repository, 'commit', '--quiet', '--message', 'x')
    expect(isUnchanged(await changeBetween(repository, { base: added, head: 'HEAD' }), paths)).toBe(false)
  })

  it('are changed by a file that was moved out of them', async () => {
    const before = commit(repository, { 'lib/long.c': 'a\nb\nc\nd\ne\n' })
    git(repository, 'mv', 'lib/long.c', 'docs/long.c')
    git(repository, 'commit', '--quiet', '--message', 'x')
    expect(isUnchanged(await changeBetween(repository, { base: before, head: 'HEAD' }), ['lib/**'])).toBe(
      false,
    )
  })

  it('are refused when one matches nothing, since it would never see a change', async () => {
    const head = commit(repository, { 'docs/a.md': '3' })
    const change = await changeBetween(repository, { base: `${head}~1`, head })
    expect(() => isUnchanged(change, ['src/**', 'scr/**'])).toThrow(
      "paths: 'scr/**' matches no file of the repository; patterns begin at its top",
    )
    expect(() => isUnchanged(change, ['src/**', '!src/x'])).toThrow(
      "paths: '!src/x' matches no file of the repository; a ! leaves nothing out",
    )
  })
})

describe('a submodule', () => {
  const [library, repository] = [newRepository(), newRepository()]
  const allowed = ['-c', 'protocol.file.allow=always']
  commit(library, { 'src/lib.c': 'fast' })
  git(repository, ...allowed, 'submodule', 'add', '--quiet', `file://${library}`, 'deps/lib')
  // Even one that asks not to be looked at counts.
  git(repository, 'config', '--file', '.gitmodules', 'submodule.deps/lib.ignore', 'all')
  const base = commit(repository, { 'main.c': '1', 'docs/a.md': '1' })
  commit(library, { 'src/lib.c': 'slow' })
  git(join(repository, 'deps/lib'), ...allowed, 'pull', '--quiet')
  git(repository, 'add', '--force', 'deps/lib')
  git(repository, 'commit', '--quiet', '--message', 'bump')
  const bumped = git(repository, 'rev-parse', 'HEAD')

  it.each([
    ['**/*.c'],
    ['deps/**'],
    ['deps/lib/**'],
    ['deps/*/src/**'],
    ['deps/lib/src/lib.c'],
    ['deps'],
    ['deps/lib'],
  ])('that has another commit may hold a file that differs: %s', async pattern => {
    const change = await changeBetween(repository, { base, head: bumped })
    expect(change).toMatchObject({ changed: ['deps/lib'], submodules: ['deps/lib'] })
    expect(isUnchanged(change, ['main.c', pattern])).toBe(false)
    const here = await changeBetween(repository, { base, head: null })
    expect(isUnchanged(here, ['main.c', pattern])).toBe(false)
  })

  it('does not matter where no pattern can match below it', async () => {
    const change = await changeBetween(repository, { base, head: bumped })
    for (const patterns of [['main.c'], ['docs/**', '.gitmodules']]) {
      expect(isUnchanged(change, patterns)).toBe(true)
    }
  })

  it('does not matter where it stays as it is, and a pattern may be about it alone', async () => {
    const head = commit(repository, { 'docs/a.md': '2' })
    const change = await changeBetween(repository, { base: bumped, head })
    expect(isUnchanged(change, ['**/*.c', 'deps/lib/**'])).toBe(true)
  })
})
