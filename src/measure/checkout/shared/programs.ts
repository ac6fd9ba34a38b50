// Programs and images of containers that the commands of both sides start, outside of the checkouts. Where setup installs one (`go
// install`, `pip install .`), the side that is set up last leaves its own to both, which would then be compared with itself.
import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { InputError } from '../../../model/index.ts'
import { tryCommand } from '../../pin/wrappers.ts'
import { fileDigest } from '../../process/file-content.ts'
import { BETWEEN, withPaths } from './own-checkout.ts'
import { type Installed, interpreterOf, packagesOf } from './packages.ts'

/** What each program holds, by its path, at one time. */
export type Programs = ReadonlyMap<string, string>

const BARE = /^\w[\w.+@-]*$/

const statOf = (path: string) => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found?.isFile() === true ? found : null
}

/** The files that `word` may name: that at its path, or those of its name in `PATH`. */
function placesOf(word: string): string[] {
  if (word.startsWith('~/')) return [join(homedir(), word.slice(2))]
  if (isAbsolute(word)) return [word]
  if (!BARE.test(word)) return []
  const directories = (process.env.PATH ?? '').split(':').filter(isAbsolute)
  return directories.map(directory => join(directory, word)).slice(0, 100)
}

/** The files that commands name whatever their directory: by a whole path, also in a class path, or as the first of that name in `PATH`. */
export function filesNamed(texts: readonly string[]): string[] {
  const given = texts.flatMap(text => withPaths(text).split(BETWEEN))
  const words = new Set(given.flatMap(word => [word, ...word.split(':').filter(isAbsolute)]))
  return [...words].flatMap(word => placesOf(word).find(path => statOf(path) !== null) ?? [])
}

/** A link may lead into the checkout of either side, to the first file of many. */
const contentOf = (path: string): string => `${realpathSync(path)} ${fileDigest(path)}`

/** A file that stays as it is, is read once. */
const known = new Map<string, string>()

/** What is installed, by its name, with a text that says what it holds; nothing for what cannot be read. */
function contentNow({ name, path, read }: Installed): [string, string][] {
  const stat = statOf(path)
  const key = `${path} ${stat?.ino} ${stat?.size} ${stat?.mtimeNs} ${stat?.ctimeNs}`
  try {
    const content = known.get(key) ?? read(path)
    known.set(key, content)
    return [[name, content]]
  } catch {
    return []
  }
}

/** `isLocal`: it was built on this machine, and neither pulled nor pushed. */
type Image = { name: string; id: string; isLocal: boolean }

const LIST_IMAGES = [
  ...['image', 'ls', '--no-trunc', '--format'],
  '{{.Repository}}:{{.Tag}} {{.ID}} {{.Digest}}',
]

/** What to do about an image that is there once for both sides. */
export const KEEP_DIGEST =
  'let setup keep the digest (docker build --iidfile image .), and run that: docker run $(cat image)'

/** Docker gives what it has built no digest, and podman a name of this host. */
function imageOf(line: string): Image {
  const [listed = '', id = '', digest = ''] = line.split(' ')
  const name = listed.replace(/^localhost\//, '')
  return { name, id, isLocal: name !== listed || digest === '<none>' }
}

/** The images that commands name, as they are now. */
export function imagesNow(texts: readonly string[]): Image[] {
  const words = new Set(texts.flatMap(text => text.split(BETWEEN)))
  return ['docker', 'podman']
    .filter(engine => words.has(engine))
    .map(engine => tryCommand([engine, ...LIST_IMAGES]))
    .flatMap(listed => (listed.ok ? listed.stdout.trim().split('\n').map(imageOf) : []))
    .filter(({ name }) => words.has(name) || words.has(name.replace(/:latest$/, '')))
}

/** What gives a container files of the directory in which it is started. */
const MOUNTS = /(?:^|\s)(?:-v|--volume|--mount)\b/

/** The images that were built on this machine, and that commands run without a file of the checkout. */
export const ownImages = (commands: readonly string[]): Image[] =>
  imagesNow(commands.filter(command => !MOUNTS.test(command))).filter(({ isLocal }) => isLocal)

const IMAGE = 'the image '

/** They start the Python of an environment that a variable may name. */
const MANAGER = /\b(?:uv|poetry|pdm|pipenv|hatch)\b/
const OF_ENVIRONMENT = '$UV_PROJECT_ENVIRONMENT/bin/python $VIRTUAL_ENV/bin/python'

const filesStarted = (texts: readonly string[]) =>
  filesNamed(texts.some(text => MANAGER.test(text)) ? [...texts, OF_ENVIRONMENT] : texts)

/** The interpreters of Python that commands may start: those of the programs that they name, and the first in `PATH`, which scripts take. */
export const interpretersFor = (texts: readonly string[]): string[] =>
  filesStarted([...texts, 'python3 python']).flatMap(path => interpreterOf(path) ?? [])

/** The programs that commands name outside of their directories, as they are now. */
export function programsNow(texts: readonly string[]): Programs {
  const files = filesStarted(texts)
  const programs = files.map(path => ({ name: path, path, read: contentOf }))
  const installed = [...programs, ...packagesOf(files)].flatMap(contentNow)
  const images = imagesNow(texts).map(({ name, id }): [string, string] => [`${IMAGE}${name}`, id])
  return new Map([...installed, ...images])
}

/** What to do about a program that is there once for both sides. */
export const INSTALL_BELOW = 'let setup install it below its own directory, and name it from there'

const adviceFor = (name: string) => (name.startsWith(IMAGE) ? KEEP_DIGEST : INSTALL_BELOW)

/** Throws an InputError where a program of two sides is not the same for each of them, as their setups left it. */
export function assertSamePrograms(sides: readonly Programs[]): void {
  const first = new Map<string, string>()
  for (const [path, content] of sides.flatMap(side => [...side])) {
    if ((first.get(path) ?? content) !== content)
      throw new InputError(
        `setup installs ${path} for each side, where the other side's is replaced: both would run the one that was installed last; ${adviceFor(path)}`,
      )
    first.set(path, content)
  }
}
