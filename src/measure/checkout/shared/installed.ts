// Programs that were installed from the user's own checkout, where each side has a checkout of its own: both would run the same one.
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { InputError } from '../../../model/index.ts'
import { tryCommand } from '../../pin/wrappers.ts'
import { isElf } from '../../process/file-content.ts'
import { startedPrograms } from '../../runs/started-programs.ts'
import { isAtOrBelow, isTouched, type OwnCheckout, withPaths } from './own-checkout.ts'
import { filesNamed, INSTALL_BELOW, KEEP_DIGEST, ownImages } from './programs.ts'

/** `cargo install --path` notes from where: https://doc.rust-lang.org/cargo/commands/cargo-install.html */
function sourceOfCargo(path: string): string | undefined {
  const noted = readFileSync(join(dirname(path), '../.crates2.json'), 'utf8')
  const { installs = {} } = JSON.parse(noted) as { installs?: Record<string, { bins?: string[] }> }
  const [crate = ''] =
    Object.entries(installs).find(([, { bins = [] }]) => bins.includes(basename(path))) ?? []
  return /\(path\+file:\/\/(.*)\)$/.exec(crate)?.[1]
}

/** `npm link` and `npm install -g .` leave a link to the package, through which that of the program leads. */
function sourceOfNode(path: string): string | undefined {
  const target = resolve(dirname(path), readlinkSync(path))
  const [linked] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(target) ?? []
  return linked
}

const DEEPEST_MODULE = 4

/** A Go program holds the name of its module, and how it was built: https://pkg.go.dev/runtime/debug#BuildInfo */
function sourceOfGo(path: string, top: string): string | undefined {
  const asked = isElf(path) ? tryCommand(['go', 'version', '-m', path]) : null
  const built = asked?.ok ? asked.stdout : ''
  const [, module, version] = /^\tmod\t(\S+)\t(\S+)/m.exec(built) ?? []
  // A released version was not built from a checkout.
  if (version !== '(devel)' && !built.includes('\tvcs.revision=')) return undefined
  const look = { cwd: top, deep: DEEPEST_MODULE, absolute: true, followSymbolicLinks: false }
  const modules = globSync('**/go.mod', { ...look, ignore: '**/node_modules/**' })
  const nameIn = (file: string) => /^module\s+"?([^\s"]+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  const own = modules.find(file => nameIn(file) === module)
  return own && dirname(own)
}

type SourceOf = (path: string, top: string) => string | undefined

/** Whether the program at `path` was made of what differs between the commits. */
function isOfOwn(sourceOf: SourceOf, path: string, own: OwnCheckout): boolean {
  try {
    const source = realpathSync(sourceOf(path, own.top) ?? '/')
    return isAtOrBelow(source, own.top) && isTouched(source, own)
  } catch {
    return false
  }
}

/**
 * Throws an InputError where one of `commands` starts a program that was installed from what differs in the own checkout, or an image
 * that was built before.
 */
export function assertNotInstalled(
  commands: string[],
  own: OwnCheckout,
  { hasSetup }: { hasSetup: boolean },
): void {
  // What a setup command has built of the same module is compared as it left it.
  const sources = [sourceOfCargo, sourceOfNode, ...(hasSetup ? [] : [sourceOfGo])]
  const words = commands.flatMap(command => startedPrograms(withPaths(command)).map(({ word }) => word))
  const files = filesNamed(words).filter(path => !isAtOrBelow(path, own.top))
  const program = files.find(path => sources.some(sourceOf => isOfOwn(sourceOf, path, own)))
  if (program !== undefined)
    throw new InputError(
      `${program} was installed from your own checkout: both sides would run it; ${INSTALL_BELOW}`,
    )
  const [image] = hasSetup ? [] : ownImages(commands)
  if (image !== undefined)
    throw new InputError(
      `the image ${image.name} was built on this machine, and by no setup: both sides would run it; ${KEEP_DIGEST}`,
    )
}
