// Runs an example of a tool as its configuration says: two versions, built, measured and compared.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, root, scratch, stableBench } from './command-line.ts'

/** A repository of the example, with a change that makes it ten times as slow. */
function changedRepository(example: string): string {
  const cwd = join(scratch(), example)
  cpSync(join(root, 'examples', example), cwd, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=p', '-c', 'user.email=p@example.com', ...args], { cwd })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=First')
  const changed = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter(name => {
    const path = join(cwd, name)
    if (name.startsWith('.git') || !statSync(path).isFile()) return false
    const text = readFileSync(path, 'utf8')
    const slower = text.replace(/\b(rounds(?:: usize)? ?= ?)1\b/i, (_, before) => `${before}10`)
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

/** Compares the changed example with its commit, with five runs a side; no word but these says what is measured. */
export const judged = (example: string): Promise<Ended> =>
  stableBench(['ab', '--base-ref', 'HEAD', '--runs', '5'], { cwd: changedRepository(example) })
