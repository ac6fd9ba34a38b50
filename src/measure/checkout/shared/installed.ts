// Programs that were installed from the user's own checkout, where each side has a checkout of its own: both would run the same one.
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { InputError } from '../../../model/index.ts'
import { tryCommand } from '../../pin/wrappers.ts'
import { isElf } from '../../runs/own-binary.ts'
import { startedPrograms } from '../../runs/started-programs.ts'
import { KEEP_DIGEST, ownImages } from './images.ts'
import { withPaths } from './own-checkout.ts'
import { filesNamed, INSTALL_BELOW } from './programs.ts'

/** `cargo install --path` notes from where: https://doc.rust-lang.org/cargo/commands/cargo-install.html */
function isOfCargo(path: string, top: string): boolean {
  const noted = readFileSync(join(dirname(path), '../.crates2.json'), 'utf8')
  const { installs = {} } = JSON.parse(noted) as { installs?: Record<string, { bins?: string[] }> }
  return Object.entries(installs).some(
    ([crate, { bins = [] }]) =>
      bins.includes(basename(path)) &&
      [`path+file://${top})`, `path+file://${top}/`].some(from => crate.includes(from)),
  )
}

/** `npm link` and `npm install -g .` leave a link to the package, through which that of the program leads. */
function isOfNode(path: string, top: string): boolean {
  const target = resolve(dirname(path), readlinkSync(path))
  return target.includes('/node_modules/') && realpathSync(path).startsWith(`${top}/`)
}

const DEEPEST_MODULE = 4

/** A Go program holds the name of its module, and how it was built: https://pkg.go.dev/runtime/debug#BuildInfo */
function isOfGo(path: string, top: string): boolean {
  const found = globSync('**/go.mod', {
    cwd: top,
    deep: DEEPEST_MODULE,
    absolute: true,
    ignore: '**/node_modules/**',
  })
  if (found.length === 0 || !isElf(path)) return false
  const asked = tryCommand(['go', 'version', '-m', path])
  const built = asked.ok ? asked.stdout : ''
  const [, module, version] = /^\tmod\t(\S+)\t(\S+)/m.exec(built) ?? []
  // A released version was not built from a checkout.
  if (version !== '(devel)' && !built.includes('\tvcs.revision=')) return false
  return found.some(file => /^module\s+"?([^\s"]+)/m.exec(readFileSync(file, 'utf8'))?.[1] === module)
}

const isAny = (found: (path: string, top: string) => boolean, path: string, top: string): boolean => {
  try {
    return found(path, top)
  } catch {
    return false
  }
}

/** Throws an InputError where one of `commands` starts a program that was installed from below `top`, or an image that was built before. */
export function assertNotInstalled(
  commands: string[],
  top: string,
  { hasSetup }: { hasSetup: boolean },
): void {
  // What a setup command has built of the same module, is compared as it left it.
  const installers = [isOfCargo, isOfNode, ...(hasSetup ? [] : [isOfGo])]
  const words = commands.flatMap(command => startedPrograms(withPaths(command)).map(({ word }) => word))
  const files = filesNamed(words).filter(path => isAbsolute(path) && !path.startsWith(`${top}/`))
  const own = files.find(path => installers.some(each => isAny(each, path, top)))
  if (own !== undefined)
    throw new InputError(
      `${own} was installed from your own checkout: both sides would run it; ${INSTALL_BELOW}`,
    )
  const [image] = hasSetup ? [] : ownImages(commands)
  if (image !== undefined)
    throw new InputError(
      `the image ${image.name} was built on this machine, and by no setup: both sides would run it; ${KEEP_DIGEST}`,
    )
}
