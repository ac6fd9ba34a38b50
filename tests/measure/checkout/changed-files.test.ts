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
      "paths: 'scr/**' matches no file of the repository",
    )
  })
})
