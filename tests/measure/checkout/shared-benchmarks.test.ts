import { expect, it } from '@jest/globals'
import { shareBenchmarks } from '../../../src/measure/checkout/shared-benchmarks.ts'
import { checkOutBoth } from '../../../src/measure/checkout/worktrees.ts'
import { commit, directory, newRepository } from '../git-fixtures.ts'

it('benchmarks that two suites of a job share are named to both', async () => {
  const repository = newRepository()
  const base = commit(repository, { code: '1', 'bench/a.sh': 'old' })
  commit(repository, { code: '2', 'bench/a.sh': 'new' })
  const trees = await checkOutBoth(repository, base, directory())
  try {
    const notes = [await shareBenchmarks(trees, ['bench/**']), await shareBenchmarks(trees, ['bench/**'])]
    expect(notes.map(note => note?.message)).toEqual([
      expect.stringContaining('(bench/a.sh)'),
      expect.stringContaining('(bench/a.sh)'),
    ])
  } finally {
    await trees.remove()
  }
})
