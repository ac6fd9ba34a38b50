// What runs of Python import of the user's own checkout, where each side has a checkout of its own. A package that was installed from the
// own checkout is found by both sides: they would run the same code.
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { InputError } from '../../../model/index.ts'
import { temporaryDirectory } from '../../process/temporary-directory.ts'
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

const realPath = (path: string) => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/**
 * The modules that were imported while Python kept its bytecode below `directory`: it makes a file for each, at the module's whole path.
 * https://docs.python.org/3/using/cmdline.html#envvar-PYTHONPYCACHEPREFIX
 */
const modulesIn = (directory: string): string[] =>
  globSync('**/*.pyc', { cwd: directory, dot: true, followSymbolicLinks: false }).map(path =>
    realPath(join('/', dirname(path), path.replace(/^.*\/|\.[^./]+(?:\.opt-\d)?\.pyc$/g, '').concat('.py'))),
  )

const refusal = ({ name, place }: OwnPackage, what: string) =>
  new InputError(
    `the Python package ${name} in ${place} was installed from your own checkout, and ${what} let setup install it for each side: ` +
      'python3 -m venv .venv && .venv/bin/pip install ., and name .venv/bin/python in the command',
  )

/**
 * Calls `run` with an environment in which Python notes what it imports, and throws an InputError where that is one of `packages`.
 *
 * @param checkouts those of the sides, whose own modules may be imported wherever they lie
 */
export async function withImportsSeen<Result>(
  packages: readonly OwnPackage[],
  checkouts: readonly string[],
  run: (env: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  const directory = temporaryDirectory('stable-bench-imports-')
  try {
    const result = await run({ PYTHONPYCACHEPREFIX: directory, PYTHONDONTWRITEBYTECODE: '' })
    const tops = checkouts.map(realPath)
    const modules = modulesIn(directory).filter(path => !tops.some(top => isAtOrBelow(path, top)))
    const imported = packages.find(({ isModule }) => modules.some(isModule))
    if (imported !== undefined) throw refusal(imported, 'the runs of both sides import it;')
    return result
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Throws an InputError: without a warm-up run it cannot be seen which of `packages` both sides import. */
export function assertSeen([first]: readonly OwnPackage[]): void {
  if (first !== undefined)
    throw refusal(first, 'only a warm-up run shows whether both sides import it: set warmup-runs to 1, or')
}
