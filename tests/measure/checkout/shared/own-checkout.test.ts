// Commands that name the user's own checkout, where each side has one of its own.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { assertNotOwn, assertNotOwnBuild } from '../../../../src/measure/checkout/shared/own-checkout.ts'
import { commit, directory, newRepository } from '../../git-fixtures.ts'

const refused = (command: string, changed = ['bench.sh', 'lib/sum.c']) => {
  try {
    assertNotOwn([command], { top: '/home/me/repo', changed })
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

/** What `refuse` throws while the environment has `variables`. */
async function refusedWith(variables: Record<string, string>, refuse: () => unknown): Promise<string | null> {
  const before = { ...process.env }
  try {
    Object.assign(process.env, variables)
    await refuse()
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

describe('the environment', () => {
  const refusedIn = (variables: Record<string, string>, command = 'python3 bench.py') =>
    refusedWith(variables, () => assertNotOwn([command], { top: '/home/me/repo', changed: ['src/sum.py'] }))

  it.each(['PYTHONPATH', 'NODE_PATH', 'LD_LIBRARY_PATH', 'CPATH'])(
    'may not let both sides load what differs in the own checkout: %s',
    async name => {
      expect(await refusedIn({ [name]: '/opt/lib:/home/me/repo/src' })).toMatch(
        new RegExp(
          `^${name} names /home/me/repo/src, which holds src/sum.py, which differs between the commits: both`,
        ),
      )
      expect(await refusedIn({ [name]: '/home/me/repo/data:src' })).toBe(null)
    },
  )

  it.each([
    ['BUNDLE_GEMFILE', 'gemfiles/rails.gemfile'],
    ['GOWORK', 'go.work'],
  ])('may not let both sides load what a file of the own checkout leads to: %s', async (name, file) => {
    expect(await refusedIn({ [name]: `/home/me/repo/${file}` })).toMatch(
      new RegExp(
        `^${name} names /home/me/repo, which holds src/sum.py, which differs between the commits: both`,
      ),
    )
    for (const other of [file, `/home/me/repo-2/${file}`, 'off'])
      expect(await refusedIn({ [name]: other })).toBe(null)
  })

  it('may name the own checkout elsewhere', async () => {
    expect(
      await refusedIn({ GITHUB_WORKSPACE: '/home/me/repo', PATH: `/home/me/repo/src:${process.env.PATH}` }),
    ).toBe(null)
  })

  /** The message for `command` where PATH begins with `directory` of a checkout in which each side has built `target/bench`. */
  const started = async (directory: string, command: string) => {
    const { own, side } = built()
    mkdirSync(join(own, directory), { recursive: true })
    writeFileSync(join(own, directory, 'bench'), '')
    mkdirSync(join(side, directory), { recursive: true })
    writeFileSync(join(side, directory, 'bench'), '')
    const PATH = `${join(own, directory)}:${process.env.PATH}`
    const message = await refusedWith({ PATH }, () => assertNotOwnBuild([command], own, [side]))
    return message?.replaceAll(own, 'OWN') ?? null
  }

  it.each(['bench --fast', 'cd data; CC=gcc bench', 'true && bench'])(
    'may not let both sides start what each has built: %s',
    async command => {
      expect(await started('target', command)).toMatch(
        /^PATH, where the command looks for bench, names OWN\/target\/bench, which is built for each side/,
      )
    },
  )

  it('may have a program that the command does not start, and what a package manager links for each side', async () => {
    expect(await started('target', './run bench')).toBe(null)
    expect(await started('node_modules/.bin', 'bench')).toBe(null)
  })
})
