// The packages of Python that were installed from the user's own checkout.
import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAtOrBelow, isTouched, type OwnCheckout } from './own-checkout.ts'
import { filesListed, packageFiles } from './packages.ts'

/** A package that was installed from a directory: `isModule` tells its own modules by their whole paths. */
export type OwnPackage = { name: string; place: string; isModule: (path: string) => boolean }

/** PEP 610: https://packaging.python.org/en/latest/specifications/direct-url/ */
type DirectUrl = { url?: unknown; dir_info?: { editable?: boolean } }

/** Where a package came from: a directory, or a file such as a wheel. */
function originOf({ url, dir_info: directory }: DirectUrl): string {
  if (typeof url !== 'string' || !url.startsWith('file://')) return ''
  const path = fileURLToPath(url)
  return directory === undefined ? join(realpathSync(dirname(path)), basename(path)) : realpathSync(path)
}

/** What pip noted at `path`; null where it is not of a package that differs between the commits. */
function ownPackage(path: string, own: OwnCheckout): OwnPackage | null {
  try {
    const noted = JSON.parse(readFileSync(path, 'utf8')) as DirectUrl
    const from = originOf(noted)
    // A wheel does not say from which directory it was built.
    const source = noted.dir_info === undefined ? own.top : from
    if (!isAtOrBelow(from, own.top) || !isTouched(source, own)) return null
    const info = dirname(realpathSync(path))
    const place = dirname(info)
    const name = basename(info).replace(/-[^-]*\.dist-info$/, '')
    if (noted.dir_info?.editable === true) {
      const isModule = (file: string) => isAtOrBelow(file, from) && !/\/(?:site|dist)-packages\//.test(file)
      return { name, place, isModule }
    }
    const listed = filesListed(join(info, 'RECORD')).map(line => resolve(place, line.split(',')[0] ?? ''))
    const files = new Set(listed)
    return { name, place, isModule: file => files.has(file) }
  } catch {
    return null
  }
}

/** The packages that these interpreters find, and that were installed from the own checkout (`pip install .`, with or without -e). */
export const packagesFrom = (interpreters: readonly string[], own: OwnCheckout): OwnPackage[] =>
  packageFiles(interpreters, 'direct_url.json').flatMap(path => ownPackage(path, own) ?? [])
