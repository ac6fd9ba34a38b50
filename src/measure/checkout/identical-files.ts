// Finds out whether setup has built the same files from both commits. Then the benchmark executes the same code on both
// sides, and cannot have become slower.
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gitList, gitTop } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { fileDigest } from '../process/file-content.ts'
import type { Side } from '../runs/schedule.ts'

type SideTree = { side: Side; directory: string; root: string }

/** Only a file inside the checkout is the commit's own. Throws an InputError for a pattern or file at another `path`. */
function assertInside(path: string, name: string, { side, root }: SideTree): void {
  const inside = relative(root, path)
  if (inside !== '..' && !inside.startsWith(`..${sep}`)) return
  throw new InputError(
    `artifacts: '${name}' of the ${side} is outside its checkout, where both sides would share it; let setup build ` +
      'inside the checkout',
  )
}

/**
 * The files of a tree that one pattern matches, ignored ones and links too. Throws an InputError for none, and outside of the
 * checkout.
 */
async function matching(pattern: string, tree: SideTree): Promise<string[]> {
  const { side, directory } = tree
  assertInside(resolve(realpathSync(directory), pattern), pattern, tree)
  const list = ['ls-files', '-z', '--cached', '--others', '--', `:(glob)${pattern}`]
  // Setup may have removed a file of the commit.
  const exists = (name: string) => lstatSync(join(directory, name), { throwIfNoEntry: false }) !== undefined
  const names = (await gitList(directory, list)).filter(exists)
  if (names.length > 0) return names
  throw new InputError(
    `artifacts: '${pattern}' matches no file in the checkout of the ${side}, after setup; name files that setup ` +
      'builds, relative to the working directory',
  )
}

function statInside(name: string, tree: SideTree): Stats {
  const path = join(tree.directory, name)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats)
    throw new InputError(
      `artifacts: '${name}' of the ${tree.side} is a link to a file that is not there; let setup build that file, or ` +
        'name others',
    )
  assertInside(realpathSync(path), name, tree)
  if (stats.isFile()) return stats
  throw new InputError(
    `artifacts: '${name}' of the ${tree.side} is not a file; name the files, as in '${name}/**'`,
  )
}

const mayExecute = ({ mode }: Stats) => (mode & 0o111) !== 0

function areEqual(name: string, [one, other]: readonly [SideTree, SideTree]): boolean {
  const [first, second] = [statInside(name, one), statInside(name, other)]
  if (first.size !== second.size || mayExecute(first) !== mayExecute(second)) return false
  return fileDigest(join(one.directory, name)) === fileDigest(join(other.directory, name))
}

async function areAllEqual(names: string[], trees: readonly [SideTree, SideTree]): Promise<boolean> {
  for (const name of names) {
    if (!areEqual(name, trees)) return false
    // Files may be large, and a signal is heard only in between.
    await setImmediate()
  }
  return true
}

/**
 * The files that `patterns` match in the checkouts of both sides, relative to each, and whether all of either are equal byte for
 * byte. Throws an InputError for a pattern that matches nothing, and for a file outside of its checkout.
 */
export async function builtFiles(
  directories: Record<Side, string>,
  patterns: string[],
): Promise<{ files: string[]; areEqual: boolean }> {
  const treeOf = async (side: Side): Promise<SideTree> => {
    const directory = directories[side]
    return { side, directory, root: realpathSync(await gitTop(directory)) }
  }
  const trees = [await treeOf('baseline'), await treeOf('candidate')] as const
  const namesIn = async (tree: SideTree) => {
    const found = await Promise.all(patterns.map(pattern => matching(pattern, tree)))
    return [...new Set(found.flat())].sort()
  }
  const [names, others] = [await namesIn(trees[0]), await namesIn(trees[1])]
  for (const name of names) statInside(name, trees[0])
  for (const name of others) statInside(name, trees[1])
  const files = names.filter(name => others.includes(name))
  return { files, areEqual: names.join('\0') === others.join('\0') && (await areAllEqual(names, trees)) }
}
