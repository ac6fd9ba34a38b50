// Checkouts that stay after their benchmark has failed, with what setup built in them: the next comparison of the same files
// need not build them again. A file in the git directory names them.
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, gitAnswer } from '../../git.ts'
import { shortDigest } from '../../model/digest.ts'
import type { Side } from '../runs/schedule.ts'

/** The files of a side that was set up: its commit, and the tree of its checkout with uncommitted changes. */
export type KeptSide = { commit: string; tree: string }

/** The directory of both checkouts, how setup was called (see `callOf`), and the sides that it has built. */
type KeptCheckouts = { directory: string; setup: string; sides: Partial<Record<Side, KeptSide>> }

/** The names of the checkouts in their directory: of equal length, since a path's length moves measured code. */
export const CHECKOUT_NAMES: Record<Side, string> = { baseline: 'base', candidate: 'head' }

/** What a shell changes from command to command. */
const PASSING = ['_', 'SHLVL', 'PWD', 'OLDPWD', 'COLUMNS', 'LINES']

/** A digest of the setup command, its directory in the checkout, and its environment: with another one it may build something else. */
export function callOf(setup: string, within: string): string {
  const environment = Object.entries(process.env).filter(([name]) => !PASSING.includes(name))
  return shortDigest(JSON.stringify([setup, within, environment.sort()]), 32)
}

async function fileOf(repository: string): Promise<string> {
  const common = await git(repository, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  return join(common, 'stable-bench-checkouts.json')
}

/** The content of `file`, which is gone then: two comparisons at once must not share checkouts. Null where it has none. */
function taken(file: string): KeptCheckouts | null {
  const own = `${file}.${process.pid}`
  try {
    renameSync(file, own)
    const { directory, setup, sides } = JSON.parse(readFileSync(own, 'utf8')) as KeptCheckouts
    return typeof directory === 'string' && typeof setup === 'string' ? { directory, setup, sides } : null
  } catch {
    return null
  } finally {
    rmSync(own, { force: true })
  }
}

/** The checkouts that stayed of `repository`, where git still knows both; null for none. Nobody else gets them. */
export async function takeKept(repository: string): Promise<KeptCheckouts | null> {
  const kept = taken(await fileOf(repository))
  if (kept === null || !existsSync(kept.directory)) return null
  const known = ((await gitAnswer(repository, ['worktree', 'list', '--porcelain'])) ?? '').split('\n')
  const directory = realpathSync(kept.directory)
  const areKnown = Object.values(CHECKOUT_NAMES).every(name =>
    known.includes(`worktree ${join(directory, name)}`),
  )
  return areKnown ? kept : null
}

/** Remembers checkouts that stay. */
export const rememberKept = async (repository: string, kept: KeptCheckouts): Promise<void> =>
  writeFileSync(await fileOf(repository), JSON.stringify(kept))

/** The files of the checkout at `path`; with `from`, as they are in that repository now. Its index has them then. */
export async function treeOf(path: string, from: string | null): Promise<string> {
  if (from !== null) await git(path, [`--work-tree=${from}`, 'add', '--all'])
  return git(path, ['write-tree'])
}

/** Where the builds of a failed comparison are. */
export const staysBuilt = (place: string): string =>
  `what setup built stays for the next ab of these files: ${place}`
