import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readRange } from '../../../src/measure/checkout/commit-range.ts'
import { commit, directory, git, newRepository, shallowClone } from '../git-fixtures.ts'

const SIGNER = `#!/bin/sh
case "$*" in
  *--verify*) echo 'gpg: made by nobody' >&2 ;;
  *) cat >/dev/null; echo '[GNUPG:] SIG_CREATED ' >&2; echo '-----BEGIN PGP SIGNATURE-----' ;;
esac
`

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

  it('is refused where a name is a tag and a branch of different commits, and says what to write', async () => {
    const own = newRepository()
    const [first, second] = [commit(own, { count: '0' }), commit(own, { count: '1' })]
    git(own, 'branch', 'both', first)
    git(own, 'tag', 'both', second)
    await expect(readRange(own, 'both..main')).rejects.toThrow(
      /^bisect: 'both' is a tag and a branch here, .*; write refs\/tags\/both or refs\/heads\/both$/,
    )
    const { old } = await readRange(own, 'refs/heads/both..main')
    expect(old.sha).toBe(first)
    git(own, 'tag', '--force', 'both', first)
    expect((await readRange(own, 'both..main')).old.sha).toBe(first)
  })

  it('is in a repository, with all of its commits', async () => {
    await expect(readRange(directory(), 'v1..main')).rejects.toThrow(/is in no git repository/)
    const bare = directory()
    git(bare, 'clone', '--quiet', '--bare', repository, '.')
    for (const within of [bare, join(repository, '.git')])
      await expect(readRange(within, 'v1..HEAD')).rejects.toThrow(
        `bisect: ${within} is a git repository without files; start this in a checkout`,
      )
    await expect(readRange(shallowClone(repository), 'v1..HEAD')).rejects.toThrow(
      /this clone has the last commits only/,
    )
  })

  it('is read where git shows the signature of each commit', async () => {
    const signed = newRepository()
    writeFileSync(join(signed, 'gpg'), SIGNER, { mode: 0o755 })
    for (const [key, value] of [
      ['gpg.program', join(signed, 'gpg')],
      ['commit.gpgSign', 'true'],
      ['log.showSignature', 'true'],
    ] as const)
      git(signed, 'config', key, value)
    const shas = [commit(signed, { count: '0' }), commit(signed, { count: '1' })]
    expect(git(signed, 'log', '--format=%H')).toMatch(/^gpg: made/)
    const { old, commits } = await readRange(signed, 'main~..main')
    expect([old.sha, ...commits.map(({ sha }) => sha)]).toEqual(shas)
  })
})
