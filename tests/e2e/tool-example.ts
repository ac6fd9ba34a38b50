// Runs an example of a tool as its configuration says: two versions, built, measured and compared.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, root, scratch, stableBench } from './command-line.ts'

/** A repository of the example, with a change of how many rounds there are. */
export function changedRepository(example: string, from: number, to: number): string {
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

/** Compares the example made ten times as slow with its commit, with five runs a side; no word but these says what is measured. */
export const judged = (example: string): Promise<Ended> =>
  stableBench(['ab', '--base-ref', 'HEAD', '--runs', '5'], { cwd: changedRepository(example, 1, 10) })
