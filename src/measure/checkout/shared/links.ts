// Packages of Node.js that are links to another checkout (`npm link`, `yarn link`): both sides would load the same.
import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gitList, gitTop } from '../../../git.ts'
import { InputError } from '../../../model/index.ts'
import { isAtOrBelow, isTouched, type OwnCheckout } from './own-checkout.ts'

const entriesOf = (directory: string): Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

/** The links among the packages in a directory that lead to something, also those of a scope: `@me/words`. */
const linksIn = (modules: string): string[] =>
  entriesOf(modules).flatMap(entry => {
    const path = join(modules, entry.name)
    if (entry.isSymbolicLink()) return existsSync(path) ? [path] : []
    return entry.isDirectory() && entry.name.startsWith('@') ? linksIn(path) : []
  })

/** Where the packages of a checkout lie: beside its `package.json` files. */
async function modulesOf(top: string): Promise<string[]> {
  const manifests = await gitList(top, ['ls-files', '-z', '--', 'package.json', '*/package.json'])
  return manifests.map(path => join(top, dirname(path), 'node_modules'))
}

type Checkout = { top: string; modules: string[] }

/** The links of a checkout that lead out of it, perhaps since `node_modules` is a link itself. */
const linksOut = ({ top, modules }: Checkout): string[] =>
  modules.flatMap(linksIn).filter(link => !isAtOrBelow(realpathSync(link), top))

/** The links in `NODE_PATH`, where Node.js looks last: without those of packages that each checkout has itself. */
function linksInPath(checkouts: Checkout[]): string[] {
  const hasOwn = (name: string) =>
    checkouts.every(({ modules }) => modules.some(each => existsSync(join(each, name))))
  const paths = (process.env.NODE_PATH ?? '').split(':').filter(Boolean)
  return paths.flatMap(path => linksIn(path).filter(link => !hasOwn(relative(path, link))))
}

/**
 * Throws an InputError where a package of the checkouts, or one in `NODE_PATH`, is a link that leads elsewhere, and from there to what
 * differs between the commits.
 *
 * @param directories one in each of the checkouts
 */
export async function assertOwnLinks(own: OwnCheckout, directories: string[]): Promise<void> {
  const tops = await Promise.all(directories.map(gitTop))
  const checkouts = await Promise.all(tops.map(async top => ({ top, modules: await modulesOf(top) })))
  for (const link of [...checkouts.flatMap(linksOut), ...linksInPath(checkouts)]) {
    const target = realpathSync(link)
    const top = [own.top, ...tops].find(each => isAtOrBelow(target, each))
    if (top !== undefined && isTouched(join(own.top, relative(top, target)), own))
      throw new InputError(
        `${link} is a link to ${target}: both sides would load that; let setup link the package below its own directory, ` +
          'by a relative path (npm install --no-save ./words), or take it out of NODE_PATH',
      )
  }
}
