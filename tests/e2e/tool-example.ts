// Runs an example of a tool as its configuration says: two versions, built, measured and compared.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, root, scratch, stableBench } from './command-line.ts'

const GIT = ['-c', 'user.name=p', '-c', 'user.email=p@example.com', '-c', 'init.defaultBranch=main']

/** Commits all files in `cwd`, which becomes a repository if it is none. */
export function commitAll(cwd: string): void {
  const git = (...args: string[]) => execFileSync('git', [...GIT, ...args], { cwd })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message=All')
}

/** A repository of the example, with a change of how many rounds there are. */
export function changedRepository(example: string, from: number, to: number): string {
  const cwd = join(scratch(), example)
  cpSync(join(root, 'examples', example), cwd, { recursive: true })
  commitAll(cwd)
  const changed = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter(name => {
    const path = join(cwd, name)
    if (name.startsWith('.git') || !statSync(path).isFile()) return false
    const text = readFileSync(path, 'utf8')
    const rounds = new RegExp(String.raw`\b(rounds(?:: usize| int)? ?:?= ?)${from}\b`, 'i')
    const slower = text.replace(rounds, (_, before) => `${before}${to}`)
    if (slower !== text) writeFileSync(path, slower)
    return slower !== text
  })
  if (changed.length !== 1)
    throw new Error(`${example}: ${changed.length} files say how many rounds there are`)
  return cwd
}

/** Whether all of `commands` are there. */
export const isInstalled = (...commands: string[]): boolean =>
  commands.every(command => spawnSync('which', [command]).status === 0)

/** Where the lld is that comes with Rust, which serves gcc as well; empty where there is none, and where the system has one. */
function lldOfRust(): string {
  if (isInstalled('ld.lld') || !isInstalled('rustc')) return ''
  const ask = (...args: string[]) => execFileSync('rustc', args, { encoding: 'utf8' })
  const host = /^host: (.+)$/m.exec(ask('-vV'))?.[1] ?? ''
  const directory = join(ask('--print', 'sysroot').trim(), 'lib/rustlib', host, 'bin/gcc-ld')
  return existsSync(join(directory, 'ld.lld')) ? directory : ''
}

/** The environment in which there is an lld, if any. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  const lld = lldOfRust()
  return { ...process.env, PATH: `${process.env.PATH}${lld === '' ? '' : `:${lld}`}` }
}

/** Whether this command or this file is there, in that environment. */
export const isHere = (name: string): boolean =>
  name.startsWith('/') ? existsSync(name) : isInstalled(name) || (name === 'ld.lld' && lldOfRust() !== '')

/** Compares the example made ten times as slow with its commit, with five runs a side; no word but these says what is measured. */
export const judged = (example: string): Promise<Ended> =>
  stableBench(['ab', '--base-ref', 'HEAD', '--runs', '5'], { cwd: changedRepository(example, 1, 10) })
