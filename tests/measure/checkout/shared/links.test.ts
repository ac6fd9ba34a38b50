// Packages that are links, as npm, pnpm and Yarn leave them.
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { assertOwnBuilds } from '../../../../src/job/request/own-commands.ts'
import { commit, directory, git, newRepository } from '../../git-fixtures.ts'

let own: string
let sides: string[]

beforeEach(() => {
  own = newRepository()
  commit(own, { 'words/package.json': '{}', 'words/index.js': '1', 'bench/package.json': '{}' })
  sides = ['base', 'head'].map(name => join(directory(), name))
  for (const side of sides) git(own, 'worktree', 'add', '--quiet', '--detach', side)
})

afterEach(() => {
  delete process.env.NODE_PATH
})

function linked(path: string, target: string): string {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
  return path
}

async function refusal(changed = ['words/index.js']): Promise<string | null> {
  try {
    await assertOwnBuilds({ requests: [], setups: [], own: { top: own, changed } }, sides)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const said = (link: string, target: string) =>
  `${link} is a link to ${target}: both sides would load that; let setup link the package below its own directory, ` +
  'by a relative path (npm install --no-save ./words), or take it out of NODE_PATH'

it.each(['words', '@me/words'])(
  'a package that is a link to what differs in another checkout is refused: %s',
  async name => {
    const link = linked(join(sides[0] as string, 'bench/node_modules', name), join(own, 'words'))
    expect(await refusal()).toBe(said(link, join(own, 'words')))
    expect(await refusal(['bench/index.js'])).toBe(null)
  },
)

it('a link within the packages of another checkout is refused where all of these are taken by a link', async () => {
  linked(join(own, 'bench/node_modules/words'), '../../words')
  const modules = linked(join(sides[0] as string, 'bench/node_modules'), join(own, 'bench/node_modules'))
  expect(await refusal()).toBe(said(join(modules, 'words'), join(own, 'words')))
})

it('a package of one side that is a link to the other side is refused', async () => {
  const [base = '', head = ''] = sides
  const link = linked(join(head, 'bench/node_modules/words'), join(base, 'words'))
  expect(await refusal()).toBe(said(link, join(base, 'words')))
})

it('a package that NODE_PATH finds is refused where it is a link to the own checkout', async () => {
  process.env.NODE_PATH = directory()
  const link = linked(join(process.env.NODE_PATH, 'words'), own)
  expect(await refusal()).toBe(said(link, own))
})

it('a package that NODE_PATH finds last may be a link to the own checkout where each side has one itself', async () => {
  process.env.NODE_PATH = directory()
  linked(join(process.env.NODE_PATH, 'words'), join(own, 'words'))
  for (const side of sides) linked(join(side, 'bench/node_modules/words'), '../../words')
  expect(await refusal()).toBe(null)
})

it('a link is found in a directory whose name git would quote', async () => {
  commit(own, { 'pakete/größe/package.json': '{}' })
  const side = join(directory(), 'with')
  git(own, 'worktree', 'add', '--quiet', '--detach', side)
  const link = linked(join(side, 'pakete/größe/node_modules/words'), join(own, 'words'))
  sides = [side]
  expect(await refusal()).toBe(said(link, join(own, 'words')))
})

it('a package may be a link within its checkout, to nowhere, or to what is no checkout', async () => {
  for (const side of sides) {
    linked(join(side, 'bench/node_modules/words'), '../../words')
    linked(join(side, 'bench/node_modules/gone'), join(side, '../nowhere'))
    linked(join(side, 'words/node_modules/other'), directory())
  }
  expect(await refusal()).toBe(null)
})
