import { describe, expect, it } from '@jest/globals'
import { readRange } from '../../../src/measure/checkout/commit-range.ts'
import { commit, directory, git, newRepository, shallowClone } from '../git-fixtures.ts'

/** Two commits behind the tag v1, which `old` names, too; and a branch of its own from there. */
function history() {
  const repository = newRepository()
  const first = commit(repository, { count: '0' })
  git(repository, 'tag', 'v1')
  git(repository, 'branch', 'old')
  const later = [commit(repository, { count: '1' }), commit(repository, { count: '2' })]
  git(repository, 'checkout', '--quiet', '-b', 'side', 'v1')
  commit(repository, { side: 'yes' })
  return { repository, first, later }
}

describe('a range of commits', () => {
  const { repository, first, later } = history()
  const begin = first.slice(0, 10)

  it('has those after its older end, the oldest first', async () => {
    const { old, commits } = await readRange(repository, 'v1..main')
    expect([old.sha, commits.map(({ sha }) => sha)]).toEqual([first, later])
    expect(commits[0]).toMatchObject({ parents: [first], author: 'test', subject: 'change' })
  })

  it('ends where the checkout is unless it says where', async () => {
    const { commits } = await readRange(repository, 'v1..')
    expect(commits.map(({ sha }) => sha)).toEqual([git(repository, 'rev-parse', 'side')])
  })

  it.each<[string, RegExp]>([
    ['', /^bisect: no range; write the range as OLD\.\.NEW/],
    ['v1', /'v1' does not say where to begin/],
    ['v1...main', /three dots/],
    ['v1..old', RegExp(`no commit between 'v1' and 'old': both are ${begin}`)],
    ['main..v1', /'v1' is older than 'main'; write the older end first: v1\.\.main/],
    ['side..main', RegExp(`'side' does not lead to 'main': they part at ${begin}; search from there`)],
    ['v1..mian', /git knows no 'mian'/],
  ])('is refused where it is %j', async (range, message) => {
    await expect(readRange(repository, range)).rejects.toThrow(message)
  })

  it('is in a repository, with all of its commits', async () => {
    await expect(readRange(directory(), 'v1..main')).rejects.toThrow(/is in no git repository/)
    await expect(readRange(shallowClone(repository), 'v1..HEAD')).rejects.toThrow(
      /this clone has the last commits only/,
    )
  })
})
