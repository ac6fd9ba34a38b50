// Packages of Node.js that are links to another checkout (`npm link`, `yarn link`): both sides would load the same.
import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { git } from '../../../git.ts'
import { InputError } from '../../../model/index.ts'
import { isAtOrBelow, isTouched, type OwnCheckout } from './own-checkout.ts'

const entriesOf = (directory: string): Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

/** The links among the packages in a directory, also those of a scope: `@me/words`. */
const linksIn = (modules: string): string[] =>
  entriesOf(modules).flatMap(entry => {
    const path = join(modules, entry.name)
    if (entry.isSymbolicLink()) return [path]
    return entry.isDirectory() && entry.name.startsWith('@') ? linksIn(path) : []
  })

/** The links beside the `package.json` files of a checkout that lead out of it, perhaps since `node_modules` is a link itself. */
async function linksOut(top: string): Promise<string[]> {
  const manifests = await git(top, ['ls-files', '--', 'package.json', '*/package.json'])
  const modules = manifests.split('\n').map(path => join(top, dirname(path), 'node_modules'))
  const leadsOut = (link: string) => existsSync(link) && !isAtOrBelow(realpathSync(link), top)
  return modules.flatMap(linksIn).filter(leadsOut)
}

/**
 * Throws an InputError where a package of the checkouts, or one in `NODE_PATH`, is a link that leads elsewhere, and from there to what
 * differs between the commits.
 *
 * @param directories one in each of the checkouts
 */
export async function assertOwnLinks(own: OwnCheckout, directories: string[]): Promise<void> {
  const tops = await Promise.all(directories.map(each => git(each, ['rev-parse', '--show-toplevel'])))
  const paths = (process.env.NODE_PATH ?? '').split(':').filter(Boolean)
  const shared = paths.flatMap(linksIn).filter(link => existsSync(link))
  const links = [...(await Promise.all(tops.map(linksOut))).flat(), ...shared]
  for (const link of links) {
    const target = realpathSync(link)
    const top = [own.top, ...tops].find(each => isAtOrBelow(target, each))
    if (top !== undefined && isTouched(join(own.top, relative(top, target)), own))
      throw new InputError(
        `${link} is a link to ${target}: both sides would load that; let setup link the package below its own directory, ` +
          'by a relative path: npm install --no-save ./words',
      )
  }
}
