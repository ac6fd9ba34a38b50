import { describe, expect, it } from '@jest/globals'
import { inputs } from '../../../src/inputs/values.ts'
import { benchmarkChanged } from '../../../src/measure/checkout/commits.ts'
import { commit, newRepository } from '../git-fixtures.ts'

const patterns = [...inputs['benchmark-paths'].default]

describe('a change of the benchmark itself', () => {
  const repository = newRepository()
  const base = commit(repository, { 'src/a.c': '1', 'bench/one.c': '1', 'lib/x/benches/two.rs': '1' })

  it('is not reported when only the program changed', async () => {
    const head = commit(repository, { 'src/a.c': '2', 'workbench/a.c': '2' })
    expect(await benchmarkChanged(repository, { base, head }, patterns)).toBeNull()
  })

  it('is reported with the files in the usual places, at any depth, from any directory', async () => {
    const head = commit(repository, { 'bench/one.c': '2', 'lib/x/benches/two.rs': '2' })
    const warning = await benchmarkChanged(`${repository}/src`, { base, head }, patterns)
    expect(warning).toMatchObject({ code: 'benchmark-changed' })
    expect(warning?.message).toMatch(/changed \(bench\/one\.c, lib\/x\/benches\/two\.rs\)/)
  })

  it('is reported with at most three files, by the given globs', async () => {
    const head = commit(repository, { 'perf/1': '', 'perf/2': '', 'perf/3': '', 'perf/ä': '', 'perf/ö': '' })
    const warning = await benchmarkChanged(repository, { base, head }, ['perf/*'])
    expect(warning?.message).toMatch(/\(perf\/1, perf\/2, perf\/3 and 2 more\)/)
    expect(await benchmarkChanged(repository, { base, head }, [])).toBeNull()
  })
})
