// Commands that name the user's own checkout, where each side has one of its own.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { assertNotOwn, assertNotOwnBuild } from '../../../src/measure/checkout/own-checkout.ts'
import { commit, directory, newRepository } from '../git-fixtures.ts'

const refused = (command: string, changed = ['bench.sh', 'lib/sum.c']) => {
  try {
    assertNotOwn([command], '/home/me/repo', changed)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  ['/home/me/repo/bench.sh'],
  ['python3 /home/me/repo/bench.sh --fast'],
  ["bash -c 'cd /home/me/repo && ./bench.sh'"],
  ['make -C /home/me/repo/lib'],
  ['"/home/me/repo/lib/sum.c"'],
  ['PATH=/home/me/repo:$PATH bench'],
])('a command that names what differs in the own checkout is refused: %s', command => {
  expect(refused(command)).toMatch(
    /^the command names \/home\/me\/repo.*both sides would use that of your own/,
  )
})

it.each([
  ['./bench.sh'],
  ['./bench.sh /home/me/repo/data/words.txt'],
  ['/home/me/repository/bench.sh'],
  ['/home/me/repo-2/bench.sh'],
  ['/home/me/repo/bench.sh.txt'],
])('a command may name what is the same for both sides, and what is elsewhere: %s', command => {
  expect(refused(command)).toBe(null)
})

it('says which file differs in a directory', () => {
  expect(refused('cd /home/me/repo/lib; ./sum')).toBe(
    'the command names /home/me/repo/lib, which holds lib/sum.c, which differs between the commits: both sides would use that of your own checkout; name it without /home/me/repo, as each side has its own',
  )
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: variables of a shell
it.each(['$BENCH_TOP/bench.sh', 'bash "${BENCH_TOP}/lib"/run'])(
  'a command may name it by a variable, as a workflow does by GITHUB_WORKSPACE: %s',
  command => {
    process.env.BENCH_TOP = '/home/me/repo'
    try {
      expect(refused(command)).toMatch(/^the command names \/home\/me\/repo\/(bench\.sh|lib), which/)
      // Each side has its own.
      process.env.PWD = '/home/me/repo'
      expect(refused('$PWD/bench.sh')).toBe(null)
    } finally {
      delete process.env.BENCH_TOP
      process.env.PWD = process.cwd()
    }
  },
)

/** The user's checkout, and that of a side in which setup has built `target/bench`. */
function built(): { own: string; side: string } {
  const own = newRepository()
  commit(own, { 'data.txt': 'words', '.gitignore': 'target\n.venv\n' })
  const side = join(directory(), 'side')
  cpSync(own, side, { recursive: true })
  mkdirSync(join(side, 'target'))
  writeFileSync(join(side, 'target/bench'), '')
  return { own, side }
}

it.each(['target/bench', 'target'])(
  'a command that names %s in the own checkout is refused where each side has built it',
  async path => {
    const { own, side } = built()
    await expect(assertNotOwnBuild([`${own}/${path} --fast`], own, [side])).rejects.toThrow(
      `the command names ${own}/${path}, which is built for each side: both sides would use that of your own checkout; name it without ${own}, as each side has its own`,
    )
  },
)

it.each(['data.txt', '.venv/bin/python', 'target/other'])(
  'a command may name %s in the own checkout, which no side has built',
  async path => {
    const { own, side } = built()
    await expect(assertNotOwnBuild([`./bench ${own}/${path}`], own, [side])).resolves.toBe(undefined)
  },
)
