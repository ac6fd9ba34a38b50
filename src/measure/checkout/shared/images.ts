// The images of containers that commands run.
import { tryCommand } from '../../pin/wrappers.ts'
import { BETWEEN } from './own-checkout.ts'

/** `isLocal`: it was built on this machine, and neither pulled nor pushed. */
export type Image = { name: string; id: string; isLocal: boolean }

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
